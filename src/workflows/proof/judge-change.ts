import * as z from 'zod/mini';
import { type FindingCode, type FindingItem, isAllowable, type ProofFinding } from '../../schema/proof-finding.ts';

export type ProofWorkflow = 'run' | 'session' | 'auto';

/**
 * What follows from a finding. `send_back`: the author is told and tries again, which is no failed attempt; `review`:
 * somebody who did not write it looks at it; `ask`: a person decides.
 */
export type ChangeVerdict = 'accept' | 'review' | 'ask' | 'send_back' | 'reject';

/** What the judge has to know beside the findings. */
export interface JudgeContext {
  readonly workflow: ProofWorkflow;
  /** Paths that the design or the task names, and tests that QA named as superseded. */
  readonly named: ReadonlySet<string>;
  /** Codes of what the author was told already; it is not told twice. */
  readonly sentBack: ReadonlySet<string>;
  /** Codes of findings without items that a reviewer or a person let pass for this very work. */
  readonly letPass: ReadonlySet<string>;
  /** The task says what must hold when it is done. */
  readonly hasAcceptance: boolean;
  /** Of a task list: what is done with superseded tests. */
  readonly superseded?: 'review' | 'ask' | 'reject' | undefined;
  readonly allowed: readonly AllowedItem[];
}

/** What was allowed once stays allowed, for exactly these contents. */
export const allowedItem = z.strictObject({
  code: z.string(),
  key: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});

export type AllowedItem = z.infer<typeof allowedItem>;

export interface ChangeJudgement {
  readonly verdict: ChangeVerdict;
  /** The findings that the verdict is for; none when all is accepted. */
  readonly reasons: readonly ProofFinding[];
  /** What is accepted with a note. */
  readonly listed: readonly ProofFinding[];
}

const STRONGEST_FIRST = ['reject', 'send_back', 'ask', 'review'] as const;

/** The strongest verdict on any finding holds; where it is a question, everything that is to be asked is asked at once. */
export function judgeChange(findings: readonly ProofFinding[], context: JudgeContext): ChangeJudgement {
  const open = findings.flatMap((finding) => withoutAllowed(finding, context) ?? []);
  const ruled = open.map((finding) => ({ finding, verdict: verdictOn(finding, context) }));
  const listed = findings.filter(
    (finding) => !ruled.some((one) => one.finding === finding && one.verdict !== 'accept'),
  );
  const verdict = STRONGEST_FIRST.find((one) => ruled.some((rule) => rule.verdict === one)) ?? 'accept';
  const counts = new Set<ChangeVerdict>(verdict === 'ask' ? ['ask', 'review'] : [verdict]);
  const reasons = verdict === 'accept' ? [] : ruled.filter((one) => counts.has(one.verdict)).map((one) => one.finding);
  return { verdict, reasons, listed };
}

function withoutAllowed(finding: ProofFinding, { allowed, letPass }: JudgeContext): ProofFinding | undefined {
  if (!isAllowable(finding)) return letPass.has(finding.code) ? undefined : finding;
  const items = finding.items.filter((item) => !isAllowedStep(allowed, finding.code, item));
  if (items.length === finding.items.length) return finding;
  return items.length === 0 ? undefined : { ...finding, items };
}

/** At once, or from one to the next: who sees a phase as a whole sees several steps as one. */
function isAllowedStep(
  allowed: readonly AllowedItem[],
  code: FindingCode,
  { key, before, after }: FindingItem,
): boolean {
  const steps = allowed.filter((one) => one.code === code && one.key === key);
  const reached = new Set([before]);
  for (const content of reached) for (const step of steps) if (step.before === content) reached.add(step.after);
  return steps.some((step) => step.after === after && reached.has(step.before));
}

type Rule = ChangeVerdict | ((finding: ProofFinding, context: JudgeContext) => ChangeVerdict);

function verdictOn(finding: ProofFinding, context: JudgeContext): ChangeVerdict {
  const rule = RULES[finding.code][context.workflow];
  return typeof rule === 'function' ? rule(finding, context) : rule;
}

const everywhere = (rule: Rule): Record<ProofWorkflow, Rule> => ({ run: rule, session: rule, auto: rule });

const isNamed = (finding: ProofFinding, { named }: JudgeContext): boolean =>
  isAllowable(finding) && finding.items.every(({ key, file }) => named.has(key) || named.has(file));

const onlyIfNamed: Rule = (finding, context) => (isNamed(finding, context) ? 'ask' : 'reject');

/** Once it goes back to the author; what is still so then is judged by the other rule. */
const sendBackFirst =
  (afterwards: ChangeVerdict): Rule =>
  ({ code }, { sentBack }) =>
    sentBack.has(code) ? afterwards : 'send_back';

const unlessOwn =
  (others: ChangeVerdict): Rule =>
  (finding) =>
    finding.code === 'newly_flaky' && finding.own ? 'reject' : others;

/** What each workflow makes of each finding. */
const RULES: Readonly<Record<FindingCode, Readonly<Record<ProofWorkflow, Rule>>>> = {
  new_failures: everywhere('reject'),
  tests_did_not_run: everywhere('reject'),
  build_failed: everywhere('reject'),
  setup_failed: everywhere('reject'),
  needs_changed_files: everywhere('reject'),
  report_disagrees: everywhere('reject'),
  lost_tests: everywhere('reject'),
  named_tests_fail: everywhere('reject'),
  no_change: everywhere('reject'),
  no_deliverable: everywhere('reject'),
  deliverables_missing: { run: 'accept', session: 'accept', auto: sendBackFirst('review') },
  task_list_changed: { run: 'ask', session: 'ask', auto: 'reject' },
  probe_failed: everywhere('reject'),
  coverage_low: { run: 'reject', session: 'accept', auto: 'accept' },
  superseded: {
    run: 'ask',
    // QA names them before anything is implemented; what it overlooked goes back to it.
    session: (finding, context) =>
      isNamed(finding, context) || context.sentBack.has('superseded') ? 'ask' : 'send_back',
    auto: (_, { superseded = 'review' }) => superseded,
  },
  // That a test looks no longer at the product is a measurement, not a comparison of texts.
  lost_demand: { run: (finding) => (hasIdle(finding) ? 'ask' : 'accept'), session: 'ask', auto: 'review' },
  unreached: { run: 'ask', session: 'reject', auto: 'review' },
  newly_flaky: { run: 'ask', session: unlessOwn('ask'), auto: unlessOwn('review') },
  configuration: { run: 'ask', session: onlyIfNamed, auto: 'review' },
  controls: { run: 'ask', session: onlyIfNamed, auto: 'review' },
  tampering: { run: 'ask', session: 'ask', auto: 'review' },
  test_detection: {
    run: 'accept',
    session: 'accept',
    auto: (finding) => (finding.code === 'test_detection' && finding.fewer ? 'review' : 'accept'),
  },
  unproven: {
    run: 'accept',
    session: sendBackFirst('reject'),
    auto: ({ code }, { sentBack, hasAcceptance }) => {
      if (!sentBack.has(code)) return 'send_back';
      return hasAcceptance ? 'review' : 'accept';
    },
  },
  not_testable: {
    run: (finding) => (isProse(finding) ? 'ask' : 'accept'),
    session: 'accept',
    auto: (finding) => (isProse(finding) ? 'review' : 'accept'),
  },
  // QA's first contract brings a runner; where it cannot, a person says once that it does without.
  no_test_command: { run: 'accept', session: 'ask', auto: 'accept' },
  surface_modified: everywhere('accept'),
  flaky: everywhere('accept'),
  failed_before: everywhere('accept'),
  proves_nothing: everywhere('accept'),
  weak_red: everywhere('accept'),
  not_probed: everywhere('accept'),
  condition_cannot_run: everywhere('ask'),
  not_measured: everywhere('accept'),
  restored_files: everywhere('accept'),
};

function hasIdle(finding: ProofFinding): boolean {
  return finding.code === 'lost_demand' && finding.items.some(({ idle }) => idle === true);
}

function isProse(finding: ProofFinding): boolean {
  return finding.code === 'not_testable' && finding.prose;
}
