import type { AutoEvent, PlannedTask } from './events.ts';
import { type AutoState, type Graph, type Task, taskOf } from './graph-state.ts';

/** Changes `state` in place; what it costs depends on the tasks around the one named, not on the size of the graph. */
export function apply(state: AutoState, event: AutoEvent, at: string): AutoState {
  if (event.type === 'planned') return plan(event.data, at);
  if (state.kind === 'unplanned') throw new Error(`${event.type} before anything was planned`);
  state.updated_at = at;
  switch (event.type) {
    case 'phase_entered':
      state.current_phase = event.data.phase;
      state.worktree = event.data.worktree;
      state.phases[event.data.phase] ??= { started_at: at };
      for (const id of state.order) settle(state, id);
      return state;
    case 'phase_completed': {
      const { phase, merged, merge_commit } = event.data;
      const before = state.phases[phase] ?? { started_at: at };
      state.phases[phase] = {
        ...before,
        completed_at: at,
        merged,
        ...(merge_commit === undefined ? {} : { merge_commit }),
      };
      return state;
    }
    case 'task_started':
      move(state, event.data.id, 'in_progress');
      return state;
    case 'task_completed':
      if (event.data.seconds !== undefined) {
        state.timed = { count: state.timed.count + 1, seconds: state.timed.seconds + event.data.seconds };
      }
      move(state, event.data.id, 'completed');
      return state;
    case 'task_failed':
      move(state, event.data.id, 'failed');
      return state;
    case 'task_reopened':
      move(state, event.data.id, 'pending');
      settle(state, event.data.id);
      return state;
    default:
      return event satisfies never;
  }
}

/** What runs elsewhere does not run here. */
export function relocate(state: AutoState): AutoState {
  if (state.kind === 'unplanned') return state;
  state.worktree = null;
  for (const id of state.order) {
    const task = taskOf(state, id);
    if (task.status !== 'in_progress') continue;
    task.status = 'pending';
    settle(state, id);
  }
  return state;
}

function plan({ project, mode, tasks }: Extract<AutoEvent, { type: 'planned' }>['data'], at: string): Graph {
  const current_phase = tasks.reduce((least, task) => Math.min(least, task.phase), tasks[0]?.phase ?? 0);
  const state: Graph = {
    kind: 'graph',
    project,
    mode,
    current_phase,
    worktree: null,
    started_at: at,
    updated_at: at,
    order: tasks.map((task) => task.id),
    tasks: Object.fromEntries(tasks.map((task) => [task.id, unsettled(task)])),
    phases: {},
    timed: { count: 0, seconds: 0 },
  };
  for (const { id, needs } of tasks) for (const need of needs) taskOf(state, need).neededBy.push(id);
  for (const { id, completed } of tasks) {
    if (completed) move(state, id, 'completed');
    else settle(state, id);
  }
  return state;
}

function unsettled({ phase, needs }: PlannedTask): Task {
  return { phase, status: 'pending', needs, neededBy: [], waiting: needs.length };
}

function move(state: Graph, id: string, to: 'pending' | 'in_progress' | 'completed' | 'failed'): void {
  const task = taskOf(state, id);
  const from = task.status;
  if (from === to) return;
  task.status = to;
  if ((from === 'completed') !== (to === 'completed')) {
    for (const next of task.neededBy) taskOf(state, next).waiting += to === 'completed' ? -1 : 1;
  }
  if (from === 'completed' || to === 'completed' || isDead(from) !== isDead(to)) settleAfter(state, id);
}

/** A task's own status may decide that of the tasks that need it, and theirs of those that need them. */
function settleAfter(state: Graph, id: string): void {
  const open = [...taskOf(state, id).neededBy];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const was = isDead(taskOf(state, next).status);
    settle(state, next);
    if (isDead(taskOf(state, next).status) !== was) open.push(...taskOf(state, next).neededBy);
  }
}

/** Puts a task that neither runs nor has ended where its dependencies and the phase say. */
function settle(state: Graph, id: string): void {
  const task = taskOf(state, id);
  if (task.status === 'in_progress' || task.status === 'completed' || task.status === 'failed') return;
  if (task.needs.some((need) => isDead(taskOf(state, need).status))) task.status = 'blocked';
  else task.status = task.waiting === 0 && task.phase <= state.current_phase ? 'ready' : 'pending';
}

function isDead(status: Task['status']): boolean {
  return status === 'failed' || status === 'blocked';
}
