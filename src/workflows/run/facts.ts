import * as z from 'zod/mini';

/** What the branch of the run holds. */
export const work = z.strictObject({ commit: z.string(), tree: z.string() });

export type Work = z.infer<typeof work>;

/** Why approved work was not merged: `detail` names paths, tests, or the branch. */
export const refusal = z.strictObject({
  why: z.enum(['conflict', 'red', 'moved', 'base_gone']),
  detail: z.array(z.string()),
});

/** What the Verifier says of its tests; nobody measured it. */
export const claims = z.strictObject({
  edge_cases_tested: z.array(z.string()),
  adversarial_findings: z.array(z.string()),
});

/** What the tests said of the untouched base. */
export const baseTests = z.strictObject({
  command: z.nullable(z.string()),
  total: z.int(),
  failed: z.int(),
  exit_code: z.nullable(z.int()),
});

export const spent = z.strictObject({
  calls: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  /** Null when no call said what it cost. */
  cost_usd: z.nullable(z.number()),
  duration_ms: z.number(),
});

export type SpentByRole = z.infer<typeof spent>;

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
