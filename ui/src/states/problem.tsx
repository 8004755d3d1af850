import { Button } from '@mantine/core';
import { StateMark } from '../marks/state-mark.tsx';
import { Refusal } from '../server/refusal.ts';
import { useWords } from '../words/words.tsx';
import styles from './states.module.css';

/** What went wrong and one thing to do, in the words of the command line. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  const { states } = useWords();
  const said = describe(error, states);
  return (
    <div className={styles.problem} role="alert">
      <StateMark state="failed" bare />
      <div>
        <p className={styles.said}>{said.message}</p>
        {said.hint !== null && <p className={styles.hint}>{said.hint}</p>}
        {retry !== undefined && (
          <Button variant="default" size="compact-sm" onClick={retry} mt={8}>
            {states.tryAgain}
          </Button>
        )}
      </div>
    </div>
  );
}

function describe(
  error: unknown,
  states: { unknown: string; unreachable: string },
): { message: string; hint: string | null } {
  if (error instanceof Refusal) return error;
  if (error instanceof TypeError) return { message: states.unreachable, hint: null };
  return { message: states.unknown, hint: error instanceof Error ? error.message : null };
}
