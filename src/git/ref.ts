import { catchFailure, throwFailure, unwrap } from '../base/failure.ts';
import { retryWhileLocked } from './retry-while-locked.ts';
import type { Git, Checkout } from './git.ts';
import { resolveRevision } from './repository.ts';
import { findBranchHolder } from './worktree-list.ts';

export interface RefMove {
  /** In full: `refs/heads/…`. */
  readonly ref: string;
  readonly to: string;
  /** What it must be now; null: it must not exist. */
  readonly expected: string | null;
  /** For the reflog: `orchestral <run>/<task>: …`. */
  readonly message: string;
}

/**
 * Moves a ref if it still is where it is expected. A branch that is checked out anywhere is refused: its checkout
 * would then show the difference as changes of the user's.
 */
export async function moveRef(git: Git, checkout: Checkout, move: RefMove): Promise<void> {
  const branch = /^refs\/heads\/(.+)$/su.exec(move.ref)?.[1];
  if (branch !== undefined) {
    const holder = await findBranchHolder(git, checkout, branch);
    if (holder !== null) return throwFailure('git.branch_checked_out', { branch, folder: holder.folder });
  }
  return moveOwnRef(git, checkout, move);
}

/** Removes one of our refs if it still is where it is expected. A missing ref is not a failure. */
export async function removeOwnRef(
  git: Git,
  checkout: Checkout,
  { ref, expected, message }: Omit<RefMove, 'to'> & { readonly expected: string },
): Promise<void> {
  const args = ['update-ref', '-m', message, '-z', '--stdin'];
  const stdin = `delete ${ref}\0${expected}\0`;
  const removed = await catchFailure(() => retryWhileLocked(() => git.record(checkout, args, { stdin })));
  if (removed.ok) return;
  const found = await resolveRevision(git, checkout, ref);
  if (found === null) return;
  if (found !== expected) throwFailure('git.ref_moved', { ref, expected, found });
  unwrap(removed);
}

/** Removes those of our refs that still are where they are expected, all at once where that can be. */
export async function removeOwnRefs(
  git: Git,
  checkout: Checkout,
  { refs, message }: { readonly refs: ReadonlyMap<string, string>; readonly message: string },
): Promise<void> {
  if (refs.size === 0) return;
  const stdin = [...refs].map(([ref, expected]) => `delete ${ref}\0${expected}\0`).join('');
  const args = ['update-ref', '-m', message, '-z', '--stdin'];
  const removed = await catchFailure(() => retryWhileLocked(() => git.record(checkout, args, { stdin })));
  if (removed.ok) return;
  for (const [ref, expected] of refs) await catchFailure(() => removeOwnRef(git, checkout, { ref, expected, message }));
}

/** As `moveRef` without the check for checkouts: for branches of our own worktrees, and refs that are not branches. */
export async function moveOwnRef(git: Git, checkout: Checkout, move: RefMove): Promise<void> {
  const { ref, to, expected, message } = move;
  const line = expected === null ? `create ${ref}\0${to}\0` : `update ${ref}\0${to}\0${expected}\0`;
  const args = ['update-ref', '--create-reflog', '-m', message, '-z', '--stdin'];
  const stdin = `start\0${line}prepare\0commit\0`;
  const moved = await catchFailure(() => retryWhileLocked(() => git.record(checkout, args, { stdin })));
  if (moved.ok) return;
  const found = await resolveRevision(git, checkout, ref);
  if (found !== expected) throwFailure('git.ref_moved', { ref, expected, found });
  unwrap(moved);
}
