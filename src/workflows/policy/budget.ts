/** Dollars. Nothing can be asked for less. */
const MIN_USD = 0.001;
/** How much dearer than the dearest so far a call is expected to become. */
const MARGIN = 2;
/** A call that was out of the ordinary is forgotten, bit by bit, with every other. */
const DECAY = 0.9;

/** What the calls of one workflow may cost together, and what of it is taken. Dollars. */
export interface BudgetUse {
  readonly total: number;
  /** That one call may cost, however much is left. */
  readonly perCall?: number | undefined;
  /** By all calls that have ended. */
  readonly spent: number;
  /** By each call that runs: what it may spend until it ends. */
  readonly held: readonly number[];
  /** How many share what is left: those that hold something, this one, and those that are to come. */
  readonly sharers: number;
  /** What a call is to be expected to cost: see `dearestCall`. */
  readonly dearest: number;
}

export type BudgetShare =
  | { readonly kind: 'hold'; readonly usd: number }
  /** Not before a call that runs gives something back. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'reached' };

/** What one more call may hold: an equal share of what nobody holds, but not so little that it would be broken off. */
export function budgetShare({ total, perCall = Infinity, spent, held, sharers, dearest }: BudgetUse): BudgetShare {
  const left = total - spent - held.reduce((sum, usd) => sum + usd, 0);
  const share = left / Math.max(1, sharers - held.length);
  const wanted = Math.min(perCall, Math.max(share, MARGIN * dearest, MIN_USD));
  if (wanted <= left) return { kind: 'hold', usd: wanted };
  if (held.length > 0) return { kind: 'wait' };
  return left < MIN_USD ? { kind: 'reached' } : { kind: 'hold', usd: left };
}

/** Whether a call holds all that is left. */
export function isRestOfBudget(held: number, { total, spent }: Pick<BudgetUse, 'total' | 'spent'>): boolean {
  return held >= total - spent - MIN_USD;
}

/** The dearest call of late, once one more has ended; null: nobody says what it cost. */
export function dearestCall(before: number, cost: number | null): number {
  return cost === null ? before : Math.max(cost, DECAY * before);
}

/** How many tasks share a budget: those that are worked on, and one that may be begun meanwhile. */
export function taskSharers(workers: number, maxParallel: number): number {
  return Math.min(workers + 1, maxParallel === 0 ? Infinity : maxParallel);
}

export function dollarsIn(paid: Iterable<{ readonly cost_usd: number | null }>): number {
  let sum = 0;
  for (const { cost_usd } of paid) sum += cost_usd ?? 0;
  return sum;
}
