import { unwrap } from '../../../base/failure.ts';
import type { RunEffect } from '../../../workflows/run/due.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import type { EffectContext } from '../../conductor/effect-run.ts';
import { runAgentCalls } from './agent-calls.ts';
import { build } from './build.ts';
import { gate } from './gate.ts';
import { merge } from './merge.ts';
import { pack } from './pack.ts';
import { prepare } from './measure.ts';
import { refine } from './refine.ts';
import { clearFlags } from './run-folder.ts';
import { test } from './test.ts';
import { verify } from './verify.ts';
import { branchOf, type Job, type RunServices } from './job.ts';

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
