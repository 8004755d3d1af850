import type { ApiChangedFile } from '../../../src/schema/api/diff.ts';
import styles from './diff.module.css';

/** `+12 −3`. */
export function Counts({ file }: { file: Pick<ApiChangedFile, 'added' | 'deleted'> }) {
  if (file.added === null && file.deleted === null) return null;
  return (
    <span className={styles.counts}>
      <span>+{file.added ?? 0}</span> <span>−{file.deleted ?? 0}</span>
    </span>
  );
}
