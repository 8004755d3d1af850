import type { ApiRun } from '../../../../src/schema/api/runs.ts';
import type { State } from '../../marks/states.ts';

type Marked = Pick<ApiRun, 'phase' | 'step' | 'conductor'>;

/** How a run is marked: green only with the tree that its tests passed on. */
export function runState({ phase, step, conductor }: Marked, tree: string | null): State {
  if (step === 'proposed' || step === 'sync') return conductor === null ? 'waiting' : 'running';
  switch (phase) {
    case 'waiting_human':
    case 'ready_for_merge':
      return 'needs_you';
    case 'completed':
      return tree === null ? 'unproven' : 'done';
    case 'failed':
      return 'failed';
    case 'stopped':
      return 'waiting';
    case 'refine':
    case 'build':
    case 'verify':
    case 'gate':
      return conductor === null ? 'waiting' : 'running';
  }
}
