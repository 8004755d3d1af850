import type { Plan } from './plan.ts';

/** How a plan differs from what was known of it. */
export interface PlanChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Tasks whose dependencies are others now, with the new ones. */
  readonly rewired: readonly { readonly id: string; readonly needs: readonly string[] }[];
}

/** `known` has the dependencies of each task as of the last start. In the order of the plan; removed ones as known. */
export function comparePlans(known: ReadonlyMap<string, readonly string[]>, plan: Plan): PlanChanges {
  const ids = new Set(plan.tasks.map(({ id }) => id));
  return {
    added: plan.tasks.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    removed: [...known.keys()].filter((id) => !ids.has(id)),
    rewired: plan.tasks
      .filter(({ id, needs }) => isRewired(known.get(id), needs))
      .map(({ id, needs }) => ({ id, needs })),
  };
}

/** The order of dependencies means nothing. */
function isRewired(before: readonly string[] | undefined, now: readonly string[]): boolean {
  if (before === undefined) return false;
  const set = new Set(before);
  return set.size !== new Set(now).size || now.some((id) => !set.has(id));
}
