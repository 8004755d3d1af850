import { expect, test } from 'vitest';
import {
  type AttemptProblem,
  setupProblem,
  treeProblem,
  type TreeUse,
} from '../../../src/workflows/auto/judge-tree.ts';
import type { TestRun } from '../../../src/workflows/proof/test-run.ts';
import { makeProof } from '../../support/make-proof.ts';

const task: TreeUse = { as: 'task' };
const phase: TreeUse = { as: 'phase' };
const before = makeProof({ 'test/a.test.js > a': 'passed', 'test/a.test.js > b': 'passed' });
const red: TestRun = {
  ...before,
  tests: [{ id: 'test/a.test.js > a', status: 'failed', reason: '1 is not 2' }, ...before.tests.slice(1)],
  output_tail: 'the end',
  exit_code: 1,
};
const many = makeProof(Object.fromEntries(Array.from({ length: 22 }, (_, n) => [`t${n}`, 'failed' as const])));
const sums = (passed: number): TestRun => ({ ...makeProof({}), counts: { total: 9, passed, failed: 0, skipped: 0 } });

test.each<readonly [string, TestRun, TreeUse, AttemptProblem | null]>([
  ['nothing', before, task, null],
  [
    'red tests, with their reasons',
    red,
    task,
    {
      kind: 'tests_red',
      message: 'test/a.test.js > a',
      evidence: 'test/a.test.js > a\n1 is not 2\n\nthe end',
    },
  ],
  ['red tests of a phase', red, phase, expect.objectContaining({ kind: 'tests_red' })],
  [
    'a red build',
    { ...before, build: { command: 'make', exit_code: 2 }, ending: 'exited', exit_code: 2 },
    task,
    { kind: 'build_red', message: 'make: exit 2', evidence: '' },
  ],
  [
    'an end that nothing explains',
    { ...before, ending: 'signalled', exit_code: null, signal: 'SIGKILL' },
    task,
    { kind: 'tests_red', message: 'npm test: SIGKILL', evidence: '' },
  ],
  [
    'a lost test',
    makeProof({ 'test/a.test.js > a': 'passed' }),
    task,
    { kind: 'tests_gone', message: 'test/a.test.js > b' },
  ],
  ['a lost test that the task names', makeProof({}), { as: 'task', text: 'Delete test/a.test.js.' }, null],
  ['a lost test of a phase', makeProof({}), phase, null],
  ['a lost test of a delivery', makeProof({}), { as: 'delivery' }, null],
  [
    'red before lost',
    makeProof({ 'test/a.test.js > b': 'failed' }),
    task,
    expect.objectContaining({ kind: 'tests_red', message: 'test/a.test.js > b' }),
  ],
  [
    'very many red tests',
    many,
    task,
    expect.objectContaining({ message: expect.stringMatching(/^t0, t1, .*t19 … \+2$/) }),
  ],
])('%s', (_, now, use, expected) => {
  expect(treeProblem({ before, now, renames: [] }, use)).toEqual(expected);
});

test('fewer tests of a runner that names none', () => {
  const measured = { before: sums(3), now: sums(2), renames: [] };
  expect(treeProblem(measured, task)).toEqual({ kind: 'tests_gone', message: '3 → 2' });
  expect(treeProblem(measured, phase)).toBeNull();
});

test('a renamed file loses no tests', () => {
  const renames = [{ from: 'test/a.test.js', to: 'test/b.test.js' }];
  const now = makeProof({ 'test/b.test.js > a': 'passed', 'test/b.test.js > b': 'passed' });
  expect(treeProblem({ before, now, renames }, task)).toBeNull();
});

test('a tree that cannot be set up', () => {
  expect(setupProblem({ command: 'npm ci', ending: 'exit 1', tail: 'no such package' })).toEqual({
    kind: 'setup_red',
    message: 'npm ci: exit 1',
    evidence: 'no such package',
  });
});
