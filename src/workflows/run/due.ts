import { type ActiveStep, type HunkStep, type Run, type RunState, type RunStep } from './run-state.ts';

/** Something to be done for a run. The id is the same however often it is tried. */
export interface RunEffect {
  readonly id: string;
  readonly step: ActiveStep | HunkStep;
  readonly run: Run;
}

/** What should be going on, given the state: nothing once the run has ended, was stopped or waits. */
export function due(state: RunState): readonly RunEffect[] {
  if (state.kind === 'unstarted' || !isActive(state.step)) return [];
  return [{ id: effectId(state, state.step), step: state.step, run: state }];
}

/** The same, and what is still to be added to a pack once it is shown. */
export function dueWithHunks(state: RunState): readonly RunEffect[] {
  if (state.kind === 'unstarted' || state.hunks === undefined) return due(state);
  return [{ id: effectId(state, state.hunks), step: state.hunks, run: state }];
}

const active: ReadonlySet<RunStep['at']> = new Set<ActiveStep['at']>([
  'prepare',
  'refine',
  'build',
  'verify',
  'test',
  'gate',
  'pack',
  'merge',
]);

export function isActive(step: RunStep): step is ActiveStep {
  return active.has(step.at);
}

/** `run-…/build#2`: the second of its kind that comes to an outcome. */
function effectId({ run_id, outcomes }: Run, { at }: ActiveStep | HunkStep): string {
  return `${run_id}/${at}#${(outcomes[at] ?? 0) + 1}`;
}
