import * as z from 'zod/mini';
import { proofFinding } from './proof-finding.ts';

export const proofRun = z.strictObject({
  /** `old_tests` and `new_tests` are the two parts of the candidate's. */
  kind: z.enum(['baseline', 'candidate', 'old_tests', 'new_tests', 'regression', 'red', 'hollow', 'turned', 'flaky']),
  /** The exact tree that it was run on. */
  tree: z.string(),
  command: z.nullable(z.string()),
  total: z.int(),
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
  seconds: z.number(),
  /** It was run before, on the same tree in the same way. */
  reused: z.boolean(),
  /** It tried an earlier round against this one, and not the base. */
  of_earlier_round: z.optional(z.literal(true)),
});

export type ProofRun = z.infer<typeof proofRun>;

/** The first, and how many there are. */
const someTests = z.strictObject({ tests: z.array(z.string()), count: z.int() });

/** What was found out about a change, and by which runs. */
export const changeProof = z.strictObject({
  baseline: z.strictObject({ commit: z.string(), tree: z.string() }),
  candidate: z.strictObject({ commit: z.string(), tree: z.string() }),
  runs: z.array(proofRun),
  findings: z.array(proofFinding),
  /** Tests that fail without the change and pass with it. */
  proven: someTests,
  /** Tests that only the candidate has, and those of both that stand in files that were changed. */
  added: z.optional(someTests),
  changed: z.optional(someTests),
  /** Versions of what ran on the baseline. */
  tools: z.optional(z.record(z.string(), z.string())),
});

export type ChangeProof = z.infer<typeof changeProof>;

/** By what a change was proved, for whoever does it again. */
export const proofCommands = z.strictObject({
  tests: z.nullable(z.string()),
  /** Commands of acceptance criteria. */
  acceptance: z.array(z.string()),
  /** The task list. */
  tasks: z.nullable(z.string()),
  /** It is what git made of two sides that were proved, each by itself. */
  joined: z.optional(z.boolean()),
});

export type ProofCommands = z.infer<typeof proofCommands>;
