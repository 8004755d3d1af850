import { ok } from '../../../base/result.ts';
import { LogState } from '../../../store/log-state.ts';
import { auto } from '../../../workflows/auto/auto.ts';
import { autoPaths, type AutoContext } from '../../descriptors/auto.ts';
import { type FollowingSteps, followSteps, type StepLogEntry } from '../follow-steps.ts';
import { requireAuto } from './read-graph.ts';

export interface FollowingAuto extends Omit<FollowingSteps, 'isWanted'> {
  /** Only this one. */
  readonly task?: string | undefined;
}

/** What agents did for the task graph. */
export function followAuto(
  tools: Pick<AutoContext, 'project' | 'env'>,
  { task, ...following }: FollowingAuto,
): AsyncGenerator<StepLogEntry, void, void> {
  requireAuto(tools);
  const { log, own } = autoPaths(tools);
  const state = new LogState(log, auto);
  const look = () => {
    const looked = state.look();
    if (!looked.ok || looked.value?.kind !== 'graph') return looked.ok ? ok(undefined) : looked;
    const { stage, stopped } = looked.value;
    return ok({ over: stopped ? 'stopped' : stage.at === 'done' ? 'done' : null });
  };
  const isWanted = (effect: string) => task === undefined || effect.startsWith(`auto/${task}/`);
  return followSteps(
    { log, own, look, roleOf: (step) => ROLES.get(step.replace(/-\d+$/, '')) },
    { ...following, isWanted },
  );
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ['work', 'task-executor'],
  ['resolve', 'task-executor'],
  ['repair', 'task-executor'],
  ['probe', 'reviewer'],
  ['review', 'reviewer'],
]);
