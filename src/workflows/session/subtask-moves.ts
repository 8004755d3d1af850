import { isUsedUp } from '../policy/retry.ts';
import { current } from './due.ts';
import type { EventData } from './events.ts';
import type { GateVerdict } from './gates.ts';
import type { Feedback, Gate, Session, Subtask, SubtaskStep, Task } from './session-state.ts';

/** QA's word: anything but `complete` is believed, because it costs only work; `complete` is measured. */
export function verified(state: Session, { action, reason, failed }: EventData<'verified'>): Session {
  return inLoop(state, ({ subtask }) => {
    subtask.failed_tests.push(...failed);
    if (action === 'complete') subtask.step = 'green';
    else {
      const lines = [reason, ...failed.map((test) => `${test.name}: ${test.reason}`)];
      retry(state, action === 'retry_design' ? 'design' : 'implement', { from: 'test-result', lines });
    }
  });
}

const after: Partial<Record<SubtaskStep, SubtaskStep>> = {
  red: 'implement',
  scope: 'verify',
  green: 'judge',
  judge: 'commit',
};

/** Takes a verdict on gates over; `at`: for notes that do not say themselves when they were made. */
export function settleGates(state: Session, { notes, back_to, failed }: GateVerdict, at: string): Session {
  return inLoop(state, ({ subtask }) => {
    const failing: Gate[] = [];
    for (const [name, note] of entriesOf(notes)) {
      subtask.notes[name] = { at, ...note };
      subtask.gates[name] = note.state === 'failed' ? 'failed' : 'passed';
      if (note.state === 'failed') failing.push(name);
    }
    subtask.failed_tests.push(...failed);
    const [from] = failing;
    if (back_to === null || from === undefined) {
      subtask.step = after[subtask.step] ?? subtask.step;
      return;
    }
    if (from === 'GATE-3') subtask.strayed += 1;
    const lines = failing.flatMap((name) => notes[name]?.lines ?? []);
    retry(state, back_to, { from, lines });
  });
}

/** Back to whoever can put it right, as often as the limits allow; then the subtask has failed and the session stops. */
function retry(state: Session, to: 'write' | 'implement' | 'design', feedback: Feedback): void {
  inLoop(state, ({ task, subtask }) => {
    const isDesign = to === 'design';
    const used = isDesign ? subtask.design_retries : subtask.implementation_retries;
    const allowed = isDesign ? state.limits.design : state.limits.implementation;
    if (isUsedUp(used, allowed)) {
      subtask.status = 'failed';
      subtask.feedback = feedback;
      state.status = 'stopped';
      state.failure = {
        code: isDesign ? 'design_retries' : 'implementation_retries',
        detail: feedback.lines.join('\n'),
      };
      return;
    }
    if (isDesign) {
      subtask.design_retries += 1;
      subtask.strayed = 0;
      task.is_designed = false;
      task.feedback = feedback;
    } else subtask.implementation_retries += 1;
    subtask.feedback = feedback;
    restart(subtask, isDesign ? 'write' : to);
  });
}

/** A person wants it tried again: as often as if it had never been. */
export function beginAnew(subtask: Subtask): void {
  subtask.status = 'in_progress';
  subtask.implementation_retries = 0;
  subtask.design_retries = 0;
  subtask.strayed = 0;
}

/** Takes a subtask back to a step; gates that come after it have to be passed again. */
export function restart(subtask: Subtask, step: SubtaskStep): void {
  subtask.step = step;
  if (step === 'write') {
    subtask.tests = null;
    subtask.work = null;
    subtask.gates = {};
  } else if (step === 'implement') {
    // Tests are kept; what was implemented is gone on from.
    for (const name of ['GATE-2', 'GATE-3', 'GATE-4'] as const)
      if (subtask.gates[name] !== undefined) subtask.gates[name] = 'pending';
  }
}

export function inLoop(state: Session, change: (now: { task: Task; subtask: Subtask }) => void): Session {
  const now = current(state);
  if (now !== undefined) change(now);
  return state;
}

function entriesOf<K extends string, V>(record: Partial<Record<K, V>>): [K, V][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record are of its key type
  return Object.entries(record) as [K, V][];
}
