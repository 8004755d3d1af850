import path from 'node:path';
import { systemClock } from '../../../base/clock.ts';
import { throwFailure } from '../../../base/failure.ts';
import { taskEffect } from '../../../workflows/auto/due.ts';
import { type Graph, taskOf, type TaskStep } from '../../../workflows/auto/graph-state.ts';
import { hasWorktree } from '../../../workflows/auto/show.ts';
import { autoPaths, type AutoContext, rootOfWorktrees } from '../../descriptors/auto.ts';
import { conductorOf } from '../../find-conductor.ts';
import { isTaken } from '../../task-locks.ts';
import { type ProviderWait, waitingLimits, waitsWithTimes } from '../waiting-limits.ts';
import { type PhaseProgress, phaseProgress } from './phase-progress.ts';
import { readGraph } from './read-graph.ts';
import { type AutoReport, reportOf } from './report.ts';

/** What `auto status` shows; this is what its `--json` prints, so its fields are named as documents are. */
export interface AutoStanding extends AutoReport, Pick<Graph, 'branch' | 'stopped' | 'started_at' | 'updated_at'> {
  readonly phases: readonly PhaseProgress[];
  readonly running: readonly {
    readonly id: string;
    readonly title: string;
    readonly step: TaskStep;
    readonly attempt: number;
  }[];
  readonly ready: readonly string[];
  /** Done by their agents, and waiting for others to be merged first. */
  readonly queued: readonly string[];
  /** What agents wait for, by provider. */
  readonly limits: readonly ProviderWait[];
  /** The whole path of where the current phase is checked. */
  readonly worktree: string | null;
  readonly conductor: ReturnType<typeof conductorOf>;
}

export type AutoWait = ReturnType<typeof waitsWithTimes>[number];

type Reading = Pick<AutoContext, 'project' | 'env'>;

/** Reads only. */
export async function readAuto(tools: Reading): Promise<AutoStanding> {
  const graph = readGraph(tools);
  if (graph === undefined) throwFailure('auto.none', { project: tools.project.root });
  const paths = autoPaths(tools);
  const conductor = conductorOf(path.dirname(paths.log), path.basename(paths.log));
  // What a killed process left in flight runs no more; one that lives may wait for its turn.
  const isRunning = (id: string): boolean =>
    conductor === null ? isTaken({ paths }, id) : graph.in_flight[taskEffect(graph, id)] !== undefined;
  const running = graph.active.filter(isRunning).map((id) => glance(graph, id));
  const phases = phaseProgress(graph);
  return {
    ...reportOf(graph),
    phases:
      conductor === null ? phases.map((one) => ({ ...one, running: countIn(one.phase, running, graph) })) : phases,
    running,
    queued: graph.merging.filter((id) => graph.in_flight[taskEffect(graph, id)] === undefined),
    ready: graph.order.filter((id) => graph.tasks[id]?.status === 'ready'),
    limits:
      conductor === null
        ? []
        : waitingLimits(
            paths.own,
            graph.active.map((id) => `auto/${id}`),
            systemClock.now(),
          ),
    branch: graph.branch,
    worktree:
      hasWorktree(graph) && graph.worktree !== null
        ? path.join(await rootOfWorktrees(tools, paths), graph.worktree)
        : null,
    stopped: graph.stopped,
    conductor,
    started_at: graph.started_at,
    updated_at: graph.updated_at,
  };
}

/** Providers that agents wait for now, and since when; nobody waits where nobody conducts. */
export function readAutoWaits(tools: Reading): AutoWait[] {
  const graph = readGraph(tools);
  const paths = autoPaths(tools);
  if (graph === undefined || conductorOf(path.dirname(paths.log), path.basename(paths.log)) === null) return [];
  const owners = graph.active.map((id) => `auto/${id}`);
  return waitsWithTimes(paths.own, owners, systemClock.now());
}

function countIn(phase: number, running: AutoStanding['running'], { tasks }: Graph): number {
  return running.filter(({ id }) => tasks[id]?.phase === phase).length;
}

function glance(graph: Graph, id: string): AutoStanding['running'][number] {
  const { title, next, mishaps } = taskOf(graph, id);
  return { id, title, step: next, attempt: (mishaps?.count ?? 0) + 1 };
}
