import type { Failure } from '../../../base/failure.ts';
import type { Result } from '../../../base/result.ts';
import type { OpenSession } from '../../descriptors/session.ts';
import { learnNow } from './learn.ts';

/** Takes a session as far as it goes. One that stops on the way has taught something all the same. */
export async function conductSession(open: OpenSession, signal: AbortSignal): Promise<Result<void, Failure>> {
  const conducted = await open.conduct(signal);
  const { state } = open.store;
  const hasStopped = state.kind === 'session' && state.status === 'stopped';
  if (!conducted.ok || signal.aborted || !hasStopped) return conducted;
  return learnNow(open, signal);
}
