import type { Git, Worktree } from './git.ts';
import { type ExcludePath, excludeNothing } from './exclude-paths.ts';
import { withScratchIndex } from './scratch-index.ts';
import { readGitStatus } from './status.ts';

/**
 * Whether a worktree holds exactly the files of a tree, beside what git ignores and what is left out.
 * Every file is read again: no cached index is trusted here.
 */
export async function worktreeMatchesTree(
  git: Git,
  worktree: Worktree,
  tree: string,
  exclude: ExcludePath = excludeNothing,
): Promise<boolean> {
  return withScratchIndex(worktree, async ({ file: index }) => {
    await git.record(worktree, ['read-tree', tree], { index });
    const { unstaged, unmerged, untracked } = await readGitStatus(git, worktree, { index });
    const others = [...unstaged.map(({ path }) => path), ...unmerged, ...untracked];
    return others.every(exclude);
  });
}
