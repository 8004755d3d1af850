import fs from 'node:fs';
import path from 'node:path';
import { catchFailure, type Failure, throwFailure, unwrap } from '../base/failure.ts';
import { placeOnBranch } from './commit.ts';
import { retryWhileLocked } from './retry-while-locked.ts';
import type { Git, Repository, Worktree } from './git.ts';
import { isInside } from '../files/inside.ts';
import { adoptOwnIndex, noteState } from './kept-index.ts';
import { resolveRevision } from './repository.ts';
import { recordIdentity } from './worktree-identity.ts';
import { findHolder, listWorktrees, lockReason, openWorktree } from './worktree-list.ts';

export interface NewWorktree {
  /** Outside every checkout of the repository. */
  readonly folder: string;
  /** One line, for the lock: `run-…/T1`. */
  readonly owner: string;
  /** Made at `at`, or found there: a branch that stands elsewhere, or is checked out, is refused. Null: on none. */
  readonly branch: string | null;
  readonly at: string;
}

/** A locked worktree of ours, on a branch of its own without upstream, or on none. */
export function addWorktree(git: Git, repository: Repository, wanted: NewWorktree): Promise<Worktree> {
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_./-]*$/u.test(wanted.owner)) throw new Error(`not an owner: ${wanted.owner}`);
  return git.withLock(async () => {
    await isFree(git, repository, wanted);
    const { folder, owner, branch, at } = wanted;
    const args = ['worktree', 'add', '--detach', '--lock', '--reason', lockReason(owner), folder, at];
    const added = await catchFailure(() => retryWhileLocked(() => git.record(repository, args)));
    if (!added.ok && isTaken(added.error)) return throwFailure('git.folder_taken', { folder });
    unwrap(added);
    const worktree = recordIdentity(openWorktree(repository, folder));
    const tree = await resolveRevision(git, repository, `${at}^{tree}`);
    // Null: the objects went missing meanwhile. What the index holds is read, then.
    if (tree !== null) {
      await adoptOwnIndex(git, worktree, tree);
      noteState(git, worktree);
    }
    if (branch === null) return worktree;
    const reason = `${lockReason(owner)}: begin ${branch}`;
    const placed = await catchFailure(() => placeOnBranch(git, worktree, { branch, commit: at, reason }));
    noteState(git, worktree);
    if (placed.ok) return worktree;
    // Fresh from git, so there is nothing in it to lose.
    await git.record(repository, ['worktree', 'remove', '--force', '--force', worktree.folder]);
    return unwrap(placed);
  });
}

async function isFree(git: Git, repository: Repository, wanted: NewWorktree): Promise<void> {
  const { branch, at } = wanted;
  const folder = resolveRealPath(wanted.folder);
  const checkouts = await listWorktrees(git, repository);
  const around = [repository.commonDir, ...checkouts.map((checkout) => checkout.folder)];
  const outer = around.find((place) => isInside(folder, place) && folder !== place);
  if (outer !== undefined) return throwFailure('git.worktree_inside_repository', { folder, repository: outer });
  if (branch === null) return;
  const holder = findHolder(checkouts, branch);
  if (holder !== null) return throwFailure('git.branch_checked_out', { branch, folder: holder.folder });
  const ref = `refs/heads/${branch}`;
  const standing = await resolveRevision(git, repository, ref);
  if (standing === null || standing === at) return;
  return throwFailure('git.ref_moved', { ref, expected: at, found: standing });
}

/** The folder itself may not exist yet, but a link above it may lead into a checkout. */
export function resolveRealPath(folder: string): string {
  const absolute = path.resolve(folder);
  if (fs.existsSync(absolute)) return fs.realpathSync(absolute);
  const parent = path.dirname(absolute);
  return parent === absolute ? absolute : path.join(resolveRealPath(parent), path.basename(absolute));
}

function isTaken(error: Failure): boolean {
  return error.code === 'git.failed' && /already exists|already registered/u.test(error.params.stderr);
}
