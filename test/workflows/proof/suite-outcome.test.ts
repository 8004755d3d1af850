import { expect, test } from 'vitest';
import { namedRun } from '../../../src/workflows/proof/suite-outcome.ts';

const counts = { total: 3, passed: 3, failed: 0, skipped: 0 };
const options = { name: 'make test', atLeast: 0, paths: new Set(['test/a.check']) };

test.each([
  ['passes', {}, 0, ['passed']],
  ['fails', { passed: 2, failed: 1 }, 0, ['failed']],
  ['runs fewer tests than it has to', { total: 2, passed: 2 }, 3, ['failed']],
  ['runs nothing', { total: 0, passed: 0 }, 0, []],
])('a suite without names that %s', (_, changed, atLeast, statuses) => {
  const run = { tests: [], counts: { ...counts, ...changed }, output_tail: 'the end' };
  const { tests } = namedRun(run, { ...options, atLeast });
  expect(tests.map(({ status }) => status)).toEqual(statuses);
  expect(tests.every(({ id }) => id === 'make test')).toBe(true);
});

test('a test that is called like a file stands in it', () => {
  const tests = [
    { id: 'test/a.check', status: 'passed' as const },
    { id: 'other', status: 'passed' as const },
  ];
  expect(namedRun({ tests, counts, output_tail: '' }, options).tests).toEqual([
    { id: 'test/a.check', file: 'test/a.check', status: 'passed' },
    { id: 'other', status: 'passed' },
  ]);
});
