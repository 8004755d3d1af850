import { describe, expect, test } from 'vitest';
import { failure } from '../../src/base/failure.ts';
import type { PlanProblem } from '../../src/base/plan-problem.ts';
import { formatFailure } from '../../src/i18n/catalogue.ts';
import { en } from '../../src/i18n/en/index.ts';
import { ko } from '../../src/i18n/ko/index.ts';
import { largestPlan, readPlan } from '../../src/plans/read-plan.ts';

function problemsOf(text: string): readonly PlanProblem[] {
  const plan = readPlan(text);
  return plan.ok ? [] : plan.error;
}

test.each([
  ['an empty file', '', { code: 'no_tasks', line: 1, params: {} }],
  ['prose', '# Plan\n\nWe will see.\n', { code: 'no_tasks', line: 1, params: {} }],
  [
    'an id twice',
    '- [ ] T1: a\n\n- [ ] T1: b\n',
    { code: 'duplicate_id', line: 3, params: { id: 'T1', firstLine: 1 } },
  ],
  [
    'an unknown dependency, at its own line',
    '- [ ] T1.1: a\n- [ ] T1.2: b\n  - deps: [T1.1]\n- [ ] T1.3: c\n  - deps: [T1.9]\n',
    { code: 'missing_dep', line: 5, params: { id: 'T1.3', needs: 'T1.9', suggestion: 'T1.1' } },
  ],
  [
    'an unknown dependency that looks most like the task itself',
    '- [ ] T1.4: a\n  - deps: [T1.3]\n- [ ] T2.1: b\n',
    { code: 'missing_dep', line: 2, params: { id: 'T1.4', needs: 'T1.3', suggestion: null } },
  ],
  [
    'a dependency that only looks like an id',
    '- [ ] T1.1: a\n- [ ] T1.2: b\n  - deps: t1.1\n',
    { code: 'missing_dep', line: 3, params: { id: 'T1.2', needs: 't1.1', suggestion: 'T1.1' } },
  ],
  [
    'a dependency by name',
    '- [ ] T1.1: a\n  - deps: [the database]\n',
    { code: 'missing_dep', line: 2, params: { id: 'T1.1', needs: 'the database', suggestion: null } },
  ],
  [
    'an arrow to a task that is none',
    '- [ ] T1.1: a\n\n```mermaid\ngraph TD\nT1.1 --> T8.8\n```\n',
    { code: 'missing_dep', line: 5, params: { id: 'T1.1', needs: 'T8.8', suggestion: null } },
  ],
  [
    'a task that needs itself',
    '- [ ] T1: a\n  - deps: [T1]\n',
    { code: 'circular_dep', line: 2, params: { cycle: ['T1', 'T1'] } },
  ],
  [
    'a cycle, from its first task on',
    '- [ ] T1.1: a\n  - deps: [T1.4]\n- [ ] T1.4: c\n  - deps: [T1.3]\n- [ ] T1.3: b\n  - deps: [T1.4]\n',
    { code: 'circular_dep', line: 4, params: { cycle: ['T1.4', 'T1.3', 'T1.4'] } },
  ],
  [
    'a dependency on a later phase',
    '- [ ] T1.1: a\n  - deps: [T2.1]\n- [ ] T2.1: b\n',
    { code: 'later_phase', line: 2, params: { id: 'T1.1', phase: 1, needs: 'T2.1', needsPhase: 2 } },
  ],
  ['a mark that is neither', '- [-] T1.1: a\n', { code: 'bad_checkbox', line: 1, params: { id: 'T1.1', mark: '-' } }],
  [
    'a phase beyond counting',
    '- [ ] T1234567890.1: a\n',
    { code: 'bad_phase', line: 1, params: { id: 'T1234567890.1' } },
  ],
] as const)('%s', (_, text, problem) => {
  expect(problemsOf(text)).toEqual([problem]);
});

test('more than 16 MB are not looked at', () => {
  const problems = problemsOf('x'.repeat(largestPlan + 1));
  expect(problems).toEqual([{ code: 'too_large', line: 1, params: { size: largestPlan + 1, limit: largestPlan } }]);
});

test('all problems are told at once, in the order of the lines', () => {
  const text = `- [ ] T1.1: a
  - deps: [T1.2, T7.7]
- [ ] T1.2: b
  - deps: [T1.1]
- [ ] T1.3;rm -rf /: c
- [ ] T1.2: again
- [ ] T1.4: d
  - deps: [T2.1]
- [ ] T2.1: e
`;
  expect(problemsOf(text).map(({ code, line }) => [code, line])).toEqual([
    ['missing_dep', 2],
    ['circular_dep', 2],
    ['bad_id', 5],
    ['duplicate_id', 6],
    ['later_phase', 8],
  ]);
});

describe('a hostile id is told, and never used', () => {
  test.each([
    'T1.3;rm -rf',
    'T1.3$(rm -rf ~)',
    'T1.3/../../etc',
    'T1.3..4',
    'T1.3|tee',
    'T1.3&&reboot',
    'T1.3"',
    't1.3',
    'T1-S2',
    'T1.3,T1.4',
    'Т1.3',
    'T１',
    `T${'1'.repeat(40)}`,
    'T1.1.1.1.1.1.1.1.1',
    'T1.3\u001b[31mred',
    'T1.3\u202e',
  ])('%j', (id) => {
    for (const line of [`- [ ] ${id}: Name`, `### [ ] Phase 1, ${id}: Name`, `- [x] **${id}** Name`]) {
      const problems = problemsOf(`- [ ] T9.9: fine\n\n${line}\n`);
      expect(
        problems.map(({ code, line: at }) => [code, at]),
        line,
      ).toEqual([['bad_id', 3]]);
      expect(JSON.stringify(problems)).not.toMatch(/\\u001b|\u202e/);
    }
  });
});

test('a problem is a sentence of one line, in both languages', () => {
  const text = '- [ ] T1.3: a\n  - deps: [T1.4]\n- [ ] T1.4: b\n  - deps: [T1.3, T1.5]\n';
  const problems = problemsOf(text);
  const bad = failure('plan.bad', { problems, count: problems.length });
  expect(formatFailure(en, bad)).toEqual({
    message:
      'is not a valid task list: line 2: CIRCULAR_DEP: T1.3 → T1.4 → T1.3; line 4: MISSING_DEP: T1.4 needs T1.5, which does not exist (did you mean T1.3?)',
    hint: 'fix the file, then run the command again',
  });
  expect(formatFailure(ko, bad).message).toBe(
    '올바른 작업 목록이 아닙니다: 2행: CIRCULAR_DEP: T1.3 → T1.4 → T1.3; 4행: MISSING_DEP: T1.4에 필요한 T1.5가 없습니다 (혹시 T1.3?)',
  );
});

test('of many problems the first are told, and how many more there are', () => {
  const text = Array.from({ length: 9 }, (_, i) => `- [ ] T1.${i};x: a`).join('\n');
  const problems = problemsOf(text);
  const bad = failure('plan.bad', { problems, count: problems.length });
  expect(formatFailure(en, bad).message).toMatch(/line 5: BAD_ID: 'T1\.4;x' [^;]*\(and 4 more\)$/);
  expect(formatFailure(ko, bad).message).toMatch(/5행: BAD_ID: 'T1\.4;x'[^;]*\(외 4개\)$/);
});
