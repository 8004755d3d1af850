import type { ApiQuestion } from '../../../../src/schema/api/project.ts';
import { useWords } from '../../words/words.tsx';
import styles from './question.module.css';

/** One finding: the sentence, and the old demand beside the new one. */
export function FindingItem({ item }: { item: ApiQuestion['items'][number] }) {
  const { question: words } = useWords();
  return (
    <div className={styles.finding}>
      <p>{item.says}</p>
      {item.file !== null && <code className={styles.file}>{item.file}</code>}
      {(item.was !== null || item.now !== null) && (
        <div className={styles.demands}>
          <div>
            <h3>{words.was}</h3>
            <pre className={styles.was}>{item.was ?? words.nothingStood}</pre>
          </div>
          <div>
            <h3>{words.now}</h3>
            <pre className={styles.now}>{item.now ?? words.nothingStood}</pre>
          </div>
        </div>
      )}
    </div>
  );
}
