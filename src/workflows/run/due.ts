import { isActive } from './apply.ts';
import type { ActiveStep, Run, RunState } from './run-state.ts';

/** Something to be done for a run. The id is the same however often it is tried. */
export interface RunEffect {
  readonly id: string;
  readonly run: Pick<Run, 'run_id' | 'base' | 'iteration'>;
  readonly step: ActiveStep;
}

/** What should be going on, given the state: nothing once the run has ended, was stopped or waits. */
export function due(state: RunState): readonly RunEffect[] {
  if (state.kind === 'unstarted' || !isActive(state.step)) return [];
  const { run_id, base, iteration, step } = state;
  return [{ id: `${run_id}/${step.at}#${iteration}`, run: { run_id, base, iteration }, step }];
}
