import { type Graph, type Task, taskOf } from './graph-state.ts';
import { addAllReady, addReady, removeReady } from './ranks.ts';

/** Moves a task, and then whatever depends on where it stands. Moved to `pending` it goes where its dependencies say. */
export function move(state: Graph, id: string, to: 'pending' | 'in_progress' | 'completed' | 'failed'): void {
  const task = taskOf(state, id);
  const from = task.status;
  if (from === to) return;
  place(state, id, to);
  if ((from === 'completed') !== (to === 'completed')) {
    for (const next of task.neededBy) taskOf(state, next).waiting += to === 'completed' ? -1 : 1;
  }
  if (to === 'pending') place(state, id, settledStatus(state, task));
  if (from === 'completed' || to === 'completed' || isDead(from) !== isDead(task.status)) settleAfter(state, id);
}

/** Puts every task where its dependencies and the phase say. What becomes ready is put in order once. */
export function settleAll(state: Graph): void {
  const ready: string[] = [];
  for (const id of state.order) {
    const task = taskOf(state, id);
    const to = settledStatus(state, task);
    if (to === 'ready' && task.status !== 'ready') {
      task.status = 'ready';
      ready.push(id);
    } else place(state, id, to);
  }
  if (ready.length > 0) addAllReady(state, ready);
}

/** Where a task that neither runs nor has ended belongs; where it is, if it does. */
function settledStatus(state: Graph, { status, needs, waiting, phase }: Task): Task['status'] {
  if (status === 'in_progress' || status === 'completed' || status === 'failed') return status;
  if (needs.some((need) => isDead(taskOf(state, need).status))) return 'blocked';
  return waiting === 0 && phase <= state.current_phase ? 'ready' : 'pending';
}

/** A task's own status may decide that of the tasks that need it, and theirs of those that need them. */
function settleAfter(state: Graph, id: string): void {
  const open = [...taskOf(state, id).neededBy];
  for (const next of open) {
    const task = taskOf(state, next);
    const was = isDead(task.status);
    place(state, next, settledStatus(state, task));
    if (isDead(task.status) !== was) open.push(...task.neededBy);
  }
}

/** Sets a status: the lists of what is ready and what is active follow it. */
function place(state: Graph, id: string, to: Task['status']): void {
  const task = taskOf(state, id);
  if (task.status === to) return;
  if (task.status === 'ready') removeReady(state, id);
  if (task.status === 'in_progress') state.active.splice(state.active.indexOf(id), 1);
  task.status = to;
  if (to === 'ready') addReady(state, id);
  if (to === 'in_progress') state.active.push(id);
}

function isDead(status: Task['status']): boolean {
  return status === 'failed' || status === 'blocked';
}
