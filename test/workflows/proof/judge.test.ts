import { expect, test } from 'vitest';
import { compareRuns } from '../../../src/workflows/proof/compare.ts';
import { judgeFindings, type Policy, type ProofVerdict } from '../../../src/workflows/proof/judge.ts';
import { TREE_POLICY, testsIn, treeFindings, withoutNamed } from '../../../src/workflows/proof/tree-findings.ts';
import type { TestRun } from '../../../src/workflows/proof/test-run.ts';
import { makeProof } from '../../support/make-proof.ts';

const policy: Policy<{ readonly code: 'fine' | 'odd' | 'unclear' | 'wrong' }> = {
  fine: 'accept',
  odd: 'review',
  unclear: 'ask',
  wrong: 'reject',
};

test.each<readonly [(keyof typeof policy)[], ProofVerdict, (keyof typeof policy)[]]>([
  [[], 'accept', []],
  [['fine'], 'accept', []],
  [['odd', 'fine', 'odd'], 'review', ['odd', 'odd']],
  [['odd', 'unclear'], 'ask', ['unclear']],
  [['wrong', 'unclear', 'odd'], 'reject', ['wrong']],
])('%j: %s, for %j', (codes, verdict, reasons) => {
  const judged = judgeFindings(
    codes.map((code) => ({ code })),
    policy,
  );
  expect(judged).toEqual({ verdict, reasons: reasons.map((code) => ({ code })) });
});

const before = makeProof({ 'a.test.js > a': 'passed', 'old.test.js > b': 'failed' });
const now = (a: 'passed' | 'failed' | 'skipped' | undefined) =>
  makeProof({ 'old.test.js > b': 'failed', ...(a !== undefined && { 'a.test.js > a': a }) });
const sums = (passed: number): TestRun => ({ ...makeProof({}), counts: { total: 9, passed, failed: 0, skipped: 0 } });
const A = ['a.test.js > a'];

/** What each may do that is merged: the table of the workflows. */
test.each<readonly [string, readonly [TestRun, TestRun], Readonly<Record<keyof typeof TREE_POLICY, string>>, string[]]>(
  [
    ['nothing is worse', [before, now('passed')], verdicts('accept', 'accept', 'accept', 'accept'), []],
    ['a test is newly red', [before, now('failed')], verdicts('reject', 'reject', 'reject', 'reject'), A],
    [
      'it broke off',
      [before, { ...now('passed'), ending: 'timed_out' }],
      verdicts('reject', 'reject', 'reject', 'reject'),
      [],
    ],
    ['a test is gone', [before, now(undefined)], verdicts('reject', 'reject', 'accept', 'accept'), A],
    ['a test is skipped', [before, now('skipped')], verdicts('reject', 'reject', 'accept', 'accept'), A],
    ['fewer tests ran', [sums(3), sums(2)], verdicts('reject', 'reject', 'accept', 'accept'), []],
  ],
)('%s', (_, [base, run], expected, names) => {
  const findings = treeFindings(compareRuns(base, run));
  const judged = Object.entries(TREE_POLICY).map(([use, table]) => [use, judgeFindings(findings, table).verdict]);
  expect(Object.fromEntries(judged)).toEqual(expected);
  expect(testsIn(findings)).toEqual(names);
});

function verdicts(merge: string, task: string, phase: string, delivery: string) {
  return { merge, 'auto task': task, 'auto phase': phase, 'auto delivery': delivery };
}

test.each([
  ['names its file', 'Remove a.test.js.', []],
  ['names it by its path', 'Remove test/a.test.js.', []],
  ['names another', 'Remove b.test.js.', ['src/a.test.js > a']],
  ['says nothing', '', ['src/a.test.js > a']],
])('a lost test is forgiven when the text %s', (_, text, left) => {
  for (const code of ['tests_gone', 'tests_skipped'] as const)
    expect(testsIn(withoutNamed([{ code, names: ['src/a.test.js > a'] }], text))).toEqual(left);
  const red = { code: 'tests_red', names: ['src/a.test.js > a'] } as const;
  expect(withoutNamed([{ ...red, names: [...red.names] }], text)).toEqual([red]);
});
