import { expect, test } from 'vitest';
import { findSuperseded } from '../../../src/workflows/session/superseded-names.ts';

const tests = [
  { id: 'test/a.test.js > adds', file: 'test/a.test.js', status: 'passed' as const },
  { id: 'test/a.test.js > cart > adds', status: 'passed' as const },
  { id: 'test/a.test.js > fails', file: 'test/a.test.js', status: 'failed' as const },
  { id: 'test/b.test.js > adds', file: 'test/b.test.js', status: 'passed' as const },
];

test.each([
  ['adds', ['test/a.test.js > adds', 'test/a.test.js > cart > adds'], []],
  ['fails', [], ['test/a.test.js: fails']],
  ['no such', [], ['test/a.test.js: no such']],
])('%s means %j', (name, found, unknown) => {
  const named = findSuperseded([{ file: 'test/a.test.js', test: name, reason: 'why' }], tests);
  expect([named.found.map(({ id }) => id), named.unknown]).toEqual([found, unknown]);
});
