import { useConnection } from '../live/live.tsx';
import { useWords } from '../words/words.tsx';
import styles from './rail.module.css';

/** At the foot of the rail: whether what is shown is live. */
export function ConnectionState({ narrow }: { narrow: boolean }) {
  const connection = useConnection();
  const { frame } = useWords();
  return (
    <div className={styles.connection} data-state={connection.state} title={frame.connection[connection.state]}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={narrow ? styles.hidden : undefined}>{frame.connection[connection.state]}</span>
    </div>
  );
}
