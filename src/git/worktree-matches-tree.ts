import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
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
): Promise<Result<boolean, Failure>> {
  return withScratchIndex(worktree, async ({ file: index }) => {
    const read = await git.record(worktree, ['read-tree', tree], { index });
    if (!read.ok) return read;
    const status = await readGitStatus(git, worktree, { index });
    if (!status.ok) return status;
    const { unstaged, unmerged, untracked } = status.value;
    const others = [...unstaged.map(({ path }) => path), ...unmerged, ...untracked];
    return ok(others.every(exclude));
  });
}
