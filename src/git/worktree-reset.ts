import { catchFailure, throwFailure } from '../base/failure.ts';
import { placeHead, placeOnBranch } from './commit.ts';
import type { Git, Worktree } from './git.ts';
import {
  findKeptIndex,
  isUntouched,
  type KeptIndex,
  keepIndexOf,
  noteState,
  replaceOwnIndex,
  updateKeptIndex,
} from './kept-index.ts';
import { readOperation, resolveRevision } from './repository.ts';
import { type ReachableAfter, readHeadIfSafe, type Rescue, rescueWorktree } from './rescue.ts';
import { listNotNormalized, populatedSubmodules, worktreeMatchesTree } from './snapshot.ts';
import { readGitStatus, type Status } from './status.ts';
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
  if (await moveByDifference(git, worktree, reset)) return null;
  const staying = { commits: [reset.commit], leaving: reset.branch };
  const rescue = await rescueIfNeeded(git, worktree, { rescueAs: reset.rescueAs, staying });
  const operation = readOperation(worktree);
  if (operation !== null && operation !== 'merge')
    return throwFailure('git.operation_in_progress', { folder, operation });
  const reason = `orchestral ${worktree.owner}: reset`;
  // Git's own index may say anything of the files, also that some are to be overlooked.
  const kept = findKeptIndex(git, worktree);
  if (kept !== undefined) await replaceOwnIndex(worktree, kept);
  // Off whatever branch HEAD is on, so that the reset moves no branch.
  await placeHead(git, worktree, reset.commit);
  for (const args of [
    ['reset', '--hard', '--quiet', '--no-recurse-submodules', reset.commit],
    ...(reset.tree === undefined ? [] : [['read-tree', '--reset', '-u', reset.tree]]),
    ['clean', '--force', '-d', '--quiet'],
  ]) {
    await git.change(worktree, args);
  }
  const { branch, commit } = reset;
  if (branch !== null) await placeOnBranch(git, worktree, { branch, commit, reason });
  const wanted = reset.tree ?? reset.commit;
  if (!(await worktreeMatchesTree(git, worktree, wanted))) {
    const paths = await listNotNormalized(git, worktree, wanted);
    if (paths.length > 0) return throwFailure('git.not_normalized', { paths });
    return throwFailure('git.worktree_changed', { folder });
  }
  noteState(git, worktree);
  return rescue;
}

/**
 * Where nobody but us touched a worktree since we last had it in hand, only the files that differ between the two commits
 * are written. False, and nothing is done, where that cannot be said.
 */
async function moveByDifference(
  git: Git,
  worktree: Worktree,
  { branch, commit, tree }: WorktreeReset,
): Promise<boolean> {
  const kept = findKeptIndex(git, worktree);
  if (kept === undefined || tree !== undefined || !isInPlace(worktree) || !isStillOurs(worktree)) return false;
  if (!isUntouched(git, worktree)) return false;
  const { head, ...now } = await readGitStatus(git, worktree, { index: kept.file });
  if (head === null || now.unstaged.length + now.unmerged.length + now.untracked.length > 0) return false;
  return moveFiles(git, worktree, { kept, head, now, branch, commit });
}

/**
 * Moves a worktree on no branch to another commit, without a look at its files: for one that the caller knows. Only files
 * that differ are written, and only those that are as they were. False where nothing was done.
 */
export async function moveKnownWorktree(git: Git, worktree: Worktree, commit: string): Promise<boolean> {
  const kept = findKeptIndex(git, worktree);
  if (kept === undefined || !isInPlace(worktree) || !isStillOurs(worktree)) return false;
  if (!isUntouched(git, worktree)) return false;
  const head = await resolveRevision(git, worktree, 'HEAD^{commit}');
  return head !== null && moveFiles(git, worktree, { kept, head, now: { branch: null }, branch: null, commit });
}

interface FileMove extends Pick<WorktreeReset, 'branch' | 'commit'> {
  readonly kept: KeptIndex;
  readonly head: string;
  readonly now: Pick<Status, 'branch'>;
}

async function moveFiles(
  git: Git,
  worktree: Worktree,
  { kept, head, now, branch, commit }: FileMove,
): Promise<boolean> {
  const [from, to] = [await treeOf(git, worktree, head), await treeOf(git, worktree, commit)];
  if (from !== kept.tree || to === null) return false;
  if (head === commit && now.branch === branch) return true;
  // The commit that the branch is about to leave may be on no other.
  if (branch !== null && now.branch === branch) return false;
  const moved = await catchFailure(() =>
    updateKeptIndex(git, worktree, async (index) => {
      if (from !== to) await git.change(worktree, ['read-tree', '-m', '-u', from, to], { index });
      return { value: undefined, tree: to };
    }),
  );
  if (!moved.ok) return false;
  await replaceOwnIndex(worktree, await keepIndexOf(git, worktree, to));
  const reason = `orchestral ${worktree.owner}: reset`;
  if (branch === null) await placeHead(git, worktree, commit);
  else await placeOnBranch(git, worktree, { branch, commit, reason });
  noteState(git, worktree);
  return true;
}

function treeOf(git: Git, worktree: Worktree, commit: string): Promise<string | null> {
  return resolveRevision(git, worktree, `${commit}^{tree}`);
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
