import { nextPhase } from './due.ts';
import type { Graph, Stage } from './graph-state.ts';

export function enterNext(state: Graph): void {
  // The merge of a phase ticks boxes: where nothing else is left, the last one is entered for that alone.
  const next = openPhase(state) ?? nextPhase(state) ?? (state.unticked === true ? state.current_phase : undefined);
  if (next !== undefined) state.current_phase = next;
  state.stage = next === undefined ? { at: 'done' } : begin(state, next);
}

/** Begun and not over: what is known of it was found in a document, or in git, and its merge may be all that is left. */
export function openPhase({ phases }: Graph): number | undefined {
  const open = Object.keys(phases).find((phase) => phases[phase]?.completed_at === undefined);
  return open === undefined ? undefined : Number(open);
}

/** The first phase is what the person asked for by starting; one that was here before was allowed then. */
export function begin({ mode, phases }: Graph, phase: number, isAllowed = false): Stage {
  const isAsked = mode === 'normal' && Object.keys(phases).length > 0 && phases[phase] === undefined;
  return { at: 'begin', phase, allowed: isAllowed || !isAsked };
}

/** The only phase that was wanted, where it is over and another comes next. */
export function onlyPhaseOver({ only_phase: only, phases, stage }: Graph): number | null {
  if (only === undefined || stage.at !== 'begin' || stage.phase === only) return null;
  return phases[only]?.completed_at === undefined ? null : only;
}

/** Something that had come to its end has work again. */
export function goOn(state: Graph): void {
  if (state.stage.at === 'done') enterNext(state);
}
