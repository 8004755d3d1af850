import type { EventData } from './events.ts';
import type { Session, Subtask } from './session-state.ts';
import { beginAnew, inLoop, restart } from './subtask-moves.ts';
import { completeSubtask } from './task-loop.ts';

/** A person edited where the session is to go on. */
export function moveByHand(
  state: Session,
  { task: taskId, subtask: subtaskId, phase }: EventData<'moved_by_hand'>,
): Session {
  const task = state.tasks[taskId];
  const subtask = task?.subtasks[subtaskId];
  const isUnderWay = state.stage.at === 'loop' || state.stage.at === 'learn';
  if (task === undefined || subtask === undefined || !isUnderWay) return state;
  leave(state, subtask);
  delete state.question;
  state.stage = { at: 'loop' };
  state.current_task = taskId;
  task.status = 'in_progress';
  task.current_subtask = subtaskId;
  if (phase === 'complete') return completeSubtask(state, state.tip);
  beginAnew(subtask);
  restart(subtask, phase === 'test_first' ? 'write' : phase === 'implementation' ? 'implement' : 'verify');
  return state;
}

/** What either of the two had made may be older than what the session's branch has by the time it is committed. */
function leave(state: Session, next: Subtask): void {
  inLoop(state, ({ task, subtask }) => {
    if (subtask === next) return;
    next.tests = null;
    next.work = null;
    if (subtask.status === 'completed') return;
    subtask.status = 'pending';
    restart(subtask, 'write');
    task.status = 'pending';
  });
}
