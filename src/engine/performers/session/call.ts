import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { ROLE_TIMEOUT_MS } from '../../../workflows/policy/limits.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { failureOf } from '../../call-agent/call-for-step.ts';
import { type AgentStep, performAgentStep } from '../agent-step.ts';
import type { SessionJob } from './job.ts';

/** Performs a step of a session that calls an agent. */
export async function performSessionAgent<Answer>(
  job: SessionJob,
  step: AgentStep<Answer, SessionEvent>,
): Promise<Result<SessionEvent, Failure>> {
  const { role } = step;
  const { services, settings, id } = job;
  const event = await performAgentStep<Answer, SessionEvent>(job, step, {
    timeoutMs: ROLE_TIMEOUT_MS.session,
    onEvent: (one) => services.onProgress({ effect: id, role, event: one }),
    failed: (ended) => {
      const { auto_retry } = settings.global;
      const data = { effect: id, calls: [ended.call], ...failureOf(ended, services.words), auto_retry };
      return { type: 'step_failed', data };
    },
  });
  return ok(event);
}
