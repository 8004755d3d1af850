import { current } from './due.ts';
import type { EventData } from './events.ts';
import type { Session } from './session-state.ts';
import { beginAnew, inLoop, restart } from './subtask-moves.ts';

type RerunStep = EventData<'rerun_requested'>['step'];

/** Whether this is a step that a session has come to, and whose outcome nothing committed rests on. */
export function canRerun(state: Session, step: RerunStep): boolean {
  const { stage, status, question } = state;
  if (status === 'completed' || question !== undefined) return false;
  if (step === 'explore' || step === 'plan') {
    const isBegun = Object.values(state.tasks).some(({ subtasks }) =>
      Object.values(subtasks).some((subtask) => subtask.status === 'completed'),
    );
    return stage.at === 'discovery' || stage.at === 'merge' || (stage.at === 'loop' && !isBegun);
  }
  const now = current(state);
  if (stage.at !== 'loop' || now === undefined) return false;
  const { task, subtask } = now;
  if (step === 'design') return task.is_designed;
  if (step === 'write') return task.is_designed;
  return step === 'implement' ? subtask.tests !== null : subtask.work !== null && subtask.gates['GATE-1'] === 'passed';
}

/** A session that was stopped goes on with it, as often as if nothing had been tried. */
export function rerun(state: Session, step: RerunStep): Session {
  if (!canRerun(state, step)) return state;
  state.status = 'active';
  state.failure = null;
  state.repeats = {};
  if (step === 'explore' || step === 'plan') {
    state.tasks = {};
    state.task_order = [];
    state.stage = { at: 'discovery', is_explored: step !== 'explore', is_planned: step !== 'plan' };
    return state;
  }
  return inLoop(state, ({ task, subtask }) => {
    beginAnew(subtask);
    if (step === 'design') task.is_designed = false;
    if (step === 'verify') subtask.step = 'verify';
    else restart(subtask, step === 'implement' ? 'implement' : 'write');
  });
}
