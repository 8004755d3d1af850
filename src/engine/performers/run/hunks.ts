import { catchFailure, unwrap } from '../../../base/failure.ts';
import type { HunkCheck } from '../../../schema/hunk-check.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { checkHunks, HUNK_LIMITS } from '../../work/check-hunks.ts';
import { clearWorktree } from '../../work/worktrees.ts';
import type { Job, JobAt } from './job.ts';
import { writePack } from './pack.ts';

/** A room of its own: the work may be merged meanwhile. */
export function hunkRoom(owner: string): string {
  return `${owner}/hunks`;
}

/** Finds out which parts of a pack that is shown already the tests notice, and adds it. */
export async function checkPack(job: JobAt<'hunks'>): Promise<RunEvent> {
  const { services, step, owner, id } = job;
  const places = { check: hunkRoom(owner) };
  const checked = await catchFailure(() => checkWork({ ...job, places }, { commit: step.work.commit, limit: 'pack' }));
  await clearWorktree(services, hunkRoom(owner));
  if (!checked.ok && checked.error.code === 'work.cancelled') unwrap(checked);
  // The pack is as good as it was.
  const hunks = checked.ok ? checked.value : null;
  await writePack({ ...job, step }, hunks);
  services.onPoint('pack.written');
  return { type: 'hunks_checked', data: { effect: id, hunks } };
}

export function checkWork(
  job: Job,
  { commit, limit }: { readonly commit: string; readonly limit: keyof typeof HUNK_LIMITS },
): Promise<HunkCheck> {
  const commits = { baseline: job.run.base.commit, candidate: commit };
  return checkHunks(job, commits, { limits: HUNK_LIMITS[limit] });
}
