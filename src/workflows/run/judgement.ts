import * as z from 'zod/mini';
import { clip, clipAll } from '../../base/clip.ts';
import { proofFinding } from '../../schema/proof-finding.ts';

const some = { names: z.array(z.string()), more: z.int() };

/** What logs from before there were proofs have: found by comparing names of tests. */
const earlierFindings = [
  z.strictObject({ code: z.literal('tests_red'), failed: z.int(), ...some }),
  /** `ending` is `exit 127`, `SIGKILL`, `timed_out` … */
  z.strictObject({ code: z.literal('tests_did_not_run'), ending: z.string() }),
  z.strictObject({ code: z.literal('build_red'), command: z.string(), exit_code: z.nullable(z.int()) }),
  z.strictObject({ code: z.literal('no_tests') }),
  /** The work itself says how it is to be tested. */
  z.strictObject({ code: z.literal('test_command_changed'), before: z.string(), now: z.string() }),
  /** Tests of the base that no longer run, or only skip. */
  z.strictObject({ code: z.literal('tests_gone'), ...some }),
  z.strictObject({ code: z.literal('tests_skipped'), ...some }),
  z.strictObject({ code: z.literal('fewer_tests'), before: z.int(), now: z.int() }),
  /** Neither a new test nor the coverage of the change shows anything. */
  z.strictObject({ code: z.literal('tests_unwritten') }),
] as const;

/** What Orchestral itself found in a round's work. Each is a reason against it, whatever the Gatekeeper says. */
const runFinding = z.discriminatedUnion('code', [
  ...earlierFindings,
  /** What the proof of the change found. */
  z.strictObject({ code: z.literal('proof'), finding: proofFinding }),
  z.strictObject({ code: z.literal('coverage_low'), coverage: z.number(), needed: z.number() }),
  /** Fewer parts of the change are noticed by tests than the project wants. */
  z.strictObject({
    code: z.literal('hunks_unproven'),
    percent: z.number(),
    wanted: z.number(),
    places: z.array(z.string()),
  }),
  z.strictObject({ code: z.literal('empty_diff') }),
  /** A person rejected exactly this. */
  z.strictObject({ code: z.literal('rejected_before') }),
  z.strictObject({ code: z.literal('critical_issues'), count: z.int() }),
  /** The Verifier says that these got through. */
  z.strictObject({ code: z.literal('attacks_succeeded'), attacks: z.array(z.string()) }),
  z.strictObject({ code: z.literal('file_too_long'), file: z.string(), lines: z.int(), limit: z.int() }),
  z.strictObject({ code: z.literal('types_missing'), file: z.string(), line: z.nullable(z.int()) }),
  z.strictObject({ code: z.literal('library_avoided'), file: z.string(), library: z.string() }),
  z.strictObject({ code: z.literal('trigger'), name: z.string(), detail: z.string() }),
  /** The Gatekeeper itself said FAIL. */
  z.strictObject({ code: z.literal('agent_failed_it') }),
  z.strictObject({ code: z.literal('human_rejected'), decision: z.string() }),
]);

export type RunFinding = z.infer<typeof runFinding>;

export type EarlierCode = z.infer<(typeof earlierFindings)[number]>['code'];

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
  /** Sentences of the request that speak of what is to be allowed. */
  quotes: z.optional(z.array(z.string())),
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
  from: z.enum(['gate', 'person', 'pull_request']),
  reason: z.string(),
  issues: z.array(issue),
  findings: z.array(runFinding),
  failures: z.array(z.strictObject({ test: z.string(), reason: z.string() })),
});

export type Feedback = z.infer<typeof feedback>;
