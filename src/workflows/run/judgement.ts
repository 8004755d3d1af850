import * as z from 'zod/mini';
import { finding } from './findings.ts';

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
  findings: z.array(finding),
});

export type Judgement = z.infer<typeof judgement>;

/** What the Builder is told to put right. */
export const feedback = z.strictObject({
  from: z.enum(['gate', 'person']),
  reason: z.string(),
  issues: z.array(issue),
  findings: z.array(finding),
  failures: z.array(z.strictObject({ test: z.string(), reason: z.string() })),
});

export type Feedback = z.infer<typeof feedback>;
