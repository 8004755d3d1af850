import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useWords } from '../words/words.tsx';
import styles from './states.module.css';

interface EmptyProps {
  readonly children: ReactNode;
  /** The same in the terminal. */
  readonly command?: string;
  /** Whether the page for starting things is a way out of it. */
  readonly starts?: boolean;
}

/** What is said where nothing is. */
export function Empty({ children, command, starts = false }: EmptyProps) {
  const { frame } = useWords();
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {command !== undefined && <code className={styles.command}>{command}</code>}
      {starts && (
        <Link href="/new" className={styles.start}>
          {frame.start}
        </Link>
      )}
    </div>
  );
}
