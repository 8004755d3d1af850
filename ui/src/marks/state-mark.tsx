import type { ReactNode } from 'react';
import { useWords } from '../words/words.tsx';
import styles from './state-mark.module.css';
import type { State } from './states.ts';

/** The mark of a state with its word. `label` replaces the word; `bare` leaves it to screen readers. */
export function StateMark({ state, label, bare = false }: { state: State; label?: ReactNode; bare?: boolean }) {
  const words = useWords();
  const said = label ?? words.states[state];
  return (
    <span className={styles.mark} data-state={state}>
      <svg className={styles.glyph} viewBox="0 0 16 16" aria-hidden="true">
        {glyphs[state]}
      </svg>
      <span className={bare ? styles.hidden : styles.word}>{said}</span>
    </span>
  );
}

const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.8 };
const inner = { fill: 'none', stroke: 'var(--surface)', strokeWidth: 1.8, strokeLinecap: 'round' } as const;

const glyphs: Record<State, ReactNode> = {
  needs_you: (
    <>
      <path d="M8 .8 15.2 8 8 15.2.8 8Z" fill="currentColor" />
      <path d="M8 4.2v4.6" stroke="var(--on-needs-you)" strokeWidth="1.8" strokeLinecap="round" />
      <circle cx="8" cy="11.4" r="1.1" fill="var(--on-needs-you)" />
    </>
  ),
  running: <path d="M8 2a6 6 0 1 1-5.6 3.9" {...stroke} strokeWidth={2.4} strokeLinecap="round" />,
  done: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path d="m4.9 8.2 2.2 2.2 4-4.4" {...inner} />
    </>
  ),
  unproven: (
    <>
      <circle cx="8" cy="8" r="6.1" {...stroke} />
      <path d="m5.2 8.2 2 2 3.6-4" {...stroke} strokeLinecap="round" />
    </>
  ),
  failed: (
    <>
      <path d="M5 1h6l4 4v6l-4 4H5l-4-4V5Z" fill="currentColor" />
      <path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" {...inner} />
    </>
  ),
  waiting: (
    <>
      <rect x="1.5" y="1.5" width="13" height="13" rx="1.5" fill="currentColor" />
      <path d="M5.4 4.4h5.2L8 8l2.6 3.6H5.4L8 8Z" {...inner} strokeWidth={1.3} strokeLinejoin="round" />
    </>
  ),
  blocked: (
    <>
      <rect x="1.5" y="1.5" width="13" height="13" rx="1.5" fill="currentColor" />
      <path
        d="M7.2 5.8 8.6 4.4a2 2 0 0 1 2.9 2.9L10.2 8.7M8.8 10.2l-1.4 1.4a2 2 0 0 1-2.9-2.9l1.3-1.4M6.7 9.3l2.6-2.6"
        {...inner}
        strokeWidth={1.2}
      />
    </>
  ),
  ready: <circle cx="8" cy="8" r="6.1" {...stroke} />,
  pending: <circle cx="8" cy="8" r="6.1" {...stroke} strokeDasharray="2.6 2.2" />,
};
