/** What calls of agents took. */
export interface Spending {
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Dollars; null when no call said what it cost. */
  readonly cost_usd: number | null;
  readonly duration_ms: number;
}

export const NO_SPENDING: Spending = { calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: null, duration_ms: 0 };

export function addSpending(a: Spending, b: Spending): Spending {
  return {
    calls: a.calls + b.calls,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cost_usd: addCost(a.cost_usd, b.cost_usd),
    duration_ms: a.duration_ms + b.duration_ms,
  };
}

export function sumSpending(all: Iterable<Spending>): Spending {
  return [...all].reduce(addSpending, NO_SPENDING);
}

/** Null where neither is known. */
export function addCost(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0);
}
