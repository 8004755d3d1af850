import { countCall } from '../policy/calls.ts';
import { endExtension, extend } from '../policy/extensions.ts';
import { isUsedUp, retryOfStep } from '../policy/retry.ts';
import { current } from './due.ts';
import type { EventData, SessionEvent } from './events.ts';
import { judgeGate } from './gates.ts';
import type { Feedback, Session, SessionState } from './session-state.ts';
import { judgeSubtaskChange } from './change-verdict.ts';
import { moveByHand } from './move-by-hand.ts';
import { giveUpRebase, rebased, refuseRebase, requestRebase } from './rebase.ts';
import { amended, amendFailed, published, requestSync, synced } from './published.ts';
import { rerun } from './rerun.ts';
import {
  answer,
  beginAnew,
  inLoop,
  keepAllowedAtStart,
  refuseTests,
  restart,
  settleGates,
  verified,
} from './subtask-moves.ts';
import { beginLoop, completeSubtask, ground } from './task-loop.ts';

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
  const { request_id, original_request, manifest, branch, base, limits, allows_superseded } = data;
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
    ...(allows_superseded !== undefined && { allows_superseded }),
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
  endExtension(state, effect);
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
    case 'prepared':
      state.prepared = 'collected';
      return state;
    case 'baseline_measured':
      state.prepared = 'measured';
      return state;
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
      state.corrected = event.data.assumptions.flatMap(({ text, correction }) =>
        correction === '' ? [] : [`${text} → ${correction}`],
      );
      return beginLoop(state, event.data, at);
    case 'designed':
      return inLoop(state, ({ task }) => {
        task.is_designed = true;
        task.reasons = event.data.reasons ?? [];
        task.feedback = null;
      });
    case 'tests_written':
      return inLoop(state, ({ subtask }) => {
        subtask.tests = event.data.work;
        subtask.work = event.data.work;
        subtask.feedback = null;
        subtask.step = 'red';
        if (event.data.named !== undefined) subtask.named = event.data.named;
      });
    case 'tests_refused':
      return refuseTests(state, event.data.files);
    case 'snapshots_written':
      return inLoop(state, ({ subtask }) => {
        subtask.work = event.data.work;
        subtask.step = 'verify';
      });
    case 'asked':
      if (state.question !== undefined) state.question.asked_at = at;
      return state;
    case 'implemented':
      return inLoop(state, ({ subtask }) => {
        subtask.work = event.data.work;
        subtask.feedback = null;
        if (event.data.lesson !== undefined) subtask.lesson = event.data.lesson;
        subtask.step = 'scope';
      });
    case 'verified':
      return verified(state, event.data);
    case 'gate_measured':
      keepAllowedAtStart(state, event.data.change?.allowed);
      return settleGates(state, judgeGate(event.data, current(state)?.subtask.notes), at);
    case 'gated':
      return settleGates(state, event.data, at);
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
    case 'published':
      return published(state, event.data);
    case 'synced':
      return synced(state, event.data, at);
    case 'amended':
      return amended(state, event.data);
    case 'amend_failed':
      return amendFailed(state, event.data);
    case 'left_alone':
      state.delivery = { at: 'left_alone', merge: event.data.merge, why: event.data.why };
      return state;
    case 'rebased':
      return rebased(state, event.data);
    case 'rebase_refused':
      return refuseRebase(state, event.data);
    case 'merge_judged': {
      const { reasons } = judgeSubtaskChange(event.data.change);
      state.delivery = { at: 'refused', why: 'question', detail: [] };
      state.question = { at: 'merge', about: '', findings: [...reasons], answers: [], asked_at: null };
      return state;
    }
    case 'delivery_refused':
      // Another remote than before is told to the person, who then sends it there.
      if (event.data.why === 'remote_changed') delete state.proposal;
      if (event.data.theirs !== undefined && state.proposal !== undefined)
        state.proposal = { ...state.proposal, theirs: event.data.theirs };
      state.delivery = { at: 'refused', why: event.data.why, detail: event.data.detail };
      return state;
    default:
      return event satisfies never;
  }
}

/** What a person, or another process, wants. */
function applyRequest(state: Session, event: Exclude<SessionEvent, OutcomeEvent>): Session {
  switch (event.type) {
    case 'extended':
      if (state.in_flight.includes(event.data.of)) extend(state, event.data);
      return state;
    case 'rerun_requested':
      return rerun(state, event.data.step);
    case 'rebase_requested':
      return requestRebase(state);
    case 'stop_requested':
      if (state.status === 'active') delete state.rebase;
      if (state.status === 'active') state.status = 'stopped';
      return state;
    case 'answered':
      return answer(state, event.data);
    case 'reset_requested':
      state.status = 'completed';
      delete state.question;
      return state;
    case 'resume_requested':
      if (state.status !== 'stopped') return state;
      state.status = 'active';
      state.failure = null;
      state.repeats = {};
      return inLoop(state, ({ subtask }) => {
        if (subtask.status === 'failed') beginAnew(subtask);
      });
    case 'sync_requested':
      return requestSync(state);
    case 'delivery_requested':
      if (state.stage.at === 'complete') state.delivery = { at: 'wanted', asked: event.data.asked };
      return state;
    case 'moved_by_hand':
      return moveByHand(state, event.data);
    case 'grounded':
      return ground(state, event.data);
    case 'session_started':
    case 'spent':
      return state;
    default:
      return event satisfies never;
  }
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

function failStep(state: Session, { effect, message, ...failed }: EventData<'step_failed'>): Session {
  const key = effect.slice(0, effect.lastIndexOf('#'));
  const used = state.repeats[key] ?? 0;
  state.repeats[key] = used + 1;
  if (!isUsedUp(used, retryOfStep(failed).repeats)) return state;
  // Finished work is not unfinished by an agent that could not bring it to another base.
  if (key.endsWith('/rebase') && state.stage.at === 'complete')
    return giveUpRebase(state, { why: 'agent', detail: [message === '' ? failed.kind : message] });
  state.status = 'stopped';
  state.failure = { code: failed.kind, detail: message };
  return state;
}
