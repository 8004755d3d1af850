import * as z from 'zod/mini';
import { addSpending, NO_SPENDING, type Spending } from '../../base/spending.ts';

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

export interface Accounts {
  /** By role. */
  readonly spent: Record<string, Spending>;
  /** Finished calls by list of the rehearsal's script. */
  readonly finished: Record<string, number>;
}

/** Adds a finished call to what was spent, in place. */
export function countCall({ spent: byRole, finished }: Accounts, record: CallRecord): void {
  byRole[record.role] = addSpending(byRole[record.role] ?? NO_SPENDING, { ...record, calls: 1 });
  if (record.list !== null) finished[record.list] = (finished[record.list] ?? 0) + record.tries;
}
