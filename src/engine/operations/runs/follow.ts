import path from 'node:path';
import { LogState } from '../../../store/log-state.ts';
import { phaseOf } from '../../../workflows/run/moves.ts';
import type { Run, RunRole } from '../../../workflows/run/run-state.ts';
import { run } from '../../../workflows/run/run.ts';
import { runPaths, type RunContext } from '../../descriptors/run.ts';
import { type FollowingSteps, followSteps, type StepLogEntry } from '../follow-steps.ts';
import { ok } from '../../../base/result.ts';

export interface FollowingRun extends Omit<FollowingSteps, 'isWanted'> {
  readonly agent: RunRole | undefined;
}

/** Reads only: whoever conducts the run is not disturbed. */
export function followRun(
  runId: string,
  tools: Pick<RunContext, 'project' | 'env'>,
  { agent, ...following }: FollowingRun,
): AsyncGenerator<StepLogEntry, void, void> {
  const { log, own } = runPaths(tools, runId);
  const state = new LogState(log, run);
  const look = () => {
    const looked = state.look();
    if (!looked.ok || looked.value?.kind !== 'run') return looked.ok ? ok(undefined) : looked;
    const { step } = looked.value;
    return ok({ over: ENDS.has(step.at) ? phaseOf(step) : null });
  };
  const isWanted = (effect: string) => agent === undefined || effect.includes(`/${STEPS[agent]}#`);
  return followSteps({ log, own, look, roleOf }, { ...following, isWanted });
}

/** The state of a run as its log has it; undefined when the log cannot be read. */
export function runAsRecorded(folder: string): Run | undefined {
  const state = new LogState(path.join(folder, 'events.log'), run).look();
  return state.ok && state.value?.kind === 'run' ? state.value : undefined;
}

const ENDS: ReadonlySet<string> = new Set(['completed', 'failed', 'stopped']);

function roleOf(step: string): string | undefined {
  return Object.entries(STEPS).find(([, own]) => own === step)?.[0];
}

const STEPS: Readonly<Record<RunRole, string>> = {
  refiner: 'refine',
  builder: 'build',
  verifier: 'verify',
  gatekeeper: 'gate',
};
