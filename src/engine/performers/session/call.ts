import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { ROLE_TIMEOUT_MS } from '../../../workflows/policy/limits.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { callAgentForStep, failureOf, type StepCall } from '../../call-agent/call-for-step.ts';
import type { SessionJob } from './job.ts';

export type SessionCallOutcome<T> =
  | { readonly status: 'answered'; readonly text: string; readonly answer: T | undefined; readonly call: CallRecord }
  | { readonly status: 'over'; readonly event: SessionEvent };

/** Calls the agent of a role for this step. */
export async function callSessionAgent<T>(
  job: SessionJob,
  wanted: Omit<StepCall<T>, 'onEvent'>,
): Promise<Result<SessionCallOutcome<T>, Failure>> {
  const { services, id, settings } = job;
  const { role } = wanted;
  const called = await callAgentForStep<T>(job, {
    timeoutMs: ROLE_TIMEOUT_MS.session,
    ...wanted,
    onEvent: (event) => services.onProgress({ effect: id, role, event }),
  });
  if (!called.ok) return called;
  if (called.value.status === 'answered') return ok(called.value);
  const { auto_retry } = settings.global;
  const failed = { ...failureOf(called.value, services.words), auto_retry };
  const data = { effect: id, calls: [called.value.call], ...failed };
  return ok({ status: 'over', event: { type: 'step_failed', data } });
}
