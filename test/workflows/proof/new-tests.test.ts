import { expect, test } from 'vitest';
import { compareRuns } from '../../../src/workflows/proof/compare.ts';
import { flakySuspects, type GreenRuns, isPass, newTestsIn } from '../../../src/workflows/proof/new-tests.ts';
import type { TestRun } from '../../../src/workflows/proof/test-run.ts';
import { testContract } from '../../support/contracts.ts';
import { makeProof } from '../../support/make-proof.ts';

const contract = testContract('test/a.test.js', ['adds up']);
const nameless = (exit_code: number, more: Partial<TestRun> = {}): TestRun => ({
  ...makeProof({}),
  source: 'exit-code',
  exit_code,
  ...more,
});

test.each<readonly [string, TestRun, { green: boolean; weak: boolean }]>([
  ['the case passes', makeProof({ 'adds up': 'passed' }), { green: true, weak: false }],
  ['another fails', makeProof({ 'adds up': 'passed', other: 'failed' }), { green: true, weak: false }],
  ['it fails', makeProof({ 'adds up': 'failed' }), { green: false, weak: false }],
  ['it is skipped', makeProof({ 'adds up': 'skipped' }), { green: false, weak: false }],
  ['it is not there', makeProof({ other: 'passed' }), { green: false, weak: false }],
  ['nothing has a name, and the command passes', nameless(0), { green: true, weak: true }],
  ['nothing has a name, and the command fails', nameless(1), { green: false, weak: true }],
  ['nothing has a name, and it was killed', nameless(0, { ending: 'timed_out' }), { green: false, weak: true }],
])('new tests, where %s', (_, run, expected) => {
  expect(newTestsIn(run, contract)).toMatchObject(expected);
});

test.each([
  ['others', ['b', 'c'], ['b', 'c']],
  ['not the new ones', ['adds up', 'b'], ['b']],
  ['none when too many are red', Array.from({ length: 21 }, (_, n) => `t${n}`), []],
] as const)('tests that may be flaky: %s', (_, newlyRed, expected) => {
  const whole = makeProof(Object.fromEntries(newlyRed.map((id) => [id, 'failed'])));
  expect(flakySuspects(newlyRed, { whole, contract })).toEqual(expected);
});

const passing = makeProof({ 'adds up': 'passed' });
const green: GreenRuns = {
  runs: [{ proof: passing, ...newTestsIn(passing, contract) }],
  whole: makeProof({ 'adds up': 'passed', old: 'passed' }),
  comparison: compareRuns(passing, passing),
  flaky: [],
};
const failing = makeProof({ 'adds up': 'failed' });
const red: GreenRuns = {
  runs: [{ proof: failing, ...newTestsIn(failing, contract) }],
  whole: null,
  comparison: null,
  flaky: [],
};
const worse = (now: TestRun): GreenRuns => ({ ...green, comparison: compareRuns(passing, now) });

test.each<readonly [string, GreenRuns, boolean]>([
  ['all is green', green, true],
  ['the new tests fail', red, false],
  ['another test is newly red', worse(makeProof({ 'adds up': 'passed', old: 'failed' })), false],
  ['the tests broke off', worse({ ...passing, exit_code: 1 }), false],
  ['a test is gone', worse(makeProof({})), true],
])('a pass, where %s: %s', (_, runs, expected) => {
  expect(isPass(runs)).toBe(expected);
});
