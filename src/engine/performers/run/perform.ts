import { endAfterMs } from '../../../workflows/policy/limits.ts';
import type { RunEffect } from '../../../workflows/run/due.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { roles } from '../../../workflows/run/run-state.ts';
import { stepFailureOf } from '../../call-agent/call-agent.ts';
import type { Role } from '../../call-agent/choose-agent.ts';
import type { EffectContext } from '../../conductor/effects.ts';
import { type AgentCalls, warnAfter } from '../agent-step.ts';
import { build } from './build.ts';
import { gate } from './gate.ts';
import { checkPack } from './hunks.ts';
import { runBranch } from '../../repository-names.ts';
import type { Job, RunServices } from './job.ts';
import { prepare, test } from './measure.ts';
import { merge } from './merge.ts';
import { pack } from './pack.ts';
import { sync } from './publish.ts';
import { rebase } from './rebase.ts';
import { refine } from './refine.ts';
import { keepRound } from './rounds.ts';
import { clearFlags, stepFailed } from './run-folder.ts';
import { verify } from './verify.ts';

/** Does one step of a run, with the configuration as it is now. */
export async function performRun(
  services: RunServices,
  { id, run, step }: RunEffect,
  performing: EffectContext,
): Promise<RunEvent> {
  const settings = await services.settings();
  if (step.at === 'build' && run.iteration > 1) await keepRound(services, run.iteration - 1);
  clearFlags(services, step.at);
  const job: Job = {
    services,
    settings,
    config: settings.repository,
    id,
    run,
    step,
    ...performing,
    owner: run.run_id,
    branch: runBranch(services.project, run.run_id),
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
    case 'hunks':
      return checkPack({ ...job, step });
    case 'merge':
      return merge({ ...job, step });
    case 'rebase':
      return rebase({ ...job, step });
    case 'sync':
      return sync({ ...job, step });
    default:
      return step satisfies never;
  }
}

/** What all calls of a run have in common. */
function runAgentCalls(job: Job, name: Role): AgentCalls<RunEvent> {
  const role = roles.find((one) => one === name);
  if (role === undefined) throw new Error(`no role of a run: ${name}`);
  const { services, settings } = job;
  const { timeouts, auto_retry, timeout_action } = settings.global;
  const timeoutMs = timeouts[role];
  return {
    timeoutMs,
    endAfterMs: endAfterMs(timeoutMs, timeout_action),
    onEvent: (event) => services.onProgress({ kind: 'agent', role, event }),
    failed: (ended) =>
      stepFailed(job, ended.call.role, {
        calls: [ended.call],
        ...stepFailureOf(ended, services.words),
        auto_retry,
        timeout_action,
      }),
    ...(timeout_action === 'warn' && {
      watch: () =>
        warnAfter(timeoutMs, () => services.onProgress({ kind: 'overtime', role, afterMs: timeoutMs }), job.extraMs),
    }),
  };
}
