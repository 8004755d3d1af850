import { isActive } from './due.ts';
import type { EventData } from './events.ts';
import { countOutcome, enter, moveOn, setAgent, tellHistory } from './moves.ts';
import { type ActiveStep, type PlainStep, roles, type Run, type Work } from './run-state.ts';

/** What a person asked for is begun as soon as nothing of the run is in flight: no agent's work is thrown away for it. */
export function beginRebase(state: Run): Run {
  const { step } = state;
  if (state.wants_rebase === undefined) return state;
  if (isActive(step) && state.in_flight !== null) return state;
  delete state.wants_rebase;
  const next = rebaseOf(state);
  // The step that it comes before has no outcome yet.
  return next === undefined ? state : enter(state, next);
}

/** Whether there is anything that could stand on another base. */
export function canRebase(state: Run): boolean {
  return state.base.branch !== null && rebaseOf(state) !== undefined;
}

type RebaseStep = Extract<ActiveStep, { at: 'rebase' }>;

function rebaseOf({ step, work, claims }: Run): RebaseStep | undefined {
  if (step.at === 'sync')
    return { at: 'rebase', before: testsOf(step.work, claims), pack: step.pack ?? { work: step.work } };
  if (isActive(step)) return rebaseFrom(step);
  switch (step.at) {
    case 'proposed':
      return { at: 'rebase', before: testsOf(step.work, claims), pack: { work: step.work } };
    case 'waiting':
      return { at: 'rebase', before: step.again };
    case 'ready_for_merge': {
      const { to_allow } = step;
      const pack = { work: step.work, ...(to_allow !== undefined && { to_allow }) };
      return { at: 'rebase', before: testsOf(step.work, claims), pack };
    }
    case 'failed':
      // There are no more rounds, but on another base the work may pass as it is.
      if (step.error === 'max_iterations' && work !== null) return { at: 'rebase', before: testsOf(work, claims) };
      return rebaseFrom(step.before);
    case 'stopped':
      return rebaseFrom(step.before);
    case 'undelivered':
    case 'completed':
      return undefined;
    default:
      return step satisfies never;
  }
}

function rebaseFrom(step: ActiveStep): RebaseStep {
  return step.at === 'rebase' ? step : { at: 'rebase', before: step };
}

/** The tests of work as it is, and the gate after them. */
export function testsOf(work: Work, claims: Run['claims']): PlainStep {
  return { at: 'test', work, claims: claims ?? { edge_cases_tested: [], adversarial_findings: [] } };
}

/** Nothing that was measured on the old base counts: the tests and the gate come again, and with them the approval. */
export function rebased(state: Run, data: EventData<'rebased'>, at: string): Run {
  const { step } = state;
  if (step.at !== 'rebase') return state;
  tellHistory(state, { result: 'rebased', at });
  // The same work on another base is what was rejected all the same.
  const isRejected = state.work !== null && (state.rejected ?? []).includes(state.work.tree);
  if (isRejected && data.work !== null) state.rejected = [...(state.rejected ?? []), data.work.tree];
  state.base = { ...state.base, commit: data.base };
  state.base_tests = data.tests;
  if (state.proposal !== undefined) state.proposal = { ...state.proposal, theirs: null };
  state.work = data.work;
  state.earlier_rounds = data.earlier_rounds;
  delete state.proof;
  const next = onNewBase(state, step.before);
  for (const role of roles) if (role !== 'refiner' && state.agents[role].status !== 'completed') reset(state, role);
  if (next.at === 'build') reset(state, 'builder');
  else if (next.at !== 'refine') setAgent(state, { status: 'completed', completed_at: at });
  const asked = state.consultations.find((one) => one.vcr === null);
  if (asked === undefined) return moveOn(state, next);
  moveOn(state, next);
  setAgent(state, { status: 'waiting_human' });
  state.step = { at: 'waiting', crp_id: asked.crp.crp_id, again: next };
  return state;
}

function reset(state: Run, role: (typeof roles)[number]): void {
  state.agents[role] = { status: 'pending' };
}

function onNewBase({ work, claims }: Run, before: PlainStep): PlainStep {
  if (before.at === 'prepare' || before.at === 'refine') return { at: 'refine' };
  if (before.at === 'build' || work === null) return { at: 'build' };
  return before.at === 'verify' ? { at: 'verify', work } : testsOf(work, claims);
}

/** The agent tries it once more; then the pack is shown as it was, or the run has failed. */
export function leaveConflict(state: Run, paths: readonly string[], at: string): Run {
  const { step } = state;
  if (step.at !== 'rebase') return state;
  setAgent(state, { status: 'failed', completed_at: at, error: `conflict: ${paths.join(', ')}` });
  tellHistory(state, { result: 'conflict', at });
  if (state.repeats === 0) {
    countOutcome(state, step);
    state.in_flight = null;
    state.repeats = 1;
    return state;
  }
  if (step.pack === undefined) return moveOn(state, { at: 'failed', error: 'conflict', before: step });
  const refusal = { why: 'conflict' as const, detail: [...paths] };
  return moveOn(state, { at: 'ready_for_merge', refusal, ...step.pack });
}
