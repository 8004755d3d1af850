import { claimsIn } from './claims.ts';
import type { Evidence } from './evidence.ts';
import type { ActiveStep, HunkStep, Run, RunState, RunStep, Work } from './run-state.ts';

/** Something to be done for a run. The id is the same however often it is tried. */
export interface RunEffect {
  readonly id: string;
  readonly step: ActiveStep | HunkStep;
  readonly run: Run;
}

/** What should be going on, given the state: nothing once the run has ended, was stopped or waits. */
export function due(state: RunState): readonly RunEffect[] {
  if (state.kind === 'unstarted' || !isActive(state.step)) return [];
  const step = isUnproven(state.step) ? testAgain(state.step) : state.step;
  return [{ id: effectId(state, step), step, run: state }];
}

type UnprovenStep = Extract<ActiveStep, { at: 'gate' }> & { work: Work; evidence: Evidence };

/** Measured by a version that had no proofs: nothing can be concluded from that. */
export function isUnproven(step: RunStep): step is UnprovenStep {
  return step.at === 'gate' && step.work !== null && step.evidence !== null && step.evidence.proof === undefined;
}

function testAgain({ work, evidence }: UnprovenStep): ActiveStep {
  return { at: 'test', work, claims: claimsIn(evidence) };
}

/** The same, and what is still to be added to a pack once it is shown. */
export function dueWithHunks(state: RunState): readonly RunEffect[] {
  if (state.kind === 'unstarted' || state.hunks === undefined) return due(state);
  return [{ id: effectId(state, state.hunks), step: state.hunks, run: state }];
}

const active: ReadonlySet<RunStep['at']> = new Set<ActiveStep['at']>([
  'prepare',
  'refine',
  'build',
  'verify',
  'test',
  'gate',
  'pack',
  'merge',
  'rebase',
  'sync',
]);

export function isActive(step: RunStep): step is ActiveStep {
  return active.has(step.at);
}

/** `run-…/build#2`: the second of its kind that comes to an outcome. */
function effectId({ run_id, outcomes }: Run, { at }: ActiveStep | HunkStep): string {
  return `${run_id}/${at}#${(outcomes[at] ?? 0) + 1}`;
}
