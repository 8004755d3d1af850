import fs from 'node:fs';
import { expect, test } from 'vitest';
import { failure } from '../../src/base/failure.ts';
import { en } from '../../src/i18n/en/index.ts';
import { formatFailure } from '../../src/i18n/catalogue.ts';
import { blocksOf } from '../../src/plans/markdown.ts';
import { readPlan } from '../../src/plans/read-plan.ts';

const guide = fs.readFileSync(new URL('../../docs/reference/tasks-md.md', import.meta.url), 'utf8');
const blocks = blocksOf(guide).flatMap((block) => (block.kind === 'code' ? [block] : []));

test('every example of the guide is a plan', () => {
  const examples = blocks.filter(({ language }) => language === 'md').map(({ lines }) => readPlan(lines.join('\n')));
  expect(examples.map((plan) => plan.ok && plan.value.tasks.map(({ id, needs }) => [id, ...needs].join(' ')))).toEqual([
    ['T0.1', 'T1.1 T0.1', 'T1.2 T1.1'],
    ['T1.1 T0.1', 'T0.1'],
    ['T001', 'T002 T001', 'T003 T001', 'T004 T001 T002 T003'],
    ['T0.1', 'T0.2 T0.1', 'T1.1 T0.1 T0.2'],
  ]);
});

test('the problem that the guide shows is told so', () => {
  const plan = readPlan('- [ ] T1.3: a\n  - deps: [T1.4]\n- [ ] T1.4: b\n  - deps: [T1.3, T1.5]\n');
  const problems = plan.ok ? [] : plan.error;
  expect(guide).toContain(formatFailure(en, failure('plan.bad', { problems, count: problems.length })).message);
});
