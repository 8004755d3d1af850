import { type AutoEffect, budgetSharers } from '../../../workflows/auto/due.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import { type Graph, taskOf } from '../../../workflows/auto/graph-state.ts';
import type { EffectContext } from '../../conductor/effects.ts';
import { amend } from './amend.ts';
import { autoAgentCalls, failedCall, repairFailed, wait } from './attempt.ts';
import { beginPhase } from './begin-phase.ts';
import { deliver } from './deliver.ts';
import { taskBranch } from '../../repository-names.ts';
import { type AutoJob, type AutoServices, checkPlace, slotPlace, type TaskJob } from './job.ts';
import { mergePhase } from './merge-phase.ts';
import { mergeTask } from './merge-task.ts';
import { prepare } from './prepare.ts';
import { probe } from './probe.ts';
import { sync } from './publish.ts';
import { rebase } from './rebase.ts';
import { repair } from './repair.ts';
import { resolveConflict } from './resolve-conflict.ts';
import { review } from './review.ts';
import { workOnTask } from './work-on-task.ts';

const ofTasks = {
  work: workOnTask,
  probe,
  resolve: resolveConflict,
  merge: mergeTask,
  review,
  wait,
} as const;

/** Does one thing for a graph, with the configuration as it is now. */
export async function performAuto(
  services: AutoServices,
  effect: AutoEffect,
  performing: EffectContext,
): Promise<AutoEvent> {
  const settings = await services.settings();
  const { what, slot, graph } = effect;
  const owner = 'task' in what ? what.task : what.at;
  const job: AutoJob = {
    ...effect,
    services,
    settings,
    config: settings.repository,
    ...performing,
    owner: `auto/${owner}`,
    branch: taskBranch(services.project, owner),
    places: { check: checkPlace(graph), ...(slot !== null && { build: slotPlace(slot) }) },
    accounts: graph,
    sharers: () => budgetSharers(graph, services.limits().max_parallel),
    agentCalls: (role) =>
      autoAgentCalls(job, { role, task: null, failed: (ended) => repairFailed(job, ended, [ended.call]) }),
  };
  if (!('task' in what)) return performForGraph(job);
  const { task: id } = what;
  const at = { id, task: { ...taskOf(graph, id) }, tip: tipOf(graph) };
  const taskJob: TaskJob = {
    ...job,
    at,
    agentCalls: (role) =>
      autoAgentCalls(job, {
        role,
        task: id,
        failed: (ended) => failedCall(taskJob, ended),
      }),
  };
  const perform = () => ofTasks[what.at](taskJob);
  return withWorktreeLock(taskJob, perform);
}

function performForGraph(job: AutoJob): Promise<AutoEvent> {
  const { what } = job;
  switch (what.at) {
    case 'prepare':
      return prepare(job);
    case 'begin':
      return beginPhase({ ...job, what });
    case 'phase-merge':
      return withWorktreeLock(job, () => mergePhase(job));
    case 'repair':
      return withWorktreeLock(job, () => repair(job));
    case 'deliver':
      return deliver(job);
    case 'sync':
      return sync(job);
    case 'amend':
      return withWorktreeLock(job, () => amend(job));
    case 'rebase':
      return withWorktreeLock(job, () => rebase(job));
    case 'work':
    case 'probe':
    case 'wait':
    case 'merge':
    case 'resolve':
    case 'review':
      throw new Error(`of a task: ${what.at}`);
    default:
      return what satisfies never;
  }
}

/** What was taken back may still be ending in the worktree that somebody else has now. */
function withWorktreeLock<T>({ services, slot, what, signal }: AutoJob, work: () => Promise<T>): Promise<T> {
  if (slot !== null) return services.mutex.withLock(slotPlace(slot), work, signal);
  const isChecked = what.at === 'merge' || what.at === 'phase-merge';
  return isChecked ? services.mutex.withLock('check', work, signal) : work();
}

function tipOf({ tip }: Graph): NonNullable<Graph['tip']> {
  if (tip === null) throw new Error('a task before its phase was entered');
  return tip;
}
