import type { AutoEvent, PlannedTask } from './events.ts';
import { type Graph, type Task, taskOf } from './graph-state.ts';
import { rank } from './ranks.ts';
import { move, settle } from './settle.ts';

export function planGraph(
  { project, mode, tasks }: Extract<AutoEvent, { type: 'planned' }>['data'],
  at: string,
): Graph {
  const state: Graph = {
    kind: 'graph',
    project,
    mode,
    base: null,
    stage: { at: 'prepare' },
    current_phase: tasks.reduce((least, task) => Math.min(least, task.phase), tasks[0]?.phase ?? 0),
    worktree: null,
    branch: null,
    tip: null,
    trunk: null,
    left_alone: null,
    wants_delivery: false,
    stopped: false,
    started_at: at,
    updated_at: at,
    order: [],
    tasks: {},
    ready: [],
    active: [],
    merging: [],
    phases: {},
    in_flight: {},
    outcomes: {},
    timed: { count: 0, seconds: 0 },
    kinds: {},
    spent: {},
    finished: {},
    wasted: { cost_usd: 0, seconds: 0 },
  };
  place(state, tasks);
  return state;
}

/**
 * Other tasks than before: new ones are added, ones that are gone are dropped unless they were completed, the rest keep
 * what happened to them. Nothing is in flight when this happens.
 */
export function replanGraph(state: Graph, planned: readonly PlannedTask[]): void {
  const { order, tasks: before } = state;
  const named = new Set(planned.map(({ id }) => id));
  const kept = order.filter((id) => !named.has(id) && before[id]?.status === 'completed');
  place(state, [...kept.map((id) => asPlanned(id, before)), ...planned]);
  for (const id of state.order) {
    const [was, task] = [before[id], taskOf(state, id)];
    if (was === undefined) continue;
    const { next, outcomes, seconds, mishaps, work, conflict, result, skipped } = was;
    Object.assign(task, { next, outcomes, seconds, mishaps, work, conflict, result, skipped });
    if (was.status === 'completed' || was.status === 'failed') move(state, id, was.status);
    else if (was.status === 'in_progress' && task.status === 'ready') move(state, id, 'in_progress');
  }
  state.merging = state.merging.filter((id) => state.tasks[id]?.status === 'in_progress');
}

/** What a task waits for may have gone with the plan. */
function place(state: Graph, planned: readonly PlannedTask[]): void {
  const known = new Set(planned.map(({ id }) => id));
  state.order = planned.map(({ id }) => id);
  state.tasks = Object.fromEntries(
    planned.map((task) => [task.id, unsettled({ ...task, needs: task.needs.filter((need) => known.has(need)) })]),
  );
  state.ready = [];
  state.active = [];
  for (const id of state.order) for (const need of taskOf(state, id).needs) taskOf(state, need).neededBy.push(id);
  rank(state);
  for (const { id, completed } of planned) {
    if (completed) move(state, id, 'completed');
    else settle(state, id);
  }
}

function unsettled({ title, phase, needs, kind, files, expected }: PlannedTask): Task {
  return {
    title,
    phase,
    status: 'pending',
    needs,
    neededBy: [],
    waiting: needs.length,
    kind,
    files,
    expected,
    rank: 0,
    next: 'work',
    outcomes: {},
    seconds: 0,
    mishaps: null,
    work: null,
    conflict: null,
    result: null,
    skipped: false,
  };
}

function asPlanned(id: string, tasks: Graph['tasks']): PlannedTask {
  const task = tasks[id];
  if (task === undefined) throw new Error(`no such task: ${id}`);
  const { title, phase, needs, kind, files, expected } = task;
  return { id, title, phase, needs, completed: true, kind, files, expected };
}
