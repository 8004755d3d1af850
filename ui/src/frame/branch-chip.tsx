import { CopyButton } from '@mantine/core';
import { GitBranch } from 'lucide-react';
import { useWords } from '../words/words.tsx';
import styles from './branch-chip.module.css';

/** The branch; a click copies the path of its worktree. */
export function BranchChip({ branch, worktree }: { branch: string; worktree: string | null }) {
  const { frame } = useWords();
  return (
    <CopyButton value={worktree ?? branch}>
      {({ copied, copy }) => (
        <button
          type="button"
          className={styles.chip}
          onClick={copy}
          title={worktree === null ? branch : `${frame.copyPath}: ${worktree}`}
        >
          <GitBranch size={14} aria-hidden="true" />
          <span className={styles.name}>{copied ? frame.copied : branch}</span>
        </button>
      )}
    </CopyButton>
  );
}
