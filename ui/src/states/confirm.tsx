import { Button } from '@mantine/core';
import { useWords } from '../words/words.tsx';
import { Dialog } from './dialog.tsx';
import styles from './states.module.css';

/** Asks once more before something that cannot simply be taken back. */
export function Confirm({
  question,
  yes,
  onYes,
  onClose,
}: {
  question: string;
  yes: string;
  onYes: () => void;
  onClose: () => void;
}) {
  const { runs } = useWords();
  return (
    <Dialog onClose={onClose} title={yes}>
      <p>{question}</p>
      <div className={styles.choices}>
        <Button
          data-autofocus
          onClick={() => {
            onYes();
            onClose();
          }}
        >
          {yes}
        </Button>
        <Button variant="default" onClick={onClose}>
          {runs.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
