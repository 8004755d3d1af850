import { Radio } from '@mantine/core';
import { useWords } from '../../words/words.tsx';
import styles from './question.module.css';

interface OptionCardProps {
  readonly option: { readonly id: string; readonly label: string; readonly description: string; readonly risk: string };
  readonly shortcut: string;
  readonly isRecommended: boolean;
}

/** One option: its label, what follows from it, what may go wrong. */
export function OptionCard({ option: { id, label, description, risk }, shortcut, isRecommended }: OptionCardProps) {
  const { question: words } = useWords();
  return (
    <Radio.Card value={id} className={styles.option}>
      <div className={styles.optionHead}>
        <Radio.Indicator />
        <span className={styles.optionLabel}>
          {id !== 'other' && <b>{id}</b>} {label}
        </span>
        {isRecommended && <span className={styles.recommended}>{words.recommended}</span>}
        {shortcut !== '' && <kbd className={styles.shortcut}>{shortcut}</kbd>}
      </div>
      {description !== '' && <p className={styles.follows}>{description}</p>}
      {risk !== '' && (
        <p className={styles.risk}>
          <b>{words.risk}</b> {risk}
        </p>
      )}
    </Radio.Card>
  );
}
