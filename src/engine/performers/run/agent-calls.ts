import { endAfterMs } from '../../../workflows/policy/limits.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { roles, type RunRole } from '../../../workflows/run/run-state.ts';
import { stepFailureOf } from '../../call-agent/call-agent.ts';
import type { Role } from '../../call-agent/choose-agent.ts';
import type { AgentCalls, AgentStepFailed } from '../agent-step.ts';
import type { Job } from './job.ts';
import { writeErrorFlag } from './run-folder.ts';

/** What all calls of a run have in common. */
export function runAgentCalls(job: Job, name: Role): AgentCalls<RunEvent> {
  const role = roles.find((one) => one === name);
  if (role === undefined) throw new Error(`no role of a run: ${name}`);
  const { services, settings } = job;
  const { timeouts, timeout_action } = settings.global;
  const timeoutMs = timeouts[role];
  return {
    timeoutMs,
    roleModel: settings[role].model,
    endAfterMs: endAfterMs(timeoutMs, timeout_action),
    onEvent: (event) => services.onProgress({ kind: 'agent', role, event }),
    failed: (ended) => stepFailed(job, ended),
    ...(timeout_action === 'warn' && { watch: () => warnAfter(job, role, timeoutMs) }),
  };
}

/** The agent did not do its work: what that means for the run is the workflow's to say. */
function stepFailed({ services, settings, id, run, step }: Job, ended: AgentStepFailed): RunEvent {
  const { call } = ended;
  const { auto_retry, timeout_action } = settings.global;
  const failed = { ...stepFailureOf(ended, services.words), auto_retry, timeout_action };
  const { kind, message } = failed;
  const at = services.clock.now();
  writeErrorFlag(services, step.at, { agent: call.role, kind, message, attempt: run.repeats + 1, at });
  return { type: 'step_failed', data: { effect: id, calls: [call], ...failed } };
}

/** Tells once that a role takes longer than it is meant to. */
function warnAfter({ services }: Job, role: RunRole, afterMs: number): () => void {
  const warn = () => services.onProgress({ kind: 'overtime', role, afterMs });
  const timer = setTimeout(warn, Math.min(afterMs, 2 ** 31 - 1));
  return () => clearTimeout(timer);
}
