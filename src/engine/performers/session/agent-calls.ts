import { ROLE_TIMEOUT_MS } from '../../../workflows/policy/limits.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { stepFailureOf } from '../../call-agent/call-agent.ts';
import type { Role } from '../../call-agent/choose-agent.ts';
import type { AgentCalls } from '../agent-step.ts';
import type { SessionJob } from './job.ts';

/** What all calls of a session have in common. */
export function sessionAgentCalls({ services, settings, id }: SessionJob, role: Role): AgentCalls<SessionEvent> {
  return {
    timeoutMs: ROLE_TIMEOUT_MS.session,
    onEvent: (event) => services.onProgress({ effect: id, role, event }),
    failed: (ended) => {
      const { auto_retry } = settings.global;
      const data = { effect: id, calls: [ended.call], ...stepFailureOf(ended, services.words), auto_retry };
      return { type: 'step_failed', data };
    },
  };
}
