import type { Vcr } from '../../schema/run/consultation.ts';
import { pendingIn } from './consultation.ts';
import { isActive } from './due.ts';
import type { EventData } from './events.ts';
import type { ActiveStep, Agent, HunkStep, Run, RunRole, RunStep } from './run-state.ts';

export function completed(state: Run, next: RunStep, ended: { readonly result: string; readonly at: string }): Run {
  setAgent(state, { status: 'completed', completed_at: ended.at });
  tellHistory(state, ended);
  return moveOn(state, next);
}

/** The present step has come to its outcome; what is next. */
export function moveOn(state: Run, next: RunStep): Run {
  if (isActive(state.step)) countOutcome(state, state.step);
  return enter(state, next);
}

/** Whatever the present step was about to come to. */
export function enter(state: Run, next: RunStep): Run {
  state.step = next;
  state.repeats = 0;
  delete state.strayed;
  delete state.missing_cases;
  delete state.hunks;
  state.in_flight = null;
  return state;
}

export function countOutcome({ outcomes }: Run, { at }: Pick<ActiveStep | HunkStep, 'at'>): void {
  outcomes[at] = (outcomes[at] ?? 0) + 1;
}

export function tellHistory(state: Run, { result, at }: { readonly result: string; readonly at: string }): void {
  const phase = phaseOf(state.step);
  if (phase === 'completed' || phase === 'failed' || phase === 'stopped') return;
  state.history.push({ phase, result, timestamp: at });
}

const PHASES = {
  prepare: 'refine',
  refine: 'refine',
  build: 'build',
  verify: 'verify',
  test: 'verify',
  gate: 'gate',
  pack: 'gate',
  waiting: 'waiting_human',
  ready_for_merge: 'ready_for_merge',
  merge: 'ready_for_merge',
  undelivered: 'ready_for_merge',
  proposed: 'ready_for_merge',
  sync: 'ready_for_merge',
  rebase: 'build',
  completed: 'completed',
  failed: 'failed',
  stopped: 'stopped',
} as const satisfies Record<RunStep['at'], string>;

/** The phase that the document shows. */
export function phaseOf({ at }: RunStep) {
  return PHASES[at];
}

const agentOf: Partial<Record<RunStep['at'], RunRole>> = {
  refine: 'refiner',
  build: 'builder',
  rebase: 'builder',
  verify: 'verifier',
  gate: 'gatekeeper',
};

/** Of the agent whose step it is; the rest is our own work. */
export function setAgent(state: Run, change: Partial<Agent> & Pick<Agent, 'status'>): void {
  const { step } = state;
  const role = agentOf[step.at === 'stopped' ? step.before.at : step.at];
  if (role === undefined) return;
  const { started_at } = state.agents[role];
  const began = change.status === 'pending' || started_at === undefined ? {} : { started_at };
  state.agents[role] = { ...began, ...change };
}

/** A step waits for a person, unless an earlier run has their answer. */
export function ask(state: Run, { crp, about, precedent, more = [] }: EventData<'asked'>, at: string): Run {
  const { step } = state;
  if (!isActive(step) || step.at === 'rebase' || step.at === 'sync') return state;
  const { iteration } = state;
  state.consultations.push({ crp, vcr: null, about, iteration, by_precedent: precedent !== null });
  for (const { crp: other, precedent: known } of more)
    state.consultations.push({
      crp: other,
      vcr: null,
      about: [],
      iteration,
      by_precedent: known !== null,
      asked_with: crp.crp_id,
    });
  setAgent(state, { status: 'waiting_human', completed_at: at });
  if (step.at === 'gate') tellHistory(state, { result: 'NEEDS_HUMAN', at });
  moveOn(state, { at: 'waiting', crp_id: crp.crp_id, again: step });
  for (const known of [precedent, ...more.map((one) => one.precedent)]) if (known !== null) answer(state, known, at);
  return state;
}

export function answer(state: Run, vcr: Vcr, at: string): Run {
  const asked = state.consultations.find((one) => one.crp.crp_id === vcr.crp_id);
  if (asked === undefined || asked.vcr !== null) return state;
  asked.vcr = vcr;
  asked.crp = { ...asked.crp, status: 'resolved' };
  if (state.step.at !== 'waiting') return state;
  const { again: step } = state.step;
  const [next] = pendingIn(state.consultations);
  if (next !== undefined) {
    state.step.crp_id = next.crp_id;
    return state;
  }
  tellHistory(state, { result: 'answered', at });
  moveOn(state, step);
  setAgent(state, { status: 'pending' });
  return state;
}
