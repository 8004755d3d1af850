import * as z from 'zod/mini';
import { clip, clipAll } from '../../base/clip.ts';
import { proofFinding } from '../../schema/proof-finding.ts';
import { runFinding } from './findings.ts';

const issue = z.strictObject({
  severity: z.enum(['critical', 'major', 'minor']),
  file: z.nullable(z.string()),
  line: z.nullable(z.int()),
  message: z.string(),
});

export type Issue = z.infer<typeof issue>;

/** What came of the gate: the Gatekeeper's view, and Orchestral's findings, which are stronger. */
export const judgement = z.strictObject({
  verdict: z.enum(['PASS', 'FAIL', 'NEEDS_HUMAN']),
  /** What the Gatekeeper said; null when it was not asked. */
  said: z.nullable(z.enum(['PASS', 'FAIL', 'NEEDS_HUMAN'])),
  reason: z.string(),
  issues: z.array(issue),
  triggers: z.array(z.string()),
  findings: z.array(runFinding),
  /** What whoever approves the work has to allow. */
  to_allow: z.optional(z.array(proofFinding)),
});

export type Judgement = z.infer<typeof judgement>;

const MOST_ISSUES = 50;
const GRAVEST_FIRST = ['critical', 'major', 'minor'] as const;

/** For the log; the review holds all of it. Of too many issues, the gravest are kept. */
export function shortened(whole: Judgement): Judgement {
  const issues = GRAVEST_FIRST.flatMap((severity) => whole.issues.filter((one) => one.severity === severity));
  return {
    ...whole,
    reason: clip(whole.reason, 20_000),
    issues: issues.slice(0, MOST_ISSUES).map((one) => ({ ...one, message: clip(one.message, 2000) })),
    triggers: clipAll(whole.triggers, { most: MOST_ISSUES }),
  };
}

/** What the Builder is told to put right. */
export const feedback = z.strictObject({
  from: z.enum(['gate', 'person']),
  reason: z.string(),
  issues: z.array(issue),
  findings: z.array(runFinding),
  failures: z.array(z.strictObject({ test: z.string(), reason: z.string() })),
});

export type Feedback = z.infer<typeof feedback>;
