import * as z from 'zod/mini';
import {
  type FindingCode,
  type FindingItem,
  isAllowable,
  proofFinding,
  type ProofFinding,
} from '../../schema/proof-finding.ts';
import { allowedItem, type ChangeJudgement, judgeChange } from '../proof/judge-change.ts';

/** What the proof of a change found, and what was known when it was judged: a replay comes to the same. */
export const changeToJudge = z.strictObject({
  findings: z.array(proofFinding),
  /** Files that the design names, and tests that QA named as superseded. */
  named: z.array(z.string()),
  /** Codes of what went back to QA before. */
  sent_back: z.array(z.string()),
  let_pass: z.array(z.string()),
  allowed: z.array(allowedItem),
  /** How many tests fail without the change. */
  proven: z.int(),
});

export type ChangeToJudge = z.infer<typeof changeToJudge>;

export function judgeSubtaskChange({ findings, named, sent_back, let_pass, allowed }: ChangeToJudge): ChangeJudgement {
  return judgeChange(findings, {
    workflow: 'session',
    named: new Set(named),
    sentBack: new Set(sent_back),
    letPass: new Set(let_pass),
    hasAcceptance: false,
    allowed,
  });
}

/** Whose it is to put right. */
export function backToOf({ code }: Pick<ProofFinding, 'code'>): 'write' | 'implement' {
  return OF_QA.has(code) ? 'write' : 'implement';
}

const OF_QA: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'unproven',
  'superseded',
  'lost_demand',
  'newly_flaky',
  'no_test_command',
]);

/** Without the texts that only a question needs. */
export function withoutTexts(findings: readonly ProofFinding[]): ProofFinding[] {
  return findings.map((finding) => {
    if (!isAllowable(finding)) return finding;
    return { ...finding, items: finding.items.map(withoutText) };
  });
}

function withoutText({ key, file, before, after }: FindingItem): FindingItem {
  return { key, file, before, after };
}

type Findings = { readonly [F in ProofFinding as F['code']]: F };

/** What agents and people read of a finding, in a line each. */
export function changeLines(finding: ProofFinding): string[] {
  return linesOf(finding.code, finding);
}

function linesOf<C extends FindingCode>(code: C, finding: Findings[C]): string[] {
  return LINES[code](finding);
}

const each =
  (says: string) =>
  ({ tests }: { readonly tests: readonly string[] }): string[] =>
    tests.map((test) => `${says}: ${test}`);

const eachFile =
  (says: string) =>
  ({ files }: { readonly files: readonly string[] }): string[] =>
    files.map((file) => `${says}: ${file}`);

interface Items {
  readonly items: readonly {
    readonly key: string;
    readonly was?: string | undefined;
    readonly now?: string | undefined;
  }[];
}

const eachItem =
  (says: string) =>
  ({ items }: Items): string[] =>
    items.flatMap(({ key, was, now }) => [
      `${says}: ${key}`,
      ...(was === undefined ? [] : [`  before: ${was}`]),
      ...(now === undefined ? [] : [`  now: ${now}`]),
    ]);

const LINES: { readonly [C in FindingCode]: (finding: Findings[C]) => string[] } = {
  new_failures: ({ tests }) => tests.flatMap(({ id, reason }) => [`newly failing: ${id}`, reason]),
  tests_did_not_run: ({ ending, tail }) => [`the tests did not run to their end (${ending})`, tail],
  build_failed: ({ command, ending, tail }) => [`the build fails: ${command} (${ending})`, tail],
  setup_failed: ({ command, ending, tail }) => [`set-up fails with this change: ${command} (${ending})`, tail],
  needs_changed_files: eachFile('the tests pass only because set-up rewrites this tracked file'),
  report_disagrees: ({ report, printed }) => [`the report says ${report}, and the runner printed ${printed}`],
  lost_tests: each('no longer run, although its file is as it was'),
  named_tests_fail: each('to be made to pass, and still failing'),
  no_change: ({ only }) => [`nothing was changed${only === 'nothing' ? '' : ` but ${only}`}`],
  no_deliverable: ({ paths }) => paths.map((path) => `announced, and neither there nor changed: ${path}`),
  deliverables_missing: ({ paths }) => paths.map((path) => `announced, and not there: ${path}`),
  task_list_changed: ({ lines }) => lines.map((line) => `the task list was changed: ${line}`),
  probe_failed: ({ line, output }) => [`does not hold with other inputs: ${line}`, output],
  coverage_low: ({ coverage, needed }) => [`coverage is ${coverage} %, and ${needed} % is needed`],
  superseded: eachItem(
    'contradicts a test that passed before (to be named in `superseded` if the request makes it wrong)',
  ),
  lost_demand: eachItem('demanded of the product before, and not any more'),
  unreached: eachItem('changed, and not loaded by the tests any more'),
  newly_flaky: each('fails now and then, and always passed before'),
  configuration: eachItem('how the tests are run was changed'),
  controls: eachItem('a file that steers agents or Orchestral was changed'),
  tampering: eachItem('changes how assertions, the runner or its report work'),
  test_detection: eachItem('ends the process, or asks where it runs'),
  unproven: eachFile('no test fails without the change of'),
  not_testable: eachFile('nothing that tests could load'),
  no_test_command: () => ['the project has no tests that can be run: nothing is proven'],
  surface_modified: eachFile('test surface changed'),
  flaky: each('flaky, as before'),
  failed_before: each('failed before, too'),
  proves_nothing: each('passes without the change, and so proves nothing'),
  weak_red: each('without the change it only fails to load'),
  not_probed: () => [],
  condition_cannot_run: ({ command, program }) => [`cannot be run without ${program}: ${command}`],
  not_measured: ({ what }) => [`not measured: ${what}`],
  restored_files: eachFile('changed by set-up or tests, and restored'),
};
