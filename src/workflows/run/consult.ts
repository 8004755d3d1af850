import type { Vcr } from '../../schema/run/vcr.ts';
import { isActive } from './due.ts';
import type { EventData } from './events.ts';
import { moveOn, setAgent, tellHistory } from './moves.ts';
import type { Run } from './run-state.ts';

/** A step waits for a person, unless an earlier run has their answer. */
export function ask(state: Run, { crp, about, precedent }: EventData<'asked'>, at: string): Run {
  const { step } = state;
  if (!isActive(step)) return state;
  state.consultations.push({ crp, vcr: null, about, iteration: state.iteration, by_precedent: precedent !== null });
  setAgent(state, { status: 'waiting_human', completed_at: at });
  if (step.at === 'gate') tellHistory(state, { result: 'NEEDS_HUMAN', at });
  moveOn(state, { at: 'waiting', crp_id: crp.crp_id, again: step });
  return precedent === null ? state : answer(state, precedent, at);
}

export function answer(state: Run, vcr: Vcr, at: string): Run {
  const asked = state.consultations.find((one) => one.crp.crp_id === vcr.crp_id);
  if (asked === undefined || asked.vcr !== null) return state;
  asked.vcr = vcr;
  asked.crp = { ...asked.crp, status: 'resolved' };
  if (state.step.at !== 'waiting') return state;
  const { again: step } = state.step;
  tellHistory(state, { result: 'answered', at });
  moveOn(state, step);
  setAgent(state, { status: 'pending' });
  return state;
}
