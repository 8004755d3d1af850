import path from 'node:path';
import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Git, Repository, Worktree } from '../../git/git.ts';
import { addWorktree } from '../../git/worktree.ts';
import { listWorktrees, openWorktree } from '../../git/worktree-list.ts';
import { removeWorktree, resetWorktree } from '../../git/worktree-removal.ts';
import type { Disk } from '../../files/disk.ts';
import type { Environment, Spawner } from '../../process/command.ts';
import type { OnEnginePoint } from '../points.ts';

/** What the performers of a run work with. */
export interface RunWorkshop {
  readonly repository: Repository;
  readonly git: Git;
  readonly spawner: Spawner;
  readonly disk: Disk;
  readonly env: Environment;
  /** Where worktrees lie: private to us, outside the repository. */
  readonly worktrees: string;
  /** The run's own folder, which the pack goes into. */
  readonly folder: string;
  readonly agentCommand: readonly [string, ...string[]];
  readonly testCommand: readonly [string, ...string[]];
  readonly onPoint: OnEnginePoint;
}

export interface WantedWorktree {
  /** `run-…/build` */
  readonly owner: string;
  readonly branch: string;
  readonly at: string;
}

/** A worktree that is exactly at the commit: made, or brought back there after what it held was rescued. */
export async function freshWorktree(workshop: RunWorkshop, wanted: WantedWorktree): Promise<Result<Worktree, Failure>> {
  const { git, repository, onPoint } = workshop;
  const folder = path.join(workshop.worktrees, wanted.owner);
  const found = await findWorktree(workshop, wanted.owner);
  if (!found.ok) return found;
  if (found.value === undefined) {
    const added = await addWorktree(git, repository, { ...wanted, folder });
    if (added.ok) onPoint('worktree.made');
    return added;
  }
  const { branch, at: commit } = wanted;
  const reset = await resetWorktree(git, found.value, { branch, commit, rescueAs: wanted.owner });
  return reset.ok ? ok(found.value) : reset;
}

/** Removes a worktree without losing what is in it; one that is not there is fine. */
export async function clearWorktree(workshop: RunWorkshop, owner: string): Promise<Result<void, Failure>> {
  const found = await findWorktree(workshop, owner);
  if (!found.ok || found.value === undefined) return found.ok ? ok() : found;
  const removed = await removeWorktree(workshop.git, found.value, owner);
  if (removed.ok) workshop.onPoint('worktree.removed');
  return removed.ok ? ok() : removed;
}

async function findWorktree(
  { git, repository }: RunWorkshop,
  owner: string,
): Promise<Result<Worktree | undefined, Failure>> {
  const listed = await listWorktrees(git, repository);
  if (!listed.ok) return listed;
  const ours = listed.value.find((worktree) => worktree.owner === owner);
  return ours === undefined ? ok(undefined) : openWorktree(git, repository, ours.folder);
}
