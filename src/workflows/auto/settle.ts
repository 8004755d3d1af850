import { type Graph, type Task, taskOf } from './graph-state.ts';
import { addReady, removeReady } from './ranks.ts';

/** Moves a task, and then whatever depends on where it stands. */
export function move(state: Graph, id: string, to: 'pending' | 'in_progress' | 'completed' | 'failed'): void {
  const task = taskOf(state, id);
  const from = task.status;
  if (from === to) return;
  place(state, id, to);
  if ((from === 'completed') !== (to === 'completed')) {
    for (const next of task.neededBy) taskOf(state, next).waiting += to === 'completed' ? -1 : 1;
  }
  if (from === 'completed' || to === 'completed' || isDead(from) !== isDead(to)) settleAfter(state, id);
}

/** Puts a task that neither runs nor has ended where its dependencies and the phase say. */
export function settle(state: Graph, id: string): void {
  const task = taskOf(state, id);
  if (task.status === 'in_progress' || task.status === 'completed' || task.status === 'failed') return;
  if (task.needs.some((need) => isDead(taskOf(state, need).status))) place(state, id, 'blocked');
  else place(state, id, task.waiting === 0 && task.phase <= state.current_phase ? 'ready' : 'pending');
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

/** The only place that sets a status: the lists of what is ready and what is active follow it. */
function place(state: Graph, id: string, to: Task['status']): void {
  const task = taskOf(state, id);
  if (task.status === to) return;
  if (task.status === 'ready') removeReady(state, id);
  if (task.status === 'in_progress') state.active = state.active.filter((other) => other !== id);
  task.status = to;
  if (to === 'ready') addReady(state, id);
  if (to === 'in_progress') state.active.push(id);
}

function isDead(status: Task['status']): boolean {
  return status === 'failed' || status === 'blocked';
}
