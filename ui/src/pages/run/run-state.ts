import type { ApiRun } from '../../../../src/schema/api/runs.ts';
import type { State } from '../../marks/states.ts';

/** How a run is marked. */
export function runState(phase: ApiRun['phase'], isConducted: boolean): State {
  switch (phase) {
    case 'waiting_human':
    case 'ready_for_merge':
      return 'needs_you';
    case 'completed':
      return 'done';
    case 'failed':
      return 'failed';
    case 'stopped':
      return 'waiting';
    case 'refine':
    case 'build':
    case 'verify':
    case 'gate':
      return isConducted ? 'running' : 'waiting';
  }
}
