import type { AnswerOf } from '../../../../src/schema/api/routes.ts';

export type CostRow = AnswerOf<'costs'>[number];

export interface Sum {
  readonly key: string;
  readonly cost: number;
  readonly failed: number;
  readonly tokens: number;
  readonly calls: number;
}

/** Sums of rows that have something in common, dearest first. */
export function sumBy(rows: readonly CostRow[], keyOf: (row: CostRow) => string): Sum[] {
  const sums = new Map<string, Sum>();
  for (const row of rows) {
    const key = keyOf(row);
    const { cost, failed, tokens, calls } = sums.get(key) ?? { cost: 0, failed: 0, tokens: 0, calls: 0 };
    const usd = row.cost_usd ?? 0;
    sums.set(key, {
      key,
      cost: cost + usd,
      failed: failed + (row.is_failed ? usd : 0),
      tokens: tokens + row.input_tokens + row.output_tokens,
      calls: calls + row.calls,
    });
  }
  return [...sums.values()].toSorted((a, b) => b.cost - a.cost);
}
