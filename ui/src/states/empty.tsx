import type { ReactNode } from 'react';
import styles from './states.module.css';

/** What is said where nothing is; `command` is the same in the terminal. */
export function Empty({ children, command }: { children: ReactNode; command?: string }) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {command !== undefined && <code className={styles.command}>{command}</code>}
    </div>
  );
}
