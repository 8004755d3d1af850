import type { OnEnginePoint } from '../../src/engine/conductor/effects.ts';
import type { OnStorePoint } from '../../src/store/crash-points.ts';

/** Every place where a process can be killed; one that is missing here does not compile, one that no test reaches fails. */
export const storePoints = all<Parameters<OnStorePoint>[0]>({
  'lock.taken': true,
  'log.written': true,
  'log.synced': true,
  'lock.released': true,
  'segment.written': true,
  'segment.kept': true,
  'segment.begun': true,
  'document.written': true,
  'document.announced': true,
  'document.kept': true,
  'document.replaced': true,
  'document.durable': true,
});

export const enginePoints = all<Parameters<OnEnginePoint>[0]>({
  'effect.recorded': true,
  'worktree.made': true,
  'agent.ended': true,
  'work.committed': true,
  'checks.ended': true,
  'files.written': true,
  'pack.written': true,
  'merge.made': true,
  'work.delivered': true,
  'work.pushed': true,
  'pull_request.written': true,
  'reply.written': true,
  'worktree.removed': true,
  'effect.performed': true,
  'outcome.recorded': true,
});

function all<Point extends string>(points: Record<Point, true>): string[] {
  return Object.keys(points);
}
