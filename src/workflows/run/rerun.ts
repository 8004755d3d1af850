import type { EventData } from './events.ts';
import { moveOn, tellHistory } from './moves.ts';
import { testsOf } from './rebase.ts';
import { roles, type Run, type RunRole } from './run-state.ts';

/** Of work at rest, in the round it is in. Verifier and Gatekeeper need something to look at. */
export function rerun(state: Run, step: EventData<'rerun_requested'>['step'], at: string): Run {
  const { work, step: before } = state;
  if (before.at !== 'ready_for_merge' && before.at !== 'failed' && before.at !== 'stopped') return state;
  const isOfWork = step === 'verify' || step === 'gate';
  if (isOfWork && work === null) return state;
  tellHistory(state, { result: 'rerun', at });
  for (const role of rolesFrom(step)) state.agents[role] = { status: 'pending' };
  // What is judged was measured on exactly this tree, and where that is known nothing runs again.
  if (step === 'gate' && work !== null) return moveOn(state, testsOf(work, state.claims));
  if (step === 'verify' && work !== null) return moveOn(state, { at: 'verify', work });
  return moveOn(state, { at: step === 'refine' ? 'refine' : 'build' });
}

/** Whose step it is, and who comes after. */
function rolesFrom(step: EventData<'rerun_requested'>['step']): readonly RunRole[] {
  return roles.slice(['refine', 'build', 'verify', 'gate'].indexOf(step));
}
