import { catchFailure, type Failure } from '../../../base/failure.ts';
import type { Result } from '../../../base/result.ts';
import type { OpenSession } from '../../descriptors/session.ts';
import { findConductor } from '../../find-conductor.ts';
import { worktreeKinds } from '../../conductor/step.ts';
import { clearWorktree } from '../../work/worktrees.ts';
import { resetSession } from './decide.ts';
import { learnNow } from './learn.ts';

/** Ends a session before its work is done: what it taught is kept, and its worktrees go, with what they hold rescued. */
export async function endSession(open: OpenSession, signal: AbortSignal): Promise<Result<void, Failure>> {
  const ended = await resetSession(open);
  if (!ended.ok) return ended;
  const learned = await learnNow(open, signal);
  const { state } = open.store;
  // Whoever conducts it may still be writing there.
  if (!learned.ok || state.kind === 'none' || findConductor(open.folder) !== null) return learned;
  return catchFailure(async () => {
    for (const kind of worktreeKinds) await clearWorktree(open.services, `session-${state.request_id}/${kind}`);
  });
}
