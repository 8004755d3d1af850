import type { AutoEvent, PlannedTask } from './events.ts';
import { type Graph, NOTHING, type Task, taskOf } from './graph-state.ts';
import { rank } from './ranks.ts';
import { move, settleAll } from './settle.ts';
import { taskIn } from './task-moves.ts';

export function planGraph(
  { project, mode, tasks, begun, finished = {} }: Extract<AutoEvent, { type: 'planned' }>['data'],
  at: string,
): Graph {
  const state: Graph = {
    kind: 'graph',
    project,
    mode,
    base: null,
    plan: null,
    stage: { at: 'prepare' },
    current_phase: tasks.reduce((least, task) => Math.min(least, task.phase), tasks[0]?.phase ?? 0),
    worktree: null,
    branch: null,
    tip: null,
    red: [],
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
    phases: {
      ...Object.fromEntries(
        Object.entries(finished).map(([phase, one]) => [phase, { started_at: one.completed_at, ...one }]),
      ),
      ...(begun !== undefined && { [begun]: { started_at: at, delivered: false } }),
    },
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
 * what happened to them. What a crash left in flight is so no longer, if its task
 * does not go on.
 */
export function replanGraph(state: Graph, planned: readonly PlannedTask[]): void {
  const { order, tasks: before } = state;
  const named = new Set(planned.map(({ id }) => id));
  const kept = order.filter((id) => !named.has(id) && before[id]?.status === 'completed');
  place(state, [...kept.map((id) => asPlanned(id, before)), ...planned]);
  for (const id of state.order) {
    const [was, task] = [before[id], taskOf(state, id)];
    if (was === undefined) continue;
    const { outcomes, seconds, mishaps, result, skipped } = was;
    Object.assign(task, { outcomes, seconds, mishaps, result, skipped, ticked: was.ticked || task.ticked });
    // Ticked in the file it is completed, however it failed here.
    if (task.status !== 'completed' && (was.status === 'completed' || was.status === 'failed'))
      move(state, id, was.status);
  }
  for (const id of state.order) resume(state, id, before[id]);
  state.merging = state.merging.filter((id) => state.tasks[id]?.status === 'in_progress');
  for (const effect of Object.keys(state.in_flight)) {
    const id = taskIn(effect);
    if (id !== undefined && state.tasks[id]?.status !== 'in_progress') delete state.in_flight[effect];
  }
}

/** What was in progress goes on, unless it waits for something now: then it is done again, on top of that. */
function resume(state: Graph, id: string, was: Task | undefined): void {
  const task = taskOf(state, id);
  if (was?.status !== 'in_progress' || task.status !== 'ready') return;
  const { next, work, conflict } = was;
  Object.assign(task, { next, work, conflict });
  move(state, id, 'in_progress');
}

/** Replaced, not changed: the many tasks that nothing happened to share it. */
const NO_OUTCOMES: Task['outcomes'] = Object.freeze({});

/** What a task waits for may have gone with the plan. */
function place(state: Graph, planned: readonly PlannedTask[]): void {
  const known = new Set(planned.map(({ id }) => id));
  state.order = planned.map(({ id }) => id);
  state.tasks = Object.fromEntries(planned.map((task) => [task.id, unsettled(task, known)]));
  state.ready = [];
  state.active = [];
  for (const id of state.order) {
    const task = taskOf(state, id);
    for (const need of task.needs) {
      const needed = taskOf(state, need);
      needed.neededBy.push(id);
      if (needed.status !== 'completed') task.waiting += 1;
    }
  }
  for (const { kind } of planned) state.kinds[kind] ??= { expected: 0, seconds: 0 };
  // An array that grows is given room for sixteen more: with a hundred thousand tasks that is felt.
  for (const id of state.order) taskOf(state, id).neededBy = [...taskOf(state, id).neededBy];
  rank(state);
  settleAll(state);
}

function unsettled(
  { title, phase, needs, completed, kind, files, expected }: PlannedTask,
  known: ReadonlySet<string>,
): Task {
  return {
    title,
    phase,
    status: completed ? 'completed' : 'pending',
    needs: needs.every((need) => known.has(need)) ? needs : needs.filter((need) => known.has(need)),
    neededBy: [],
    waiting: 0,
    kind,
    files,
    expected,
    rank: 0,
    next: 'work',
    outcomes: NO_OUTCOMES,
    seconds: 0,
    mishaps: null,
    attempt: NOTHING,
    work: null,
    conflict: null,
    result: null,
    skipped: false,
    ticked: completed,
  };
}

function asPlanned(id: string, tasks: Graph['tasks']): PlannedTask {
  const task = tasks[id];
  if (task === undefined) throw new Error(`no such task: ${id}`);
  const { title, phase, needs, kind, files, expected } = task;
  return { id, title, phase, needs, completed: true, kind, files, expected };
}
