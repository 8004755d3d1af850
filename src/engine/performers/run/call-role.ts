import { endAfterMs } from '../../../workflows/policy/limits.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import type { RunRole } from '../../../workflows/run/run-state.ts';
import { failureOf } from '../../call-agent/call-for-step.ts';
import type { RunSettings } from '../../run-settings.ts';
import { type AgentStep, type AgentStepFailed, performAgentStep } from '../agent-step.ts';
import type { Job } from './job.ts';
import { writeErrorFlag } from './run-folder.ts';

/** Performs a step of a run that calls an agent. */
export async function performRunAgent<Answer>(
  job: Job,
  step: AgentStep<Answer, RunEvent> & { readonly role: RunRole },
): Promise<RunEvent> {
  const { role } = step;
  const stopWatching = watchTime(job, role);
  try {
    return await performAgentStep(job, step, {
      ...timing(job.settings, role),
      onEvent: (event) => job.services.onProgress({ kind: 'agent', role, event }),
      failed: (ended) => stepFailed(job, ended),
    });
  } finally {
    stopWatching();
  }
}

/** The agent did not do its work: what that means for the run is the workflow's to say. */
function stepFailed({ services, settings, id, run, step }: Job, ended: AgentStepFailed): RunEvent {
  const { call } = ended;
  const { auto_retry, timeout_action } = settings.global;
  const failed = { ...failureOf(ended, services.words), auto_retry, timeout_action };
  const { kind, message } = failed;
  const at = services.clock.now();
  writeErrorFlag(services, step.at, { agent: call.role, kind, message, attempt: run.repeats + 1, at });
  return { type: 'step_failed', data: { effect: id, calls: [call], ...failed } };
}

function timing({ global, ...roles }: RunSettings, role: RunRole) {
  const timeoutMs = global.timeouts[role];
  return {
    timeoutMs,
    roleModel: roles[role].model,
    endAfterMs: endAfterMs(timeoutMs, global.timeout_action),
  };
}

/** Tells once that a role takes longer than it is meant to. */
function watchTime({ services, settings }: Job, role: RunRole): () => void {
  const afterMs = settings.global.timeouts[role];
  if (settings.global.timeout_action !== 'warn') return () => undefined;
  const timer = setTimeout(
    () => services.onProgress({ kind: 'overtime', role, afterMs }),
    Math.min(afterMs, 2 ** 31 - 1),
  );
  return () => clearTimeout(timer);
}
