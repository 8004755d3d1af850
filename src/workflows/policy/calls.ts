import * as z from 'zod/mini';

/** One finished call of an agent. */
export const call = z.strictObject({
  role: z.string(),
  backend: z.string(),
  model: z.nullable(z.string()),
  /** Of a rehearsal: the list of the script whose step it played. */
  list: z.nullable(z.string()),
  tries: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cost_usd: z.nullable(z.number()),
  duration_ms: z.number(),
  outcome: z.string(),
});

export type CallRecord = z.infer<typeof call>;

export const spent = z.strictObject({
  calls: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  /** Null when no call said what it cost. */
  cost_usd: z.nullable(z.number()),
  duration_ms: z.number(),
});

export type Spent = z.infer<typeof spent>;

export interface Accounts {
  /** By role. */
  readonly spent: Record<string, Spent>;
  /** Finished calls by list of the rehearsal's script. */
  readonly finished: Record<string, number>;
}

/** Adds a finished call to what was spent, in place. */
export function countCall({ spent: byRole, finished }: Accounts, record: CallRecord): void {
  const before = byRole[record.role];
  const { input_tokens, output_tokens, duration_ms, cost_usd } = record;
  byRole[record.role] = {
    calls: (before?.calls ?? 0) + 1,
    input_tokens: (before?.input_tokens ?? 0) + input_tokens,
    output_tokens: (before?.output_tokens ?? 0) + output_tokens,
    cost_usd: cost_usd === null ? (before?.cost_usd ?? null) : (before?.cost_usd ?? 0) + cost_usd,
    duration_ms: (before?.duration_ms ?? 0) + duration_ms,
  };
  if (record.list !== null) finished[record.list] = (finished[record.list] ?? 0) + record.tries;
}
