import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { type AutoContext, graphIn, type OpenAuto, openAuto } from '../../descriptors/auto.ts';
import type { AutoPlan } from '../../performers/auto/job.ts';
import { noneTaken } from '../../task-locks.ts';
import { deliverAuto } from './decide.ts';
import { readAutoPlan } from './plan.ts';
import { readGraph } from './read-graph.ts';

/** Whether finished phases wait for the person's checkout. Reads only. */
export function isAutoLeftAlone(tools: Pick<AutoContext, 'project' | 'env'>): boolean {
  return (readGraph(tools)?.left_alone ?? null) !== null;
}

export interface AutoApplying {
  readonly open: OpenAuto;
  readonly plan: AutoPlan;
}

/** Has it recorded that the person wants the finished phases in their checkout. The caller conducts and closes. */
export async function applyAuto(tools: AutoContext): Promise<Result<AutoApplying, Failure>> {
  const open = await openAuto(tools);
  if (!open.ok) return open;
  const begun = await begin(open.value);
  if (!begun.ok) await open.value.close();
  return begun;
}

async function begin(open: OpenAuto): Promise<Result<AutoApplying, Failure>> {
  const asked = await deliverAuto(open);
  if (!asked.ok) return asked;
  const owned = open.store.takeOwnership();
  if (!owned.ok) return owned;
  // Whoever drives the graph task by task delivers it, too.
  const untaken = noneTaken(open);
  if (!untaken.ok) return untaken;
  const graph = graphIn(open);
  if (!graph.ok) return graph;
  const plan = readAutoPlan(open.context.project, { before: graph.value.plan });
  // Nothing is begun any more: a list that is gone is not missed.
  return ok({ open, plan: plan.ok ? plan.value : { project: null, tasks: [], file: '', path: null } });
}

/** Delivering, and nothing else. */
export function isDelivery(effect: string): boolean {
  return effect.startsWith('auto/deliver-');
}
