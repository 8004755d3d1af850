import { countCall } from '../policy/calls.ts';
import { current } from './due.ts';
import type { EventData, SessionEvent } from './events.ts';
import type { Feedback, Gate, Session, SessionState, Subtask, SubtaskStep, Task } from './session-state.ts';

export function apply(state: SessionState, event: SessionEvent, at: string): SessionState {
  if (event.type === 'session_started') return begin(event.data, at);
  if (state.kind === 'none') throw new Error(`${event.type} before a session was started`);
  state.updated_at = at;
  const task = state.tasks[state.current_task];
  if (task !== undefined) task.updated_at = at;
  if ('calls' in event.data) for (const call of event.data.calls) countCall(state, call);
  if (!isOutcome(event)) return applyRequest(state, event);
  if (event.type === 'effect_started') state.in_flight.push(event.data.effect);
  else settle(state, event);
  if (event.type === 'effect_started' || event.type === 'effect_interrupted') return state;
  return applyOutcome(state, event, at);
}

/** What is in flight elsewhere is not in flight here. */
export function relocate(state: SessionState): SessionState {
  if (state.kind === 'session') state.in_flight = [];
  return state;
}

type OutcomeEvent = Extract<SessionEvent, { data: { effect: string } }>;

function isOutcome(event: SessionEvent): event is OutcomeEvent {
  return 'effect' in event.data;
}

function begin(data: EventData<'session_started'>, at: string): Session {
  const { request_id, original_request, manifest, branch, base, limits } = data;
  return {
    kind: 'session',
    request_id,
    original_request,
    status: 'active',
    current_task: 'T1',
    manifest,
    base: { branch, commit: base.commit },
    tip: base,
    limits,
    created_at: at,
    updated_at: at,
    stage: { at: 'discovery', is_explored: false, is_planned: false },
    corrections: null,
    tasks: {},
    task_order: [],
    failure: null,
    delivery: null,
    repeats: {},
    spent: {},
    finished: {},
    outcomes: {},
    in_flight: [],
  };
}

/** The effect is over: it is in flight no more, and counted unless it will be done again as it was. */
function settle(state: Session, { type, data: { effect } }: OutcomeEvent): void {
  state.in_flight = state.in_flight.filter((one) => one !== effect);
  if (type === 'effect_interrupted') return;
  const key = effect.slice(0, effect.lastIndexOf('#'));
  state.outcomes[key] = (state.outcomes[key] ?? 0) + 1;
  if (type !== 'step_failed') delete state.repeats[key];
}

function applyOutcome(
  state: Session,
  event: Exclude<OutcomeEvent, { type: 'effect_started' | 'effect_interrupted' }>,
  at: string,
): Session {
  const { stage } = state;
  switch (event.type) {
    case 'explored':
    case 'planned':
      if (stage.at !== 'discovery') return state;
      if (event.type === 'explored') stage.is_explored = true;
      else stage.is_planned = true;
      if (stage.is_explored && stage.is_planned) state.stage = { at: 'merge' };
      return state;
    case 'plan_refused':
      state.corrections = event.data.corrections;
      state.stage = { at: 'discovery', is_explored: true, is_planned: false };
      return state;
    case 'merged':
      return beginLoop(state, event.data, at);
    case 'designed':
      return inLoop(state, ({ task }) => {
        task.is_designed = true;
        task.feedback = null;
      });
    case 'tests_written':
      return inLoop(state, ({ subtask }) => {
        subtask.tests = event.data.work;
        subtask.work = event.data.work;
        subtask.feedback = null;
        subtask.step = 'red';
      });
    case 'implemented':
      return inLoop(state, ({ subtask }) => {
        subtask.work = event.data.work;
        subtask.feedback = null;
        subtask.step = 'scope';
      });
    case 'verified':
      return verified(state, event.data);
    case 'gated':
      return gated(state, event.data);
    case 'subtask_committed':
      return completeSubtask(state, event.data.tip);
    case 'learned':
      state.stage = { at: 'complete' };
      state.status = 'completed';
      return state;
    case 'contract_missing':
      return goBack(state, event.data);
    case 'step_failed':
      return failStep(state, event.data);
    case 'delivered':
      state.delivery = { at: 'done', merge: event.data.merge };
      return state;
    case 'left_alone':
      state.delivery = { at: 'left_alone', merge: event.data.merge, why: event.data.why };
      return state;
    case 'delivery_refused':
      state.delivery = { at: 'refused', why: event.data.why, detail: event.data.detail };
      return state;
    default:
      return event satisfies never;
  }
}

/** What a person, or another process, wants. */
function applyRequest(state: Session, event: Exclude<SessionEvent, OutcomeEvent>): Session {
  switch (event.type) {
    case 'stop_requested':
      if (state.status === 'active') state.status = 'stopped';
      return state;
    case 'reset_requested':
      state.status = 'completed';
      return state;
    case 'resume_requested':
      if (state.status !== 'stopped') return state;
      state.status = 'active';
      state.failure = null;
      state.repeats = {};
      return inLoop(state, ({ subtask }) => {
        if (subtask.status === 'failed') beginAnew(subtask);
      });
    case 'delivery_requested':
      if (state.stage.at === 'complete') state.delivery = { at: 'wanted', asked: event.data.asked };
      return state;
    case 'moved_by_hand':
      return moveByHand(state, event.data);
    case 'session_started':
    case 'spent':
      return state;
    default:
      return event satisfies never;
  }
}

function beginLoop(state: Session, { tasks, task_order }: EventData<'merged'>, at: string): Session {
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

/** QA's word: anything but `complete` is believed, because it costs only work; `complete` is measured. */
function verified(state: Session, { action, reason, failed }: EventData<'verified'>): Session {
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

function gated(state: Session, { notes, back_to, failed }: EventData<'gated'>): Session {
  return inLoop(state, ({ subtask }) => {
    const failing: Gate[] = [];
    for (const [name, note] of entriesOf(notes)) {
      subtask.notes[name] = note;
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
    if (used >= allowed) {
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
function beginAnew(subtask: Subtask): void {
  subtask.status = 'in_progress';
  subtask.implementation_retries = 0;
  subtask.design_retries = 0;
  subtask.strayed = 0;
}

/** Takes a subtask back to a step; gates that come after it have to be passed again. */
function restart(subtask: Subtask, step: SubtaskStep): void {
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

function completeSubtask(state: Session, tip: Session['tip']): Session {
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

/** Whoever makes the contract makes it again. */
function goBack(state: Session, { document, lines }: EventData<'contract_missing'>): Session {
  const feedback: Feedback = { from: 'missing', lines };
  switch (document) {
    case 'explored':
      // Planning again begins with what was explored: then the plan is still to come.
      state.stage = {
        at: 'discovery',
        is_explored: false,
        is_planned: state.stage.at !== 'discovery' || state.stage.is_planned,
      };
      return state;
    case 'task-breakdown':
      state.stage = { at: 'discovery', is_explored: true, is_planned: false };
      return state;
    case 'design-brief':
      // The briefs are made from what is there; what was completed stays completed.
      state.stage = { at: 'merge' };
      return state;
    case 'design-contract':
      return inLoop(state, ({ task }) => {
        task.is_designed = false;
        task.feedback = feedback;
      });
    case 'test-contract':
      return inLoop(state, ({ subtask }) => {
        subtask.feedback = feedback;
        restart(subtask, 'write');
      });
    default:
      return document satisfies never;
  }
}

function failStep(state: Session, { effect, kind, message, repeats }: EventData<'step_failed'>): Session {
  const key = effect.slice(0, effect.lastIndexOf('#'));
  const used = state.repeats[key] ?? 0;
  state.repeats[key] = used + 1;
  if (used < repeats) return state;
  state.status = 'stopped';
  state.failure = { code: kind, detail: message };
  return state;
}

function moveByHand(state: Session, { task: taskId, subtask: subtaskId, phase }: EventData<'moved_by_hand'>): Session {
  const task = state.tasks[taskId];
  const subtask = task?.subtasks[subtaskId];
  const isUnderWay = state.stage.at === 'loop' || state.stage.at === 'learn';
  if (task === undefined || subtask === undefined || !isUnderWay) return state;
  leave(state, subtask);
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

function inLoop(state: Session, change: (now: { task: Task; subtask: Subtask }) => void): Session {
  const now = current(state);
  if (now !== undefined) change(now);
  return state;
}

function entriesOf<K extends string, V>(record: Partial<Record<K, V>>): [K, V][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record are of its key type
  return Object.entries(record) as [K, V][];
}
