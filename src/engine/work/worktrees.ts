import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { placeOnBranch } from '../../git/commit.ts';
import type { Worktree } from '../../git/git.ts';
import { moveOwnRef } from '../../git/ref.ts';
import { resolveRevision } from '../../git/repository.ts';
import { addWorktree } from '../../git/add-worktree.ts';
import { findBranchHolder, findWorktree } from '../../git/worktree-list.ts';
import { removeWorktree, resetWorktree } from '../../git/worktree-reset.ts';
import { withNestedReposMoved } from './nested-repositories.ts';
import type { StepServices } from '../conductor/step.ts';

export interface WorktreeRequest {
  /** `run-…/build`: also where it lies below `root`. */
  readonly owner: string;
  /** Null: on none. */
  readonly branch: string | null;
  readonly at: string;
  readonly root: string;
}

/** A worktree that is exactly at the commit: made, or brought back there after what it held was rescued. */
export async function checkOutWorktree(
  services: StepServices,
  wanted: WorktreeRequest,
): Promise<Result<Worktree, Failure>> {
  const { git, repository, onPoint } = services;
  const { branch, at, owner } = wanted;
  const found = await presentWorktree(services, owner);
  if (!found.ok) return found;
  if (found.value !== undefined) {
    const { value: worktree } = found;
    const wish = { branch, commit: at, rescueAs: owner };
    const reset = await withNestedReposMoved(services, worktree, () => resetWorktree(git, worktree, wish));
    return reset.ok ? ok(worktree) : reset;
  }
  const free = branch === null ? ok() : await freeBranch(services, { branch, at, owner });
  if (!free.ok) return free;
  const folder = path.join(wanted.root, owner);
  const added = await addWorktree(git, repository, { folder, owner, branch: null, at });
  if (!added.ok) return added;
  const place = { branch: branch ?? '', commit: at, reason: `orchestral ${owner}: begin ${branch}` };
  const placed = branch === null ? ok() : await placeOnBranch(git, added.value, place);
  if (!placed.ok) return placed;
  onPoint('worktree.made');
  return added;
}

/** One whose folder somebody deleted is forgotten, after what git still knows of it was rescued. */
async function presentWorktree(services: StepServices, owner: string): Promise<Result<Worktree | undefined, Failure>> {
  const found = findWorktree(services.repository, owner);
  if (found === undefined || fs.existsSync(found.folder)) return ok(found);
  const cleared = await clearWorktree(services, owner);
  return cleared.ok ? ok(undefined) : cleared;
}

/** Removes a worktree without losing what is in it; one that is not there is fine. */
export async function clearWorktree(
  services: Pick<StepServices, 'git' | 'repository' | 'disk' | 'onPoint'>,
  owner: string,
): Promise<Result<void, Failure>> {
  const found = findWorktree(services.repository, owner);
  if (found === undefined) return ok();
  const removed = await withNestedReposMoved(services, found, () => removeWorktree(services.git, found, owner));
  if (removed.ok) services.onPoint('worktree.removed');
  return removed.ok ? ok() : removed;
}

/** Keeps a commit that a branch of ours is about to leave. */
export async function keepCommit(
  { git, repository }: StepServices,
  { owner, commit }: { readonly owner: string; readonly commit: string },
): Promise<Result<void, Failure>> {
  const ref = `refs/orchestral/rescue/${owner}/branch-${commit.slice(0, 12)}`;
  const message = `orchestral ${owner}: rescue`;
  const kept = await moveOwnRef(git, repository, { ref, to: commit, expected: null, message });
  return kept.ok || (kept.error.code === 'git.ref_moved' && kept.error.params.found === commit) ? ok() : kept;
}

/**
 * Our branch may stand where a step left it that was never recorded: that is kept under another name. Another worktree of
 * ours may still have it from before, which is about to get another; one of a person may not.
 */
async function freeBranch(
  services: StepServices,
  { branch, at, owner }: { readonly branch: string; readonly at: string; readonly owner: string },
): Promise<Result<void, Failure>> {
  const { git, repository } = services;
  const holder = await findBranchHolder(git, repository, branch);
  if (!holder.ok) return holder;
  if (holder.value !== null && holder.value.owner === null)
    return fail('git.branch_checked_out', { branch, folder: holder.value.folder });
  const standing = await resolveRevision(git, repository, `refs/heads/${branch}`);
  if (!standing.ok) return standing;
  if (standing.value === null || standing.value === at) return ok();
  return keepCommit(services, { owner, commit: standing.value });
}
