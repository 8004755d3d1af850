import type { EventData } from './events.ts';
import type { Session } from './session-state.ts';
import { proceed } from './task-loop.ts';

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
