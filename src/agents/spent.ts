import type { Spent } from './port.ts';

export function sumOf(a: Spent, b: Spent): Spent {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cost_usd: a.cost_usd === null ? b.cost_usd : a.cost_usd + (b.cost_usd ?? 0),
  };
}
