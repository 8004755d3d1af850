import type { WantedAnswer } from '../../../agents/port.ts';
import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { Wanted } from '../../../schema/wanted.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { endAfterMs } from '../../../workflows/policy/limits.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import type { RunRole } from '../../../workflows/run/run-state.ts';
import type { RunSettings } from '../../run-settings.ts';
import { callAgentForStep, type FailedCall, failureOf } from '../../call-agent/call-for-step.ts';
import { writeErrorFlag } from './run-folder.ts';
import type { Job } from './job.ts';

export interface RoleCall<T> {
  readonly role: RunRole;
  readonly prompt: string;
  /** Where it works. */
  readonly folder: string;
  readonly answer: Wanted<T> & Pick<WantedAnswer, 'isMeant'>;
}

export type RoleCallOutcome<T> =
  | { readonly status: 'answered'; readonly text: string; readonly answer: T | undefined; readonly call: CallRecord }
  /** What the step comes to. */
  | { readonly status: 'over'; readonly event: RunEvent };

/** Calls the agent of a role for this step. */
export async function callRole<T>(job: Job, wanted: RoleCall<T>): Promise<Result<RoleCallOutcome<T>, Failure>> {
  const { role } = wanted;
  const stopWatching = watchTime(job, role);
  try {
    const called = await callAgentForStep<T>(job, {
      ...wanted,
      ...timing(job.settings, role),
      onEvent: (event) => job.services.onProgress({ kind: 'agent', role, event }),
    });
    if (!called.ok) return called;
    return ok(called.value.status === 'answered' ? called.value : over(job, called.value));
  } finally {
    stopWatching();
  }
}

/** The agent did not do its work: what that means for the run is the workflow's to say. */
function over({ services, settings, id, run, step }: Job, ended: FailedCall): { status: 'over'; event: RunEvent } {
  const { call } = ended;
  const { auto_retry, timeout_action } = settings.global;
  const failed = { ...failureOf(ended, services.words), auto_retry, timeout_action };
  const { kind, message } = failed;
  const at = services.clock.now();
  writeErrorFlag(services, step.at, { agent: call.role, kind, message, attempt: run.repeats + 1, at });
  return { status: 'over', event: { type: 'step_failed', data: { effect: id, calls: [call], ...failed } } };
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
