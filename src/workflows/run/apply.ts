import { countCall } from '../policy/calls.ts';
import { endExtension, extend } from '../policy/extensions.ts';
import { isUsedUp, retryOfStep } from '../policy/retry.ts';
import { isActive, isUnproven } from './due.ts';
import type { EventData, RunEvent } from './events.ts';
import { answer, ask, completed, countOutcome, moveOn, setAgent, tellHistory } from './moves.ts';
import { beginRebase, leaveConflict, rebased } from './rebase.ts';
import { keepReplies, notePublishRefusal, published, requestSync, synced } from './proposed.ts';
import { rerun } from './rerun.ts';
import { again, nextRound, sendBack } from './rounds.ts';
import { type ActiveStep, type Run, type RunState, type Work } from './run-state.ts';

export function apply(state: RunState, event: RunEvent, at: string): RunState {
  if (event.type === 'run_started') return begin(event.data, at);
  if (state.kind === 'unstarted') throw new Error(`${event.type} before the run was started`);
  state.updated_at = at;
  if ('calls' in event.data) for (const call of event.data.calls) countCall(state, call);
  return beginRebase(isOutcome(event) ? applyOutcome(state, event, at) : applyRequest(state, event, at));
}

/** What is in flight elsewhere is not in flight here. */
export function relocate(state: RunState): RunState {
  if (state.kind === 'run') state.in_flight = null;
  return state;
}

type OutcomeEvent = Extract<RunEvent, { data: { effect: string } }>;

function isOutcome(event: RunEvent): event is OutcomeEvent {
  return 'effect' in event.data;
}

function begin(
  { run_id, max_iterations, branch, commit, allows_superseded, issue }: EventData<'run_started'>,
  at: string,
): Run {
  return {
    kind: 'run',
    run_id,
    base: { branch, commit },
    base_tests: null,
    work: null,
    iteration: 1,
    max_iterations,
    configured_iterations: max_iterations,
    started_at: at,
    updated_at: at,
    step: { at: 'prepare' },
    repeats: 0,
    agents: {
      refiner: { status: 'pending' },
      builder: { status: 'pending' },
      verifier: { status: 'pending' },
      gatekeeper: { status: 'pending' },
    },
    history: [],
    consultations: [],
    feedback: null,
    ...(allows_superseded !== undefined && { allows_superseded }),
    ...(issue !== undefined && { issue }),
    test_files: [],
    spent: {},
    finished: {},
    outcomes: {},
    in_flight: null,
  };
}

/** What the one effect that is in flight came to. */
function applyOutcome(state: Run, event: OutcomeEvent, at: string): Run {
  const { step } = state;
  if (event.type !== 'effect_started') endExtension(state, event.data.effect);
  switch (event.type) {
    case 'effect_started':
      state.in_flight = event.data.effect;
      setAgent(state, { status: 'running', started_at: at });
      return state;
    case 'effect_interrupted':
      state.in_flight = null;
      setAgent(state, { status: 'pending' });
      return state;
    case 'prepared':
      state.base_tests = event.data.tests;
      return moveOn(state, { at: 'refine' });
    case 'refined':
      return completed(state, { at: 'build' }, { result: 'completed', at });
    case 'built':
      state.work = event.data.work;
      keepReplies(state, event.data.replies);
      return completed(state, { at: 'verify', work: event.data.work }, { result: 'completed', at });
    case 'nothing_built':
      return completed(state, { at: 'gate', work: null, evidence: null }, { result: 'completed', at });
    case 'left_rejected':
      return sendBackRejected(state, event.data, at);
    case 'tests_written':
      keepRewritten(state, event.data);
      state.work = event.data.work;
      state.test_files = [...new Set([...state.test_files, ...event.data.files])];
      state.claims = event.data.claims;
      setAgent(state, { status: 'completed', completed_at: at });
      return moveOn(state, { at: 'test', work: event.data.work, claims: event.data.claims });
    case 'tests_incomplete':
      return goOnWithTests(state, event.data);
    case 'tested': {
      const { evidence } = event.data;
      if (evidence.proof !== undefined) state.proof = evidence.proof;
      if (isUnproven(step)) return measureAgain(state, { ...step, evidence });
      if (step.at !== 'test') return state;
      return completed(state, { at: 'gate', work: step.work, evidence }, { result: 'completed', at });
    }
    case 'gated':
      return gate(state, event.data, at);
    case 'packed':
      return step.at === 'pack' ? showPack(state, step, event.data) : state;
    case 'hunks_checked':
      if (state.hunks !== undefined) countOutcome(state, state.hunks);
      delete state.hunks;
      state.in_flight = null;
      return state;
    case 'merged':
      tellHistory(state, { result: 'merged', at });
      return moveOn(state, { at: 'completed', merge: event.data.merge });
    case 'published':
      return published(state, event.data, at);
    case 'synced':
      heed(state, event.data.max_iterations);
      return synced(state, event.data, at);
    case 'left_alone': {
      const { merge, why, detail } = event.data;
      return step.at === 'merge' ? moveOn(state, { at: 'undelivered', work: step.work, merge, why, detail }) : state;
    }
    case 'merge_refused':
      tellHistory(state, { result: 'refused', at });
      notePublishRefusal(state, event.data);
      return step.at === 'merge' ? moveOn(state, refusedMerge(step.work, event.data)) : state;
    case 'rebased':
      return rebased(state, event.data, at);
    case 'conflict_left':
      return leaveConflict(state, event.data.paths, at);
    case 'strayed':
      return stray(state, event.data, at);
    case 'asked':
      return ask(state, event.data, at);
    case 'step_failed':
      return failStep(state, event.data, at);
    default:
      return event satisfies never;
  }
}

/** Once more, from what it has written. */
function goOnWithTests(state: Run, data: EventData<'tests_incomplete'>): Run {
  const { work, files, claims } = data;
  keepRewritten(state, data);
  state.work = work;
  state.test_files = [...new Set([...state.test_files, ...files])];
  setAgent(state, { status: 'pending' });
  moveOn(state, { at: 'verify', work });
  state.claims = claims;
  state.missing_cases = claims.missing_cases ?? [];
  return state;
}

/** The tests of the Builder that the Verifier changed are compared with, as those of a round before. */
function keepRewritten(
  state: Run,
  { rewrites_tests: rewrites }: EventData<'tests_written' | 'tests_incomplete'>,
): void {
  if (rewrites !== true || state.work === null) return;
  state.earlier_rounds = [...(state.earlier_rounds ?? []), state.work];
}

/** The gate is still to come. */
function measureAgain(state: Run, step: Extract<ActiveStep, { at: 'gate' }>): Run {
  countOutcome(state, { at: 'test' });
  state.step = step;
  state.in_flight = null;
  return state;
}

function showPack(state: Run, step: Extract<ActiveStep, { at: 'pack' }>, { checks_hunks }: EventData<'packed'>): Run {
  const { work, judgement } = step;
  const { to_allow } = judgement;
  moveOn(state, { at: 'ready_for_merge', work, refusal: null, ...(to_allow !== undefined && { to_allow }) });
  if (checks_hunks === true) state.hunks = { ...step, at: 'hunks' };
  return state;
}

function refusedMerge(work: Work, { why, detail, to_allow }: EventData<'merge_refused'>): Run['step'] {
  return { at: 'ready_for_merge', work, refusal: { why, detail }, ...(to_allow !== undefined && { to_allow }) };
}

/** Once more, with the list of files; then it has failed. */
function stray(state: Run, { files, message }: EventData<'strayed'>, at: string): Run {
  const { step } = state;
  if (!isActive(step)) return state;
  setAgent(state, { status: 'failed', completed_at: at, error: message });
  tellHistory(state, { result: 'failed', at });
  countOutcome(state, step);
  state.in_flight = null;
  if (state.strayed === undefined) state.strayed = files;
  else state.step = { at: 'failed', error: 'validation', before: step };
  return state;
}

/** What a person, or another process, wants. */
function applyRequest(state: Run, event: Exclude<RunEvent, OutcomeEvent>, at: string): Run {
  const { step } = state;
  switch (event.type) {
    case 'answered':
      return answer(state, event.data.vcr, at);
    case 'approved':
      if (step.at !== 'ready_for_merge' || step.work.commit !== event.data.commit) return state;
      if (event.data.allowed !== undefined) state.allowed = [...(state.allowed ?? []), ...event.data.allowed];
      tellHistory(state, { result: 'approved', at });
      return moveOn(state, { at: 'merge', work: step.work, asked: false });
    case 'rejected':
      if (step.at !== 'ready_for_merge' && step.at !== 'proposed') return state;
      return sendBack(state, { from: 'person', reason: event.data.reason, work: step.work }, at);
    case 'sync_requested':
      return requestSync(state);
    case 'apply_requested':
      return step.at === 'undelivered' ? moveOn(state, { at: 'merge', work: step.work, asked: true }) : state;
    case 'limit_changed':
      state.max_iterations = event.data.max_iterations;
      return state;
    case 'extended':
      if (state.in_flight === event.data.of) extend(state, event.data);
      return state;
    case 'rebase_requested':
      state.wants_rebase = true;
      return state;
    case 'stop_requested':
      delete state.wants_rebase;
      if (isActive(step)) state.step = { at: 'stopped', before: step };
      else if (step.at === 'waiting') state.step = { at: 'stopped', before: step.again };
      setAgent(state, { status: 'pending' });
      state.in_flight = null;
      return state;
    case 'resume_requested':
      heed(state, event.data.max_iterations);
      return resume(state);
    case 'rerun_requested':
      return rerun(state, event.data.step, at);
    case 'run_started':
    case 'spent':
      return state;
    default:
      return event satisfies never;
  }
}

/** PASS goes on to the pack; FAIL goes back to the Builder while there are rounds left. NEEDS_HUMAN is `asked`. */
function gate(state: Run, { judgement, max_iterations }: EventData<'gated'>, at: string): Run {
  if (state.step.at !== 'gate') return state;
  heed(state, max_iterations);
  const { work, evidence } = state.step;
  setAgent(state, { status: 'completed', completed_at: at });
  tellHistory(state, { result: judgement.verdict, at });
  if (judgement.verdict === 'PASS' && work !== null && evidence !== null)
    return moveOn(state, { at: 'pack', work, evidence, judgement });
  const { reason, issues, findings } = judgement;
  return again(state, { from: 'gate', reason, issues, findings, failures: evidence?.failures ?? [] });
}

/** No agent is asked about what a person refused, and the person is not shown it again. */
function sendBackRejected(state: Run, { max_iterations }: EventData<'left_rejected'>, at: string): Run {
  if (state.step.at !== 'build') return state;
  heed(state, max_iterations);
  setAgent(state, { status: 'completed', completed_at: at });
  tellHistory(state, { result: 'unchanged', at });
  const reason = state.rejections?.at(-1)?.reason ?? '';
  return again(state, { from: 'person', reason, issues: [], findings: [{ code: 'rejected_before' }], failures: [] });
}

/** A configuration that was changed counts; one that was not leaves alone what people changed in the document. */
function heed(state: Run, configured: number): void {
  if (configured !== state.configured_iterations) state.max_iterations = configured;
  state.configured_iterations = configured;
}

/** A run that failed for want of rounds goes on only once there are more. */
function resume(state: Run): Run {
  const { step } = state;
  if (step.at === 'failed') {
    if (step.error === 'max_iterations') return state.iteration < state.max_iterations ? nextRound(state) : state;
    state.repeats = 0;
    delete state.strayed;
    state.step = step.before;
    setAgent(state, { status: 'pending' });
  }
  if (step.at === 'stopped') {
    const waiting = state.consultations.find((one) => one.vcr === null);
    state.step = step.before;
    if (waiting !== undefined && step.before.at !== 'rebase') {
      setAgent(state, { status: 'waiting_human' });
      state.step = { at: 'waiting', crp_id: waiting.crp.crp_id, again: step.before };
    }
  }
  return state;
}

function failStep(state: Run, failed: EventData<'step_failed'>, at: string): Run {
  const { step } = state;
  if (!isActive(step)) return state;
  const { kind, message } = failed;
  const { repeats, otherwise } = retryOfStep(failed);
  setAgent(state, {
    status: kind === 'timeout' ? 'timeout' : 'failed',
    completed_at: at,
    error: message === '' ? kind : `${kind}: ${message}`,
  });
  tellHistory(state, { result: kind === 'timeout' ? 'timeout' : 'failed', at });
  countOutcome(state, step);
  state.in_flight = null;
  if (!isUsedUp(state.repeats, repeats)) {
    state.repeats += 1;
    return state;
  }
  state.step = otherwise === 'stopped' ? { at: 'stopped', before: step } : { at: 'failed', error: kind, before: step };
  return state;
}
