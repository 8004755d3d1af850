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
