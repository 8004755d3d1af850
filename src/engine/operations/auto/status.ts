import path from 'node:path';
import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { createGit } from '../../../git/git.ts';
import { openRepository } from '../../../git/repository.ts';
import { taskEffect } from '../../../workflows/auto/due.ts';
import { type Graph, taskOf, type TaskStep } from '../../../workflows/auto/graph-state.ts';
import { unrecordedSpawner } from '../../ask-program.ts';
import { autoPaths, type AutoContext } from '../../descriptors/auto.ts';
import { findConductor } from '../../find-conductor.ts';
import { readRunSettings } from '../../run-settings.ts';
import { isTaken } from '../../task-locks.ts';
import { worktreePlace } from '../../work/worktrees.ts';
import { type PhaseProgress, phaseProgress } from './phase-progress.ts';
import { AUTO_LOG, readGraph } from './read-graph.ts';
import { type AutoReport, reportOf } from './report.ts';

/** What `auto status` shows; this is what its `--json` prints, so its fields are named as documents are. */
export interface AutoStanding extends AutoReport {
  readonly phases: readonly PhaseProgress[];
  readonly running: readonly {
    readonly id: string;
    readonly title: string;
    readonly step: TaskStep;
    readonly attempt: number;
  }[];
  readonly ready: readonly string[];
  readonly branch: string | null;
  /** The whole path of where the current phase is checked. */
  readonly worktree: string | null;
  readonly stopped: boolean;
  readonly conductor: { readonly pid: number; readonly host: string } | null;
  readonly started_at: string;
  readonly updated_at: string;
}

type Reading = Pick<AutoContext, 'project' | 'env'>;

/** Reads only. */
export async function readAuto(tools: Reading): Promise<Result<AutoStanding, Failure>> {
  const graph = readGraph(tools);
  if (graph === undefined) return fail('auto.none', { project: tools.project.root });
  const place = autoPaths(tools);
  if (!place.ok) return place;
  const holder = findConductor(path.join(tools.project.root, '.claude'), AUTO_LOG);
  // What a killed process left in flight runs no more; one that lives may wait for its turn.
  const isRunning = (id: string): boolean =>
    holder === null ? isTaken({ paths: place.value }, id) : graph.in_flight[taskEffect(graph, id)] !== undefined;
  const running = graph.active.filter(isRunning).map((id) => glance(graph, id));
  const phases = phaseProgress(graph);
  return ok({
    ...reportOf(graph),
    phases: holder === null ? phases.map((one) => ({ ...one, running: countIn(one.phase, running, graph) })) : phases,
    running,
    ready: graph.order.filter((id) => graph.tasks[id]?.status === 'ready'),
    branch: graph.branch,
    worktree: await wholePath(tools, graph.worktree),
    stopped: graph.stopped,
    conductor: holder === null ? null : { pid: holder.pid, host: holder.host },
    started_at: graph.started_at,
    updated_at: graph.updated_at,
  });
}

function countIn(phase: number, running: AutoStanding['running'], { tasks }: Graph): number {
  return running.filter(({ id }) => tasks[id]?.phase === phase).length;
}

function glance(graph: Graph, id: string): AutoStanding['running'][number] {
  const { title, next, mishaps } = taskOf(graph, id);
  return { id, title, step: next, attempt: (mishaps?.count ?? 0) + 1 };
}

/** The state file names worktrees from their root, as the format wants it; people want to go there. */
async function wholePath(tools: Reading, worktree: string | null): Promise<string | null> {
  if (worktree === null) return null;
  const { project, env } = tools;
  const place = autoPaths(tools);
  if (!place.ok) return worktree;
  const git = createGit({ run: (command) => unrecordedSpawner().run(command), env });
  const repository = await openRepository(git, project.root);
  if (!repository.ok) return worktree;
  const settings = await readRunSettings(project);
  const root = worktreePlace({
    project,
    repository: repository.value,
    privateFolder: place.value.home,
    configured: settings.ok ? settings.value.repository.project?.worktree_root : undefined,
  });
  return root.ok ? path.join(root.value, worktree) : worktree;
}
