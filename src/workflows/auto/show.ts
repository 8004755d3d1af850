import { toTheSecond } from '../../base/clock.ts';
import type { DocumentOf } from '../../schema/documents.ts';
import { type AutoState, type Graph, taskOf } from './graph-state.ts';

type AutoDocument = DocumentOf<'auto-state'>;

export interface AutoDocuments {
  readonly 'auto-state': AutoDocument;
}

/** `config` stands here with its defaults: it is a person's input, carried over from the document as it is. */
export function show(state: AutoState): AutoDocuments | undefined {
  if (state.kind === 'unplanned') return undefined;
  const tasks = listsOf(state);
  const { count, seconds } = state.timed;
  return {
    'auto-state': {
      version: state.mode === 'ultra-thin' ? '2.0' : '1.0',
      mode: state.mode,
      project: state.project,
      execution: {
        current_phase: state.current_phase,
        worktree: hasWorktree(state) ? state.worktree : null,
        started_at: toTheSecond(state.started_at),
        last_updated: toTheSecond(state.updated_at),
      },
      tasks,
      dependencies: dependenciesOf(state),
      checkpoints: checkpointsOf(state),
      metrics: {
        total_tasks: state.order.length,
        completed_count: tasks.completed.length,
        failed_count: tasks.failed.length,
        average_task_time_seconds: count === 0 ? 0 : Math.round(seconds / count),
      },
      config: { max_parallel: 0, retry_limit: 10, slack_webhook_url: null },
    },
  };
}

/** The first merge of a phase makes it, and the end of all removes it. */
export function hasWorktree({ stage, order, tasks, current_phase }: Graph): boolean {
  if (stage.at === 'done') return false;
  return order.some((id) => tasks[id]?.phase === current_phase && (tasks[id].outcomes.merge ?? 0) > 0);
}

function listsOf(state: Graph): AutoDocument['tasks'] {
  const lists: AutoDocument['tasks'] = {
    pending: [],
    ready: [],
    in_progress: [],
    completed: [],
    failed: [],
    blocked: [],
  };
  for (const id of state.order) lists[taskOf(state, id).status].push(id);
  return lists;
}

function dependenciesOf(state: Graph): AutoDocument['dependencies'] {
  const dependencies: AutoDocument['dependencies'] = {};
  for (const id of state.order) {
    const { needs } = taskOf(state, id);
    if (needs.length > 0) dependencies[id] = needs;
  }
  return dependencies;
}

function checkpointsOf(state: Graph): AutoDocument['checkpoints'] {
  const checkpoints: AutoDocument['checkpoints'] = {};
  for (const [phase, { started_at, completed_at, delivered, merge }] of Object.entries(state.phases)) {
    const tasks = state.order.filter((id) => taskOf(state, id).phase === Number(phase));
    if (completed_at === undefined) {
      const done = tasks.filter((id) => taskOf(state, id).status === 'completed');
      checkpoints[`phase_${phase}`] = {
        started_at: toTheSecond(started_at),
        progress: `${done.length}/${tasks.length}`,
      };
    } else {
      const commit = delivered && merge !== undefined ? { merge_commit: merge.slice(0, 7) } : {};
      checkpoints[`phase_${phase}`] = {
        completed_at: toTheSecond(completed_at),
        tasks_count: tasks.length,
        tasks,
        merged: delivered,
        ...commit,
      };
    }
  }
  return checkpoints;
}
