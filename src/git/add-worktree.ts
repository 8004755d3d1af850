import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { placeOnBranch } from './commit.ts';
import { retryWhileLocked } from './retry-while-locked.ts';
import type { Git, Repository, Worktree } from './git.ts';
import { isInside, resolveRevision } from './repository.ts';
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
export function addWorktree(git: Git, repository: Repository, wanted: NewWorktree): Promise<Result<Worktree, Failure>> {
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_./-]*$/u.test(wanted.owner)) throw new Error(`not an owner: ${wanted.owner}`);
  return git.withLock(async () => {
    const free = await isFree(git, repository, wanted);
    if (!free.ok) return free;
    const { folder, owner, branch, at } = wanted;
    const added = await retryWhileLocked(() =>
      git.record(repository, ['worktree', 'add', '--detach', '--lock', '--reason', lockReason(owner), folder, at]),
    );
    if (!added.ok) return notAdded(added.error, folder);
    const worktree = await openWorktree(git, repository, folder);
    if (!worktree.ok) return worktree;
    if (branch === null) return worktree;
    const reason = `${lockReason(owner)}: begin ${branch}`;
    const placed = await placeOnBranch(git, worktree.value, { branch, commit: at, reason });
    if (placed.ok) return worktree;
    // Fresh from git, so there is nothing in it to lose.
    await git.record(repository, ['worktree', 'remove', '--force', '--force', worktree.value.folder]);
    return placed;
  });
}

async function isFree(git: Git, repository: Repository, wanted: NewWorktree): Promise<Result<void, Failure>> {
  const { branch, at } = wanted;
  const folder = resolveRealPath(wanted.folder);
  const checkouts = await listWorktrees(git, repository);
  if (!checkouts.ok) return checkouts;
  const around = [repository.commonDir, ...checkouts.value.map((checkout) => checkout.folder)];
  const outer = around.find((place) => isInside(folder, place) && folder !== place);
  if (outer !== undefined) return fail('git.worktree_inside_repository', { folder, repository: outer });
  if (branch === null) return ok();
  const holder = findHolder(checkouts.value, branch);
  if (holder !== null) return fail('git.branch_checked_out', { branch, folder: holder.folder });
  const ref = `refs/heads/${branch}`;
  const standing = await resolveRevision(git, repository, ref);
  if (!standing.ok) return standing;
  if (standing.value === null || standing.value === at) return ok();
  return fail('git.ref_moved', { ref, expected: at, found: standing.value });
}

/** The folder itself may not exist yet, but a link above it may lead into a checkout. */
export function resolveRealPath(folder: string): string {
  const absolute = path.resolve(folder);
  if (fs.existsSync(absolute)) return fs.realpathSync(absolute);
  const parent = path.dirname(absolute);
  return parent === absolute ? absolute : path.join(resolveRealPath(parent), path.basename(absolute));
}

function notAdded(error: Failure, folder: string): Result<never, Failure> {
  const taken = error.code === 'git.failed' && /already exists|already registered/u.test(error.params.stderr);
  return taken ? fail('git.folder_taken', { folder }) : { ok: false, error };
}
