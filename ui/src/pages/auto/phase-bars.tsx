import { useWords } from '../../words/words.tsx';
import styles from './auto.module.css';
import type { ApiGraph } from './task-state.ts';

/** A bar for each phase: done, running, failed; the figures stand beside it. */
export function PhaseBars({ phases }: { phases: ApiGraph['phases'] }) {
  const { auto: words } = useWords();
  return (
    <ul className={styles.phases}>
      {phases.map(({ phase, total, completed, failed, running }) => (
        <li key={phase}>
          <span className={styles.meta}>
            {words.phase(phase)} · {words.phaseDone(completed, total)}
          </span>
          <span className={styles.bar} aria-hidden="true">
            <span data-kind="done" style={{ flexGrow: completed }} />
            <span data-kind="running" style={{ flexGrow: running }} />
            <span data-kind="failed" style={{ flexGrow: failed }} />
            <span style={{ flexGrow: Math.max(0, total - completed - running - failed) }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
