import { describe, expect, test } from 'vitest';
import { announcedNames } from '../../../src/workflows/proof/announced-names.ts';
import { compareRuns } from '../../../src/workflows/proof/compare.ts';
import { type GreenRuns, newTestsIn } from '../../../src/workflows/proof/new-tests.ts';
import { namedByTests } from '../../../src/workflows/proof/red.ts';
import type { TestRun } from '../../../src/workflows/proof/test-run.ts';
import type { GateFinding } from '../../../src/workflows/session/gate-findings.ts';
import {
  greenFindings,
  redFindings,
  ruleFindings,
  type ScopeContext,
  scopeFindings,
} from '../../../src/workflows/session/measured-findings.ts';
import { designOf, testContract } from '../../support/contracts.ts';
import { makeProof } from '../../support/make-proof.ts';

const contract = testContract('a.test.js', ['adds up']);
const announced = announcedNames(designOf({ refs: { Cart: 'src/cart.js' } }), new Set());
const codes = (findings: readonly GateFinding[]) => findings.map(({ code }) => code);

test.each<readonly [string, TestRun, readonly GateFinding[]]>([
  [
    'red by its cases',
    makeProof({ 'adds up': 'failed' }),
    [
      { code: 'ran', command: 'npm test', ending: 'exit 1', passed: 0, total: 1, failed: 1 },
      { code: 'red_by_case', cases: [{ id: 'TC-1', status: 'failed' }] },
    ],
  ],
  [
    'red by what is not there',
    { ...makeProof({}), exit_code: 1, output_tail: "Cannot find module './src/cart.js'" },
    [
      { code: 'ran', command: 'npm test', ending: 'exit 1', passed: 0, total: 0, failed: 0 },
      { code: 'red_by_load', missing: ['./src/cart.js'] },
    ],
  ],
  ['green', makeProof({ 'adds up': 'passed' }), [{ code: 'passes_before', ids: ['TC-1'] }]],
  [
    'not to be loaded',
    { ...makeProof({}), exit_code: 1, output_tail: "Cannot find package 'left-pad'" },
    [{ code: 'load_failure', missing: ['left-pad'], tail: "Cannot find package 'left-pad'" }],
  ],
  [
    'not run',
    { ...makeProof({ other: 'passed' }), output_tail: 'bye' },
    [{ code: 'cases_not_run', ids: ['TC-1'], tail: 'bye' }],
  ],
])('new tests that are %s', (_, run, expected) => {
  expect(redFindings(run, { contract, announced })).toEqual(expected);
});

test('red of a runner that names no tests is weak', () => {
  const run = { ...makeProof({}), exit_code: 1, counts: { total: 1, passed: 0, failed: 1, skipped: 0 } };
  expect(codes(redFindings(run, { contract, announced }))).toEqual(['ran', 'red_by_case', 'weak_run']);
});

describe('an implementation', () => {
  const runs = (proof: TestRun): GreenRuns['runs'] => [{ proof, ...newTestsIn(proof, contract) }];
  const passing = makeProof({ 'adds up': 'passed' });
  const green: GreenRuns = {
    runs: runs(passing),
    whole: passing,
    comparison: compareRuns(passing, passing),
    flaky: [],
  };
  const claims = {
    execution: { command: 'npm test', result: 'pass' as const, timestamp: '2026-01-01T00:00:00Z' },
  };
  const failing: TestRun = {
    ...makeProof({ 'adds up': 'failed' }),
    tests: [{ id: 'adds up', status: 'failed', reason: 'x'.repeat(600) }],
    output_tail: 'the end',
  };
  const red: GreenRuns = { runs: runs(failing), whole: null, comparison: null, flaky: [] };

  test.each<readonly [string, GreenRuns, Partial<Parameters<typeof greenFindings>[1]>, readonly string[]]>([
    ['that is green', green, {}, ['ran', 'ran', 'failed_tests']],
    ['without a test result', green, { claims: undefined }, ['test_result_missing', 'ran', 'ran', 'failed_tests']],
    ['that is red', red, {}, ['false_pass', 'new_tests_red', 'ran', 'failed_tests']],
    [
      'that is red and says so',
      red,
      { claims: { ...claims, execution: { ...claims.execution, result: 'fail' } } },
      ['new_tests_red', 'ran', 'failed_tests'],
    ],
    [
      'whose tests cannot be loaded',
      red,
      { unloadable: ['x'] },
      ['false_pass', 'new_tests_red', 'tests_unloadable', 'ran', 'failed_tests'],
    ],
    [
      'that makes another test red',
      { ...green, comparison: compareRuns(passing, makeProof({ 'adds up': 'passed', b: 'failed' })) },
      {},
      ['false_pass', 'tests_red', 'ran', 'ran', 'failed_tests'],
    ],
    ['with flaky tests', { ...green, flaky: ['b'] }, {}, ['ran', 'ran', 'flaky', 'failed_tests']],
    [
      'of a runner that names no tests',
      { ...green, runs: runs({ ...makeProof({}), source: 'exit-code' }) },
      {},
      ['weak_run', 'ran', 'ran', 'failed_tests'],
    ],
  ])('%s', (_, measured, context, expected) => {
    expect(codes(greenFindings(measured, { claims, unloadable: [], ...context }))).toEqual(expected);
  });

  test('names what failed, and why, in short', () => {
    expect(greenFindings(red, { claims, unloadable: [] })).toEqual(
      expect.arrayContaining([
        { code: 'new_tests_red', cases: [{ id: 'TC-1', status: 'failed' }], tail: 'the end' },
        { code: 'failed_tests', tests: [{ name: 'adds up', reason: 'x'.repeat(500) }] },
      ]),
    );
  });
});

test.each<readonly [string, Partial<ScopeContext>, readonly GateFinding[]]>([
  [
    'with tests',
    {},
    [
      { code: 'outside_scope', paths: ['b.js'] },
      { code: 'within_scope', paths: ['a.js', 'a.md'] },
    ],
  ],
  [
    'without tests',
    { hasTests: false },
    [
      { code: 'untested_code', paths: ['a.js', 'b.js'] },
      { code: 'outside_scope', paths: ['b.js'] },
      { code: 'within_scope', paths: ['a.js', 'a.md'] },
    ],
  ],
  [
    'with frozen files and rules in prose',
    { hasRules: true, frozen: [{ path: 'a.test.js', kind: 'test' }] },
    [
      { code: 'frozen_changed', files: [{ path: 'a.test.js', kind: 'test' }] },
      { code: 'outside_scope', paths: ['b.js'] },
      { code: 'within_scope', paths: ['a.js', 'a.md'] },
      { code: 'scope_unjudged' },
    ],
  ],
])('a change %s', (_, context, expected) => {
  const scope = { within: ['a.js', 'a.md'], outOfScope: [], outside: ['b.js'] };
  expect(scopeFindings(scope, { frozen: [], hasTests: true, hasRules: false, ...context })).toEqual(expected);
});

test('a judgement of rules counts by its quotes; those that quote nothing come last', () => {
  const texts = new Map([['a.js', 'export const answer = 42;']]);
  const shown = { file: 'a.js', quote: 'export const answer', reason: 'why' };
  const judgements = [
    { invariant: 'INV-1', holds: true, ...shown, quote: 'export const question' },
    { invariant: 'INV-2', holds: false, ...shown },
    { invariant: 'SCOPE-1', holds: true, ...shown },
  ];
  expect(ruleFindings(judgements, { texts, scope: ['SCOPE-1'] })).toEqual([
    { code: 'rule_broken', about: 'invariant', rule: 'INV-2', reason: 'why' },
    { code: 'rule_holds', about: 'scope', rule: 'SCOPE-1', file: 'a.js', quote: 'export const answer' },
    { code: 'rule_unquoted', about: 'invariant', rule: 'INV-1', why: 'not_found', file: 'a.js' },
  ]);
});

test.each([
  [`import x from '../src/nothing.js';`, ['/tmp/w/src/nothing.js'], ['/tmp/w/src/nothing.js']],
  [`const x = require("left-pad");`, ['left-pad', 'right-pad'], ['left-pad']],
  ['import shop.nothing', ['shop/nothing'], ['shop/nothing']],
  [`import x from './a.js';`, ['b.js'], []],
])('%s names of %j: %j', (text, missing, expected) => {
  expect(namedByTests(missing, text)).toEqual(expected);
});
