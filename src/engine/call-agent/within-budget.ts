import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { dollarsIn } from '../../workflows/policy/budget.ts';
import type { CallRecord } from '../../workflows/policy/calls.ts';
import type { Step } from '../conductor/step.ts';

/**
 * Makes a call with what it may cost, which is held until what it did cost is counted. With no budget for all calls it
 * may cost what one call may; where others hold too much of the budget, it waits.
 */
export async function withinBudget<T extends { readonly call: CallRecord }>(
  step: Step,
  make: (maxCostUsd: number | undefined) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  const held = await holdFor(step);
  if (!held.ok) return held;
  let cost: number | null = null;
  try {
    const made = await make(held.value?.usd);
    if (!made.ok) return made;
    step.onCall(made.value.call);
    cost = made.value.call.cost_usd;
    return made;
  } finally {
    held.value?.release(cost);
  }
}

async function holdFor({ services, config, accounts, signal, sharers, unrecordedCalls }: Step) {
  const { total_cost_usd: total, max_cost_usd: most } = config.agents?.limits ?? {};
  if (total === undefined) return ok(undefined);
  const spent = () => dollarsIn(Object.values(accounts.spent)) + dollarsIn(unrecordedCalls());
  const onWait = (amount: number) =>
    services.onNotice({ code: 'budget.waiting', params: { limit: total, spent: spent(), held: amount } });
  return services.budget.hold({ total, perCall: most, spent, sharers, signal, onWait });
}
