import type { ApiSession } from '../../../../src/schema/api/sessions.ts';
import type { State } from '../../marks/states.ts';

/** How a session is marked. */
export function sessionState({
  status,
  question,
  failure,
  conductor,
}: Pick<ApiSession, 'status' | 'question' | 'failure' | 'conductor'>): State {
  if (question !== null) return 'needs_you';
  if (failure !== null) return 'failed';
  if (status === 'completed') return 'ready';
  return conductor === null ? 'waiting' : 'running';
}
