import type { AnswerOf } from '../../../../src/schema/api/routes.ts';
import type { State } from '../../marks/states.ts';

export type ApiSession = AnswerOf<'sessions.read'>;

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
