import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { Graph } from '../../../workflows/auto/graph-state.ts';
import { phaseProgress, type PhaseProgress } from './phase-progress.ts';

/** `--phase`: it has something to do, and no phase before it has. */
export function requirePhase(graph: Graph, phase: number): Result<void, Failure> {
  const phases = phaseProgress(graph);
  const wanted = phases.find((one) => one.phase === phase);
  // What is left of it may be its merge.
  const isHere = graph.current_phase === phase && ['tasks', 'repair', 'deliver'].includes(graph.stage.at);
  if (wanted === undefined || (leftIn(wanted) === 0 && !isHere))
    return fail('auto.phase_not_now', { phase, open: null });
  const before = phases.find((one) => one.phase < phase && leftIn(one) > 0);
  return before === undefined ? ok() : fail('auto.phase_not_now', { phase, open: before.phase });
}

function leftIn({ total, completed, failed, blocked }: PhaseProgress): number {
  return total - completed - failed - blocked;
}
