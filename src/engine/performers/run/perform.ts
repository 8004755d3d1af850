import { unwrap } from '../../../base/failure.ts';
import { endAfterMs } from '../../../workflows/policy/limits.ts';
import type { RunEffect } from '../../../workflows/run/due.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { roles, type RunRole } from '../../../workflows/run/run-state.ts';
import { stepFailureOf } from '../../call-agent/call-agent.ts';
import type { Role } from '../../call-agent/choose-agent.ts';
import type { EffectContext } from '../../conductor/effects.ts';
import type { AgentCalls, AgentStepFailed } from '../agent-step.ts';
import { build } from './build.ts';
import { gate } from './gate.ts';
import { branchOf, type Job, type RunServices } from './job.ts';
import { prepare, test } from './measure.ts';
import { merge } from './merge.ts';
import { pack } from './pack.ts';
import { refine } from './refine.ts';
import { clearFlags, writeErrorFlag } from './run-folder.ts';
import { verify } from './verify.ts';

/** Does one step of a run, with the configuration as it is now. */
export async function performRun(
  services: RunServices,
  { id, run, step }: RunEffect,
  performing: EffectContext,
): Promise<RunEvent> {
  const settings = unwrap(await services.settings());
  unwrap(clearFlags(services, step.at));
  const job: Job = {
    services,
    settings,
    config: settings.repository,
    id,
    run,
    step,
    ...performing,
    owner: run.run_id,
    branch: branchOf(run.run_id),
    accounts: run,
    sharers: () => 1,
    agentCalls: (role) => runAgentCalls(job, role),
  };
  switch (step.at) {
    case 'prepare':
      return prepare({ ...job, step });
    case 'refine':
      return refine({ ...job, step });
    case 'build':
      return build({ ...job, step });
    case 'verify':
      return verify({ ...job, step });
    case 'test':
      return test({ ...job, step });
    case 'gate':
      return gate({ ...job, step });
    case 'pack':
      return pack({ ...job, step });
    case 'merge':
      return merge({ ...job, step });
    default:
      return step satisfies never;
  }
}

/** What all calls of a run have in common. */
function runAgentCalls(job: Job, name: Role): AgentCalls<RunEvent> {
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
