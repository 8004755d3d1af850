import { throwFailure } from '../base/failure.ts';
import { placeOnBranch } from './commit.ts';
import type { Git, Worktree } from './git.ts';
import { readOperation } from './repository.ts';
import { type ReachableAfter, readHeadIfSafe, type Rescue, rescueWorktree } from './rescue.ts';
import { populatedSubmodules, worktreeMatchesTree } from './snapshot.ts';
import { readGitStatus } from './status.ts';
import { isInPlace, removeFiles } from './worktree-identity.ts';
import { isStillOurs } from './worktree-list.ts';

/**
 * Removes a worktree of ours without losing anything that git does not ignore: rescued first, unless all of it is kept
 * elsewhere (null), and only when its files are then exactly the rescued ones. The caller has ended every process in it.
 * Its branch stays.
 */
export async function removeWorktree(git: Git, worktree: Worktree, rescueAs: string): Promise<Rescue | null> {
  const { folder } = worktree;
  const isThere = isInPlace(worktree);
  if (isThere) {
    const submodules = await populatedSubmodules(git, worktree);
    if (submodules.length > 0) return throwFailure('git.nested_repository', { folder, paths: submodules });
  }
  const rescue = await rescueIfNeeded(git, worktree, { rescueAs, staying: { commits: [], leaving: null } });
  if (isThere && rescue !== null && !(await worktreeMatchesTree(git, worktree, rescue.tree)))
    throwFailure('git.worktree_changed', { folder });
  await removeFiles(worktree);
  // Twice, because it is locked: by us, until it is gone.
  await git.record(worktree, ['worktree', 'remove', '--force', '--force', folder]);
  return rescue;
}

export interface WorktreeReset {
  /** Null: on none. */
  readonly branch: string | null;
  readonly commit: string;
  /** What the files are to be, when not those of the commit. */
  readonly tree?: string;
  readonly rescueAs: string;
}

/**
 * Resets one of our worktrees to a commit, for the next task or to repeat an interrupted step. What would be lost is
 * rescued first; ignored files stay.
 */
export async function resetWorktree(git: Git, worktree: Worktree, reset: WorktreeReset): Promise<Rescue | null> {
  const { folder } = worktree;
  const already = await isAt(git, worktree, reset);
  if (already) return null;
  const staying = { commits: [reset.commit], leaving: reset.branch };
  const rescue = await rescueIfNeeded(git, worktree, { rescueAs: reset.rescueAs, staying });
  const operation = readOperation(worktree);
  if (operation !== null && operation !== 'merge')
    return throwFailure('git.operation_in_progress', { folder, operation });
  const reason = `orchestral ${worktree.owner}: reset`;
  for (const args of [
    // Off whatever branch HEAD is on, so that the reset moves no branch.
    ['update-ref', '--no-deref', '-m', reason, 'HEAD', reset.commit],
    ['reset', '--hard', '--quiet', '--no-recurse-submodules', reset.commit],
    ...(reset.tree === undefined ? [] : [['read-tree', '--reset', '-u', reset.tree]]),
    ['clean', '--force', '-d', '--quiet'],
  ]) {
    await git.change(worktree, args);
  }
  const { branch, commit } = reset;
  if (branch !== null) await placeOnBranch(git, worktree, { branch, commit, reason });
  const same = await worktreeMatchesTree(git, worktree, reset.tree ?? reset.commit);
  return same ? rescue : throwFailure('git.worktree_changed', { folder });
}

/** Whether it already is as a reset would leave it. */
async function isAt(git: Git, worktree: Worktree, { branch, commit, tree = commit }: WorktreeReset): Promise<boolean> {
  if (tree !== commit || !isInPlace(worktree) || !isStillOurs(worktree)) return false;
  if (readOperation(worktree) !== null) return false;
  const { head, branch: current, staged } = await readGitStatus(git, worktree);
  if (head !== commit || current !== branch || staged.length > 0) return false;
  return worktreeMatchesTree(git, worktree, commit);
}

/** Null when there is nothing to rescue: the files are HEAD's, and HEAD is kept elsewhere. */
async function rescueIfNeeded(
  git: Git,
  worktree: Worktree,
  { rescueAs, staying }: { readonly rescueAs: string; readonly staying: ReachableAfter },
): Promise<Rescue | null> {
  if (isInPlace(worktree) && isStillOurs(worktree)) {
    const head = await readHeadIfSafe(git, worktree, staying);
    if (head !== null && (await worktreeMatchesTree(git, worktree, head))) return null;
  }
  return rescueWorktree(git, worktree, rescueAs);
}
