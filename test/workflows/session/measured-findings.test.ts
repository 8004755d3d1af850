import { describe, expect, test } from 'vitest';
import { announcedNames } from '../../../src/workflows/proof/announced-names.ts';
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

const before = { contract, announced, characterisation: [], hasStubs: true };
const MISSING: TestRun = { ...makeProof({}), exit_code: 1, output_tail: "Cannot find module './src/cart.js'" };

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
    'without what stands there hollow',
    MISSING,
    [{ code: 'load_failure', missing: ['./src/cart.js'], tail: "Cannot find module './src/cart.js'" }],
  ],
  [
    'failing for what is not there',
    {
      ...makeProof({}),
      exit_code: 1,
      counts: { total: 1, passed: 0, failed: 1, skipped: 0 },
      tests: [{ id: 'adds up', status: 'failed', reason: "Cannot find module './src/cart.js'" }],
    },
    [{ code: 'load_failure', missing: ['./src/cart.js'], tail: '' }],
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
  expect(redFindings(run, before)).toEqual(expected);
});

test('red of a runner that names no tests is weak', () => {
  const run = { ...makeProof({}), exit_code: 1, counts: { total: 1, passed: 0, failed: 1, skipped: 0 } };
  expect(codes(redFindings(run, before))).toEqual(['ran', 'red_by_case', 'weak_run']);
});

test('where nothing can stand there hollow, that it cannot be compiled is a weak proof', () => {
  expect(redFindings(MISSING, { ...before, hasStubs: false })[1]).toEqual({
    code: 'weak_red_by_load',
    missing: ['./src/cart.js'],
  });
});

test.each([
  ['passes', 'passed', ['ran', 'characterised']],
  ['fails', 'failed', ['characterisation_fails']],
] as const)('a case of what must not change that %s today', (_, status, expected) => {
  const run = makeProof({ 'adds up': status });
  expect(codes(redFindings(run, { ...before, characterisation: ['TC-1'] }))).toEqual(expected);
});

test('cases of what changes and of what must not are told apart', () => {
  const both = testContract('a.test.js', ['adds up', 'stays']);
  const run = makeProof({ 'adds up': 'failed', stays: 'passed' });
  const found = redFindings(run, { ...before, contract: both, characterisation: ['TC-2'] });
  expect(codes(found)).toEqual(['ran', 'red_by_case', 'characterised']);
});

describe('an implementation', () => {
  const passing: TestRun = makeProof({ 'adds up': 'passed', other: 'passed' });
  const claims = {
    execution: { command: 'npm test', result: 'pass' as const, timestamp: '2026-01-01T00:00:00Z' },
    summary: { total: 2, passed: 2, failed: 0, skipped: 0 },
  };
  const context = {
    contract,
    claims,
    unloadable: [],
    together: [],
    isRed: false,
    runsTests: (command: string) => command !== 'echo ok',
    times: { fits: (time: string) => time.startsWith('2026'), now: '2026-01-01T00:00:01Z' },
  };
  const failing: TestRun = {
    ...makeProof({ 'adds up': 'failed' }),
    tests: [{ id: 'adds up', status: 'failed', reason: 'x'.repeat(600) }],
    output_tail: 'the end',
  };
  const said = (execution: object, summary: object = {}) => ({
    claims: { execution: { ...claims.execution, ...execution }, summary: { ...claims.summary, ...summary } },
  });

  test.each<readonly [string, TestRun, Partial<Parameters<typeof greenFindings>[1]>, readonly string[]]>([
    ['that is green', passing, {}, ['ran', 'failed_tests']],
    ['without a test result', passing, { claims: undefined }, ['test_result_missing', 'ran', 'failed_tests']],
    ['that is red', failing, {}, ['false_pass', 'new_tests_red', 'ran', 'failed_tests']],
    [
      'that is red and says so',
      failing,
      said({ result: 'fail' }, { total: 1, passed: 0, failed: 1 }),
      ['new_tests_red', 'ran', 'failed_tests'],
    ],
    [
      'whose tests cannot be loaded',
      failing,
      { unloadable: ['x'] },
      ['false_pass', 'new_tests_red', 'tests_unloadable', 'ran', 'failed_tests'],
    ],
    ['that fails where it is proven', passing, { isRed: true }, ['false_pass', 'ran', 'failed_tests']],
    [
      'whose tests disturb others',
      passing,
      { together: ['b'] },
      ['false_pass', 'fails_together', 'ran', 'failed_tests'],
    ],
    [
      'of a runner that names no tests',
      { ...makeProof({}), source: 'exit-code' },
      {},
      ['weak_run', 'ran', 'failed_tests'],
    ],
    [
      'without cases',
      passing,
      { contract: { ...contract, test_cases: [], test_file_path: '' } },
      ['ran', 'failed_tests'],
    ],
    ['told with a wrong command', passing, said({ command: 'echo ok' }), ['false_numbers', 'ran', 'failed_tests']],
    [
      'told with wrong counts',
      passing,
      said({}, { total: 999, passed: 999 }),
      ['false_numbers', 'ran', 'failed_tests'],
    ],
    [
      'told of another year',
      passing,
      said({ timestamp: '2024-01-01T00:00:00Z' }),
      ['false_numbers', 'ran', 'failed_tests'],
    ],
  ])('%s', (_, whole, given, expected) => {
    expect(codes(greenFindings(whole, { ...context, ...given }))).toEqual(expected);
  });

  test('may be told by the counts of the contract’s own file', () => {
    const whole: TestRun = {
      ...passing,
      tests: passing.tests.map((one, n) => ({ ...one, file: n === 0 ? 'a.test.js' : 'b.test.js' })),
    };
    const given = said({}, { total: 1, passed: 1 });
    expect(codes(greenFindings(whole, { ...context, ...given }))).toEqual(['ran', 'failed_tests']);
  });

  test('names what failed, and why, in short', () => {
    expect(greenFindings(failing, context)).toEqual(
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
      { code: 'outside_scope', paths: ['b.php'] },
      { code: 'within_scope', paths: ['a.js', 'a.md', 'gone.js'] },
    ],
  ],
  [
    'without tests',
    { hasTests: false },
    [
      { code: 'untested_code', paths: ['a.js', 'b.php'] },
      { code: 'outside_scope', paths: ['b.php'] },
      { code: 'within_scope', paths: ['a.js', 'a.md', 'gone.js'] },
    ],
  ],
  [
    'with frozen files and rules in prose',
    { hasRules: true, frozen: [{ path: 'a.test.js', kind: 'test' }] },
    [
      { code: 'frozen_changed', files: [{ path: 'a.test.js', kind: 'test' }] },
      { code: 'outside_scope', paths: ['b.php'] },
      { code: 'within_scope', paths: ['a.js', 'a.md', 'gone.js'] },
      { code: 'scope_unjudged' },
    ],
  ],
])('a change %s', (_, context, expected) => {
  const scope = { within: ['a.js', 'a.md', 'gone.js'], outOfScope: [], outside: ['b.php'] };
  expect(
    scopeFindings(scope, {
      frozen: [],
      isThere: (path) => path !== 'gone.js',
      hasTests: true,
      hasRules: false,
      ...context,
    }),
  ).toEqual(expected);
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
