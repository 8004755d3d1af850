import path from 'node:path';
import { catchFailure, fail, type Failure, unwrap } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { nearestOf } from '../../../schema/nearest.ts';
import { isAgentAtWork } from '../../../workflows/auto/due.ts';
import { canSync } from '../../../workflows/auto/published.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import { findTask, type Graph, isHeldTask, type Task } from '../../../workflows/auto/graph-state.ts';
import { closeOnFailure, recordDecision } from '../../conductor/open-workflow.ts';
import { type AutoContext, graphIn, type OpenAuto, openAuto } from '../../descriptors/auto.ts';
import type { AutoPlan } from '../../performers/auto/job.ts';
import { conductorOf } from '../../find-conductor.ts';
import { isTaken, requireNoneTaken } from '../../task-locks.ts';
import { readAutoPlan } from './plan.ts';
import { readGraph } from './read-graph.ts';

/** Whoever conducts hears it, lets go of its agents and ends. */
export function stopAuto(open: OpenAuto): Promise<void> {
  return decide(open, (graph) => ok(graph.stopped ? [] : [{ type: 'stop_requested', data: {} }]));
}

/** The person wants what is finished in their checkout as that is. */
export function deliverAuto(open: OpenAuto): Promise<void> {
  return decide(open, (graph) =>
    graph.left_alone === null ? fail('auto.nothing_to_apply', {}) : ok([{ type: 'delivery_requested', data: {} }]),
  );
}

export function allowPhase(open: OpenAuto, phase: number): Promise<void> {
  return decide(open, () => ok([{ type: 'phase_allowed', data: { phase } }]));
}

export type Verdict = 'retry' | 'complete' | 'skip';

export interface TaskVerdict {
  readonly verdict: Verdict;
  readonly tasks: readonly string[];
  /** A person was asked, and said so: otherwise no task is finished while its own agent is at it, which could say so itself. */
  readonly isConfirmed: boolean;
}

/** What a person says of tasks: all of them, or none when one of them cannot be. */
export function judgeTasks(open: OpenAuto, { verdict, tasks: ids, isConfirmed }: TaskVerdict): Promise<void> {
  const isConducted = conductorOf(path.dirname(open.paths.log), path.basename(open.paths.log)) !== null;
  return decide(open, (graph) => {
    const events: AutoEvent[] = [];
    const isRunning = (id: string): boolean => isAgentAtWork(graph, id) && (isConducted || isTaken(open, id));
    const busy = verdict === 'retry' || isConfirmed ? [] : [...new Set(ids)].filter(isRunning);
    if (busy.length > 0) return fail('auto.agent_at_work', { tasks: busy });
    for (const id of new Set(ids)) {
      const task = findTask(graph, id);
      if (task === undefined)
        return fail('auto.unknown_task', { task: id, suggestion: nearestOf(id, graph.order) ?? null });
      const { status } = task;
      const event = eventFor(verdict, id, task);
      if (event === undefined) return fail('auto.task_not_now', { task: id, status, wanted: verdict });
      events.push(event);
    }
    return ok(events);
  });
}

function eventFor(verdict: Verdict, id: string, task: Task): AutoEvent | undefined {
  const { status } = task;
  switch (verdict) {
    case 'retry':
      return status === 'failed' || status === 'completed' || isHeldTask(task)
        ? { type: 'task_reopened', data: { id } }
        : undefined;
    case 'complete':
      return status === 'completed' ? undefined : { type: 'task_completed', data: { id } };
    case 'skip':
      return status === 'completed' ? undefined : { type: 'task_skipped', data: { id } };
    default:
      return verdict satisfies never;
  }
}

function decide(
  { store, context }: OpenAuto,
  judge: (graph: Graph) => Result<readonly AutoEvent[], Failure>,
): Promise<void> {
  const { env, project } = context;
  return recordDecision({ store, env }, (state) =>
    state.kind === 'graph' ? judge(state) : fail('auto.none', { project: project.root }),
  );
}

/** Whether finished phases wait for the person's checkout. Reads only. */
export function isAutoLeftAlone(tools: Pick<AutoContext, 'project'>): boolean {
  return (readGraph(tools)?.left_alone ?? null) !== null;
}

export interface AutoApplying {
  readonly open: OpenAuto;
  readonly plan: AutoPlan;
}

/** Has it recorded that the person wants the finished phases in their checkout. The caller conducts and closes. */
export async function applyAuto(tools: AutoContext): Promise<AutoApplying> {
  return closeOnFailure(await openAuto(tools), async (open) => {
    await deliverAuto(open);
    unwrap(open.store.takeOwnership());
    // Whoever drives the graph task by task delivers it, too.
    requireNoneTaken(open);
    const { plan: before } = graphIn(open);
    const plan = await catchFailure(async () => readAutoPlan(tools.project, { before }));
    // Nothing is begun any more: a list that is gone is not missed.
    return { open, plan: plan.ok ? plan.value : { project: null, tasks: [], file: '', path: null } };
  });
}

/** Has it looked up what became of the published phases. The caller conducts and closes. */
export async function syncAuto(tools: AutoContext): Promise<AutoApplying> {
  return closeOnFailure(await openAuto(tools), async (open) => {
    await requestSync(open);
    unwrap(open.store.takeOwnership());
    requireNoneTaken(open);
    const { plan: before } = graphIn(open);
    return { open, plan: readAutoPlan(tools.project, { before }) };
  });
}

/**
 * Has the base as it is now taken up by what is finished and could not be delivered. The caller conducts and closes; who
 * conducts already does it between phases.
 */
export async function rebaseAuto(tools: AutoContext): Promise<AutoApplying> {
  return closeOnFailure(await openAuto(tools), async (open) => {
    await requestRebase(open);
    unwrap(open.store.takeOwnership());
    requireNoneTaken(open);
    const { plan: before } = graphIn(open);
    return { open, plan: readAutoPlan(tools.project, { before }) };
  });
}

export function requestRebase(open: OpenAuto): Promise<void> {
  return decide(open, (graph) => {
    const { left_alone, stage, base, stopped, current_phase } = graph;
    if (left_alone === null) return fail('rebase.not_moved', { id: 'auto', base: base?.branch ?? '' });
    if (stopped && stage.at !== 'begin' && stage.at !== 'done')
      return fail('auto.rebase_later', { phase: current_phase });
    return ok([{ type: 'rebase_requested', data: {} }]);
  });
}

/** Taking up the base, and what follows from it. */
export function isRebase(effect: string): boolean {
  return isDelivery(effect) || effect.startsWith('auto/rebase-');
}

/** Whoever conducts looks; only where something is published. */
export function requestSync(open: OpenAuto): Promise<void> {
  return decide(open, (graph) =>
    canSync(graph) ? ok([{ type: 'sync_requested', data: {} }]) : fail('pull_request.none', { named: 'auto' }),
  );
}

/** Looking after what is published, and what follows from that. */
export function isAboutPublished(effect: string): boolean {
  return isRebase(effect) || effect.startsWith('auto/sync-') || effect.startsWith('auto/amend-');
}

/** Delivering, and nothing else. */
export function isDelivery(effect: string): boolean {
  return effect.startsWith('auto/deliver-');
}
