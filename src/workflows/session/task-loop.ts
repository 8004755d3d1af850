import type { EventData } from './events.ts';
import type { Session, Subtask, Task } from './session-state.ts';
import { inLoop } from './subtask-moves.ts';

export function beginLoop(state: Session, { tasks, task_order }: EventData<'merged'>, at: string): Session {
  // Merged again, because a contract was lost: what has been done stays done.
  const known = state.tasks;
  state.tasks = Object.fromEntries(
    tasks.map(({ id, name, subtasks }) => [id, { ...newTask(name, subtasks, at), ...sameTask(known[id], subtasks) }]),
  );
  state.task_order = task_order;
  state.stage = { at: 'loop' };
  const next = task_order.find((id) => state.tasks[id]?.status !== 'completed');
  if (next !== undefined) return beginTask(state, next);
  state.stage = { at: 'learn' };
  return state;
}

/** A task as it was, if its subtasks are still the same. */
function sameTask(task: Task | undefined, subtasks: readonly { readonly id: string }[]): Task | undefined {
  const ids = subtasks.map(({ id }) => id);
  return task !== undefined && task.subtask_order.join() === ids.join() ? task : undefined;
}

function newTask(name: string, subtasks: readonly { readonly id: string; readonly name: string }[], at: string): Task {
  return {
    name,
    status: 'pending',
    is_designed: false,
    current_subtask: subtasks[0]?.id ?? '',
    subtasks: Object.fromEntries(subtasks.map((subtask) => [subtask.id, newSubtask(subtask.name)])),
    subtask_order: subtasks.map(({ id }) => id),
    created_at: at,
    updated_at: at,
    feedback: null,
  };
}

function newSubtask(name: string): Subtask {
  return {
    name,
    status: 'pending',
    step: 'write',
    gates: {},
    notes: {},
    tests: null,
    work: null,
    implementation_retries: 0,
    design_retries: 0,
    strayed: 0,
    failed_tests: [],
    feedback: null,
  };
}

function beginTask(state: Session, id: string): Session {
  state.current_task = id;
  return inLoop(state, ({ task, subtask }) => {
    task.status = 'in_progress';
    subtask.status = 'in_progress';
  });
}

export function completeSubtask(state: Session, tip: Session['tip']): Session {
  state.tip = tip;
  return inLoop(state, ({ task, subtask }) => {
    subtask.status = 'completed';
    subtask.feedback = null;
    const next = task.subtask_order.find((id) => task.subtasks[id]?.status !== 'completed');
    const following = next === undefined ? undefined : task.subtasks[next];
    if (next !== undefined && following !== undefined) {
      task.current_subtask = next;
      following.status = 'in_progress';
      return;
    }
    task.status = 'completed';
    const nextTask = state.task_order.find((id) => state.tasks[id]?.status !== 'completed');
    if (nextTask === undefined) state.stage = { at: 'learn' };
    else beginTask(state, nextTask);
  });
}
