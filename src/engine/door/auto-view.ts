import type { AutoView, GraphView, TaskView } from '../../schema/views/auto-view.ts';
import type { Graph, Task } from '../../workflows/auto/graph-state.ts';
import { onlyPhaseOver } from '../../workflows/auto/phases.ts';
import { toProposalView } from './proposal-view.ts';
import { phaseProgress } from '../operations/auto/phase-progress.ts';
import { reportOf, waitsFor } from '../operations/auto/report.ts';

/** What faces see of a task graph, as it is now: to be looked at before the graph changes again. */
export function autoView(graph: Graph): AutoView {
  // Dear with thousands of tasks, and not looked at after every event.
  let known: ReturnType<typeof reportOf> | undefined;
  const report = () => (known ??= reportOf(graph));
  const { stage, base } = graph;
  return {
    project: graph.project,
    mode: graph.mode,
    stage: stage.at,
    phase: graph.current_phase,
    base: base === null ? null : { branch: base.branch, commit: base.commit, tree: base.tree },
    branch: graph.branch,
    worktree: graph.worktree,
    get counts() {
      return report().counts;
    },
    get phases() {
      return phaseProgress(graph);
    },
    get delivered() {
      return [...report().delivered];
    },
    left_alone: graph.left_alone,
    pull_request: toProposalView(graph.proposal),
    ...waitsFor(graph),
    only_phase_over: onlyPhaseOver(graph),
    is_stopped: graph.stopped,
    has_measured: graph.timed.count > 0,
    get running() {
      return Object.keys(graph.in_flight);
    },
    get seconds() {
      return report().seconds;
    },
    spent: graph.spent,
    wasted: graph.wasted,
    started_at: graph.started_at,
    updated_at: graph.updated_at,
  };
}

export function taskView(id: string, task: Task): TaskView {
  const { title, phase, status, next, needs, mishaps, seconds, skipped } = task;
  return {
    id,
    title,
    phase,
    status,
    step: next,
    needs: [...needs],
    attempts: mishaps?.count ?? 0,
    failure: mishaps === null ? null : { kind: mishaps.last.kind, message: mishaps.last.message },
    seconds,
    is_skipped: skipped,
  };
}

/** With all its tasks; nothing of it changes later. */
export function toGraphView(graph: Graph): GraphView {
  const tasks = Object.entries(graph.tasks).map(([id, task]) => [id, taskView(id, task)]);
  return { ...structuredClone({ ...autoView(graph) }), order: [...graph.order], tasks: Object.fromEntries(tasks) };
}
