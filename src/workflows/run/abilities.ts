import { pendingIn } from './consultation.ts';
import { isActive } from './due.ts';
import type { EventData } from './events.ts';
import { canSync } from './proposed.ts';
import { canRebase } from './rebase.ts';
import type { Run } from './run-state.ts';

export type RerunStep = EventData<'rerun_requested'>['step'];

/** What a person can ask for of a run as it stands, whoever conducts it. */
export interface RunAbilities {
  readonly answer: boolean;
  readonly review: boolean;
  readonly approve: boolean;
  readonly resume: boolean;
  readonly stop: boolean;
  readonly apply: boolean;
  readonly rebase: boolean;
  readonly sync: boolean;
  readonly rerun: readonly RerunStep[];
}

const RERUN_STEPS: readonly RerunStep[] = ['refine', 'build', 'verify', 'gate'];

export function abilitiesOf(run: Run): RunAbilities {
  const { step, consultations } = run;
  return {
    answer: step.at === 'waiting' && pendingIn(consultations).length > 0,
    review: hasPack(run),
    approve: step.at === 'ready_for_merge',
    resume: isActive(step) || step.at === 'failed' || step.at === 'stopped',
    stop: canStop(run),
    apply: step.at === 'undelivered',
    rebase: canRebase(run),
    sync: canSync(run),
    rerun: RERUN_STEPS.filter((one) => canRerun(run, one)),
  };
}

const withPack: ReadonlySet<Run['step']['at']> = new Set([
  'ready_for_merge',
  'merge',
  'undelivered',
  'proposed',
  'sync',
  'completed',
]);

export function hasPack({ step, work }: Run): boolean {
  return withPack.has(step.at) && work !== null;
}

export function canStop({ step }: Run): boolean {
  return isActive(step) || step.at === 'waiting';
}

/** While no agent is at work, so that nobody's work is thrown away. */
export function canRerun({ step: { at }, work }: Run, step: RerunStep): boolean {
  const isAtRest = at === 'ready_for_merge' || at === 'failed' || at === 'stopped';
  return isAtRest && (work !== null || step === 'refine' || step === 'build');
}
