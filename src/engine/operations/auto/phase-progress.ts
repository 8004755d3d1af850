import { throwFailure } from '../../../base/failure.ts';
import type { Graph } from '../../../workflows/auto/graph-state.ts';

/** How far a phase is. */
export interface PhaseProgress {
  readonly phase: number;
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly blocked: number;
  readonly running: number;
}

/** The phases of a graph, in their order. */
export function phaseProgress({ order, tasks }: Pick<Graph, 'order' | 'tasks'>): PhaseProgress[] {
  const phases = new Map<number, { -readonly [K in keyof PhaseProgress]: PhaseProgress[K] }>();
  for (const id of order) {
    const task = tasks[id];
    if (task === undefined) continue;
    const none = { phase: task.phase, total: 0, completed: 0, failed: 0, blocked: 0, running: 0 };
    const progress = phases.get(task.phase) ?? none;
    phases.set(task.phase, progress);
    progress.total += 1;
    if (task.status === 'completed' || task.status === 'failed' || task.status === 'blocked')
      progress[task.status] += 1;
    if (task.status === 'in_progress') progress.running += 1;
  }
  return [...phases.values()].sort((a, b) => a.phase - b.phase);
}

/** `--phase`: it has something to do, and no phase before it has. */
export function requirePhase(graph: Graph, phase: number): void {
  const phases = phaseProgress(graph);
  const wanted = phases.find((one) => one.phase === phase);
  // What is left of it may be its merge.
  const isHere = graph.current_phase === phase && ['tasks', 'repair', 'deliver'].includes(graph.stage.at);
  if (wanted === undefined || (leftIn(wanted) === 0 && !isHere))
    throwFailure('auto.phase_not_now', { phase, open: null });
  const before = phases.find((one) => one.phase < phase && leftIn(one) > 0);
  if (before !== undefined) throwFailure('auto.phase_not_now', { phase, open: before.phase });
}

function leftIn({ total, completed, failed, blocked }: PhaseProgress): number {
  return total - completed - failed - blocked;
}
