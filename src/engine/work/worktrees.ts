import fs from 'node:fs';
import path from 'node:path';
import { fail, unwrap } from '../../base/failure.ts';
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
export async function checkOutWorktree(services: StepServices, wanted: WorktreeRequest): Promise<Worktree> {
  const { git, repository, onPoint } = services;
  const { branch, at, owner } = wanted;
  const found = await presentWorktree(services, owner);
  if (found !== undefined) {
    const reset = { branch, commit: at, rescueAs: owner };
    unwrap(await withNestedReposMoved(services, found, () => resetWorktree(git, found, reset)));
    return found;
  }
  if (branch !== null) await freeBranch(services, { branch, at, owner });
  const folder = path.join(wanted.root, owner);
  const added = unwrap(await addWorktree(git, repository, { folder, owner, branch: null, at }));
  const reason = `orchestral ${owner}: begin ${branch}`;
  if (branch !== null) unwrap(await placeOnBranch(git, added, { branch, commit: at, reason }));
  onPoint('worktree.made');
  return added;
}

/** One whose folder somebody deleted is forgotten, after what git still knows of it was rescued. */
async function presentWorktree(services: StepServices, owner: string): Promise<Worktree | undefined> {
  const found = findWorktree(services.repository, owner);
  if (found === undefined || fs.existsSync(found.folder)) return found;
  await clearWorktree(services, owner);
  return undefined;
}

/** Removes a worktree without losing what is in it; one that is not there is fine. */
export async function clearWorktree(
  services: Pick<StepServices, 'git' | 'repository' | 'disk' | 'onPoint'>,
  owner: string,
): Promise<void> {
  const found = findWorktree(services.repository, owner);
  if (found === undefined) return;
  unwrap(await withNestedReposMoved(services, found, () => removeWorktree(services.git, found, owner)));
  services.onPoint('worktree.removed');
}

/** Keeps a commit that a branch of ours is about to leave. */
export async function keepCommit(
  { git, repository }: StepServices,
  { owner, commit }: { readonly owner: string; readonly commit: string },
): Promise<void> {
  const ref = `refs/orchestral/rescue/${owner}/branch-${commit.slice(0, 12)}`;
  const message = `orchestral ${owner}: rescue`;
  const kept = await moveOwnRef(git, repository, { ref, to: commit, expected: null, message });
  const isThere = !kept.ok && kept.error.code === 'git.ref_moved' && kept.error.params.found === commit;
  if (!isThere) unwrap(kept);
}

/**
 * Our branch may stand where a step left it that was never recorded: that is kept under another name. Another worktree of
 * ours may still have it from before, which is about to get another; one of a person may not.
 */
async function freeBranch(
  services: StepServices,
  { branch, at, owner }: { readonly branch: string; readonly at: string; readonly owner: string },
): Promise<void> {
  const { git, repository } = services;
  const holder = unwrap(await findBranchHolder(git, repository, branch));
  if (holder !== null && holder.owner === null)
    unwrap(fail('git.branch_checked_out', { branch, folder: holder.folder }));
  const standing = unwrap(await resolveRevision(git, repository, `refs/heads/${branch}`));
  if (standing !== null && standing !== at) await keepCommit(services, { owner, commit: standing });
}
