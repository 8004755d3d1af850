import * as z from 'zod/mini';
import { CASE_KINDS } from '../../schema/run/answers.ts';

export const caseKind = z.enum(CASE_KINDS);

/** What the Verifier says of its tests; nobody measured it. */
export const claims = z.strictObject({
  edge_cases_tested: z.array(z.string()),
  adversarial_findings: z.array(z.string()),
  /** Attacks that it says got through. */
  attacks_succeeded: z.optional(z.array(z.string())),
  /** What tests of the Verifier try, of this round or an earlier one. */
  covered_cases: z.optional(z.array(caseKind)),
  /** What the configuration requires tests of, and it names none that its files have. */
  missing_cases: z.optional(z.array(caseKind)),
});

export type Claims = z.infer<typeof claims>;

/** Of something that has more. */
export function claimsIn(of: Claims): Claims {
  const { edge_cases_tested, adversarial_findings, attacks_succeeded, covered_cases, missing_cases } = of;
  return {
    edge_cases_tested,
    adversarial_findings,
    ...(attacks_succeeded !== undefined && { attacks_succeeded }),
    ...(covered_cases !== undefined && { covered_cases }),
    ...(missing_cases !== undefined && { missing_cases }),
  };
}
