import type { RunEvent } from '../../../workflows/run/events.ts';
import { roles, type RunRole, type RunState } from '../../../workflows/run/run-state.ts';
import { foldSteps, type RecordedStep } from '../fold-steps.ts';
import type { Fold } from '../log-history.ts';

/** One step of a run. */
export interface RunStage extends RecordedStep {
  readonly step: StageStep;
  readonly role: RunRole | null;
  readonly round: number;
}

const STEPS = ['prepare', 'refine', 'build', 'verify', 'test', 'gate', 'pack', 'hunks', 'merge', 'rebase'] as const;

type StageStep = (typeof STEPS)[number] | 'other';

const roleOf: Partial<Record<StageStep, RunRole>> = Object.fromEntries(
  (['refine', 'build', 'verify', 'gate'] as const).map((step, n) => [step, roles[n]]),
);

/** The steps of a run, oldest first. */
export function foldStages(): Fold<RunState, RunEvent, readonly RunStage[]> {
  return foldSteps((effect, state) => {
    const step = stepOf(effect);
    return { step, role: roleOf[step] ?? null, round: state.kind === 'run' ? state.iteration : 1 };
  });
}

function stepOf(effect: string): StageStep {
  const [, name] = /\/(\w+)#\d+$/.exec(effect) ?? [];
  return STEPS.find((step) => step === name) ?? 'other';
}
