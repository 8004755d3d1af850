import type { EventData } from './events.ts';
import type { Session, Subtask, Task } from './session-state.ts';
import { inLoop } from './subtask-moves.ts';

export function beginLoop(state: Session, { tasks, task_order }: EventData<'merged'>, at: string): Session {
  // Merged again, because a contract was lost: what has been done stays done.
  const known = state.tasks;
  state.tasks = Object.fromEntries(
    tasks.map(({ id, name, subtasks }) => {
      const task = newTask(name, subtasks, at);
      const same = sameTask(known[id], subtasks);
      return [id, same === undefined ? task : { ...same, subtasks: { ...task.subtasks, ...same.subtasks } }];
    }),
  );
  state.task_order = task_order;
  state.stage = { at: 'loop' };
  if (known[state.current_task]?.status !== 'in_progress') state.current_task = task_order[0] ?? state.current_task;
  return proceed(state);
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

export function newSubtask(name: string): Subtask {
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

export function completeSubtask(state: Session, tip: Session['tip']): Session {
  state.tip = tip;
  inLoop(state, ({ subtask }) => {
    subtask.status = 'completed';
    subtask.feedback = null;
  });
  return proceed(state);
}

/** With the current task and subtask, or else the next that is not completed; after the last one it is time to learn. */
function proceed(state: Session): Session {
  for (const id of [state.current_task, ...state.task_order]) {
    const task = state.tasks[id];
    if (task === undefined || task.status === 'completed') continue;
    for (const subtaskId of [task.current_subtask, ...task.subtask_order]) {
      const subtask = task.subtasks[subtaskId];
      if (subtask === undefined || subtask.status === 'completed') continue;
      state.current_task = id;
      task.status = 'in_progress';
      task.current_subtask = subtaskId;
      subtask.status = 'in_progress';
      return state;
    }
    task.status = 'completed';
  }
  state.stage = { at: 'learn' };
  return state;
}

/** Where a session that its documents alone tell of works, and what of it is there: enough to go on. */
export function ground(
  state: Session,
  { branch, base, tip, is_explored, is_planned, designed }: EventData<'grounded'>,
): Session {
  state.base = { branch, commit: base.commit };
  state.tip = tip;
  for (const id of designed) {
    const task = state.tasks[id];
    if (task !== undefined) task.is_designed = true;
  }
  switch (state.stage.at) {
    case 'discovery':
      state.stage = is_explored && is_planned ? { at: 'merge' } : { at: 'discovery', is_explored, is_planned };
      return state;
    case 'loop':
      if (isWhole(state)) return proceed(state);
      // The plan has the names that are lacking.
      state.stage = { at: 'merge' };
      return state;
    case 'merge':
    case 'learn':
    case 'complete':
      return state;
    default:
      return state.stage satisfies never;
  }
}

/** Whether every task and subtask that stands in an order has its entry. */
function isWhole({ tasks, task_order }: Session): boolean {
  return (
    task_order.length > 0 &&
    task_order.every((id) => {
      const task = tasks[id];
      return (
        task !== undefined && task.subtask_order.length > 0 && task.subtask_order.every((one) => one in task.subtasks)
      );
    })
  );
}
