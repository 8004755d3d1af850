import { expect, test } from 'vitest';
import { coverageOfChange } from '../../src/evidence/changed-line-coverage.ts';
import type { ProvenCoverage } from '../../src/evidence/proof.ts';
import type { AddedLine } from '../../src/git/hunks.ts';

const coverage: ProvenCoverage = {
  source: 'lcov',
  total: 71.46,
  lines: { 'src/a.ts': { run: [1, 2, 10], missed: [3, 4] }, 'src/b.ts': { run: [1], missed: [2, 3] } },
};

test('per cent of the new lines that can be executed', () => {
  expect(of({ 'src/a.ts': [1, 3, 5] })).toEqual({ percent: 50, of: 'change' });
  expect(of({ 'src/a.ts': [2, 3], 'src/b.ts': [2] })).toEqual({ percent: 33.3, of: 'change' });
});

test('nothing to be executed leaves nothing unrun', () => {
  expect(of({})).toEqual({ percent: 100, of: 'change' });
  expect(of({ 'readme.md': [1], 'src/a.ts': [5, 6], 'src/types.ts': ['interface A {', '  a: string;', '}'] })).toEqual({
    percent: 100,
    of: 'change',
  });
});

test('new code that no test ever loaded did not run', () => {
  const code = ['import a from "a";', '', '// why', 'export function f(): number {', '  return 1;', '}'];
  expect(of({ 'src/a.ts': [1, 2], 'src/new.ts': code })).toEqual({ percent: 50, of: 'change' });
  expect(of({ 'vite.config.ts': code, 'src/x.d.ts': code, 'src/new.css': code }).percent).toBe(100);
});

test.each([
  '/* node:coverage disable */',
  '/* c8 ignore start */',
  '// istanbul ignore next',
  '/* v8 ignore next 3 */',
  'def f():  # pragma: no cover',
  '// LCOV_EXCL_START',
])('what %s leaves out did not run', (comment) => {
  const known = { ...coverage, lines: { 'src/a.ts': { run: [3, 4], missed: [] } } };
  const code = [comment, 'export function f() {', 'export function g() {', '  return 1;', '  return 2;', '}'];
  expect(of({ 'src/a.ts': code }, known).percent).toBeLessThanOrEqual(50);
  expect(of({ 'src/a.ts': ['', ...code.slice(1)] }, known).percent).toBe(100);
});

test('tests are not what is to be covered', () => {
  const withTest = { ...coverage, lines: { ...coverage.lines, 'test/a.test.ts': { run: [1, 2, 3], missed: [] } } };
  expect(of({ 'test/a.test.ts': [1, 2, 3], 'src/a.ts': [3] }, withTest).percent).toBe(0);
});

test('without lines in the report, the total; never rounded up to a bar', () => {
  expect(of({ 'src/a.ts': [1] }, { ...coverage, lines: null })).toEqual({ percent: 71.4, of: 'total' });
  expect(of({}, { ...coverage, total: 79.99, lines: null }).percent).toBe(79.9);
});

function of(added: Record<string, readonly (number | string)[]>, proven = coverage) {
  const lines = (some: readonly (number | string)[]): AddedLine[] =>
    some.map((one, n) => (typeof one === 'number' ? { number: one, text: 'code();' } : { number: n + 1, text: one }));
  return coverageOfChange(proven, new Map(Object.entries(added).map(([file, some]) => [file, lines(some)])));
}
