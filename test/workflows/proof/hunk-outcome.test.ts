import { expect, test } from 'vitest';
import { hunkOutcome, isProvenEnough, provenPercent } from '../../../src/workflows/proof/hunk-outcome.ts';
import type { TestRun } from '../../../src/workflows/proof/test-run.ts';

function ran(tests: Record<string, string>, more: Partial<TestRun> = {}): TestRun {
  const listed = Object.entries(tests).map(([id, said]) =>
    said === 'passed' ? { id, status: 'passed' as const } : { id, status: 'failed' as const, reason: said },
  );
  const failed = listed.filter(({ status }) => status === 'failed').length;
  return {
    command: 'npm test',
    source: 'report',
    ending: 'exited',
    exit_code: failed > 0 ? 1 : 0,
    signal: null,
    counts: { total: listed.length, passed: listed.length - failed, failed, skipped: 0 },
    tests: listed,
    build: null,
    output_tail: '',
    ...more,
  };
}

const GREEN = ran({ 'a > one': 'passed', 'a > two': 'passed' });
const MISSING = "SyntaxError: The requested module './a.js' does not provide an export named 'one'";

test.for([
  ['an assertion fails', ran({ 'a > one': 'passed', 'a > two': 'expected 1 to be 2' }), 'noticed', 'a > two'],
  ['only a name is missing', ran({ 'a > one': MISSING, 'a > two': MISSING }), 'load', null],
  ['a file stands for its tests', ran({ a: MISSING }), 'load', null],
  ['the build fails', ran({}, { build: { command: 'tsc', exit_code: 2 } }), 'load', null],
  ['the runner is not found', ran({}, { exit_code: 127 }), 'load', null],
  ['all pass', GREEN, 'unnoticed', null],
  ['a suite without names fails', ran({ 'a > one': 'passed', 'a > two': 'passed' }, { exit_code: 1 }), 'noticed', null],
] as const)('%s', ([, without, outcome, named]) => {
  expect(hunkOutcome(GREEN, without)).toEqual({ outcome, test: named });
});

test('a test that failed with the hunk notices nothing', () => {
  const red = ran({ 'a > one': 'passed', 'a > two': 'failed' });
  expect(hunkOutcome(red, ran({ 'a > one': 'passed', 'a > two': 'failed' }))).toMatchObject({ outcome: 'unnoticed' });
});

test('the percentage counts what an assertion notices', () => {
  const hunk = (outcome: 'noticed' | 'load' | 'unnoticed') => ({ path: 'a', line: 1, lines: 1, outcome, test: null });
  expect(provenPercent([])).toBeNull();
  const percent = provenPercent([hunk('noticed'), hunk('load'), hunk('unnoticed')]);
  expect(percent).toBe(33.3);
  expect(isProvenEnough({ percent, wanted: 34 })).toBe(false);
  expect(isProvenEnough({ percent, wanted: 33 })).toBe(true);
  expect(isProvenEnough({ percent: null, wanted: 90 })).toBe(true);
  expect(isProvenEnough({ percent, wanted: null })).toBe(true);
});
