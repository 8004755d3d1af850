import { expect, it } from 'vitest';
import { readSummaries } from '../../../src/evidence/reports/summaries.ts';
import { sample } from '../sample.ts';

const counts = (passed: number, failed: number, skipped: number): object => ({
  total: passed + failed + skipped,
  passed,
  failed,
  skipped,
});

it.each([
  ['node-20-spec.txt', counts(5, 4, 2)],
  ['node-20.tap', counts(5, 4, 2)],
  ['vitest-4.txt', counts(5, 1, 3)],
  ['pytest-9.txt', counts(6, 5, 2)],
  ['unittest.txt', counts(1, 2, 1)],
  ['cargo.txt', counts(4, 1, 1)],
  ['maven-3.txt', counts(2, 2, 1)],
])('%s', (name, expected) => {
  expect(readSummaries(sample(name), '')?.counts).toEqual(expected);
  expect(readSummaries('', sample(name))?.counts).toEqual(expected);
});

it.each([
  ['Jest', 'Tests:       1 failed, 1 skipped, 1 todo, 3 passed, 6 total', counts(3, 1, 2)],
  ['Jest, coloured', '\u001b[1mTests:       \u001b[22m\u001b[32m3 passed\u001b[39m, 3 total', counts(3, 0, 0)],
  ['Vitest', '      Tests  3 passed (3)', counts(3, 0, 0)],
  ['mocha', '\n  3 passing (5ms)\n  1 pending\n  2 failing\n', counts(3, 2, 1)],
  ['mocha, all red', '  0 passing (5ms)\n  2 failing\n', counts(0, 2, 0)],
  ['pytest -q', '3 passed, 1 xfailed, 1 warning in 0.12s', counts(3, 0, 1)],
  ['pytest, long', '======== 3 passed in 75.01s (0:01:15) ========', counts(3, 0, 0)],
  ['RSpec', '5 examples, 1 failure, 1 pending', counts(3, 1, 1)],
  ['RSpec, broken file', '0 examples, 0 failures, 1 error occurred outside of examples', counts(0, 1, 0)],
  ['PHPUnit', 'OK (3 tests, 5 assertions)', counts(3, 0, 0)],
  ['PHPUnit, red', 'Tests: 6, Assertions: 5, Errors: 1, Failures: 1, Skipped: 1.', counts(3, 2, 1)],
  ['Vitest, expected', '      Tests  1 passed | 2 expected fail (3)', counts(3, 0, 0)],
  ['unittest', 'Ran 3 tests in 0.000s\n\nOK', counts(3, 0, 0)],
  ['unittest, expected', 'Ran 3 tests in 0.000s\n\nOK (expected failures=2)', counts(1, 0, 2)],
  ['unittest, red', 'Ran 5 tests in 0.000s\n\nFAILED (failures=1, skipped=1, expected failures=2)', counts(1, 1, 3)],
  ['Gradle', '5 tests completed, 1 failed, 1 skipped', counts(3, 1, 1)],
  [
    'dotnet',
    'Failed!  - Failed:     1, Passed:     3, Skipped:     1, Total:     5, Duration: 5 ms - shop.dll',
    counts(3, 1, 1),
  ],
  [
    'two modules',
    '[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0\n[INFO] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0',
    counts(2, 1, 0),
  ],
  [
    'two runners',
    '      Tests  3 passed (3)\nℹ tests 2\nℹ suites 0\nℹ pass 1\nℹ fail 1\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0',
    counts(4, 1, 0),
  ],
])('%s', (_, text, expected) => {
  expect(readSummaries(text, '')?.counts).toEqual(expected);
});

it.each([
  'all 3 tests passed, they say',
  '3 passed',
  'Tests run: 1, Failures: 5, Errors: 0, Skipped: 0',
  'Tests run: 5, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in shop.CartTest',
  'Ran 3 tests in 0.000s',
  'OK (99999999999999999999 tests, 1 assertion)',
  '',
])('finds no sums in %j', (text) => {
  expect(readSummaries(text, '')).toBeUndefined();
});
