import { expect, test } from 'vitest';
import { newTestsIn } from '../../../src/workflows/proof/new-tests.ts';
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
