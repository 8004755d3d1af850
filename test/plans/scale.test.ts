import { expect, test } from 'vitest';
import { readPlan } from '../../src/plans/read-plan.ts';
import { tick } from '../../src/plans/tick.ts';
import { cpuMsOf } from '../support/cpu-time.ts';

function chain(length: number, needs: (number: number) => number): string {
  const tasks = Array.from({ length }, (_, index) => {
    const number = index + 1;
    return `- [ ] T1.${number}: Task ${number}\n  - deps: [${needs(number) === 0 ? '' : `T1.${needs(number)}`}]\n  - files: src/${number}.ts\n  - [ ] it works\n`;
  });
  return `# TASKS: large\n\n${tasks.join('')}`;
}

test('10,000 tasks, each needing the one before it', () => {
  const plan = readPlan(chain(10_000, (number) => number - 1));
  expect(plan.ok && plan.value.tasks.length).toBe(10_000);
  expect(plan.ok && plan.value.tasks[9_999]?.needs).toEqual(['T1.9999']);
});

test('10,000 tasks, each needing the one after it', () => {
  const text = chain(10_000, (number) => (number === 10_000 ? 0 : number + 1));
  expect(readPlan(text).ok).toBe(true);
  const ticked = tick(Buffer.from(text), ['T1.10000']);
  expect(ticked?.subarray(-120).toString()).toContain('- [x] T1.10000: Task 10000');
});

test('a cycle of 10,000', () => {
  const plan = readPlan(chain(10_000, (number) => (number % 10_000) + 1));
  expect(plan.ok).toBe(false);
  const [problem, ...others] = plan.ok ? [] : plan.error;
  expect(others).toEqual([]);
  expect(problem?.code === 'circular_dep' && problem.params.cycle.length).toBe(10_001);
});

test('twice the tasks take about twice the time', () => {
  const time = (text: string): number => cpuMsOf(() => readPlan(text));
  const [small, large] = [chain(1000, (number) => number - 1), chain(8000, (number) => number - 1)];
  time(small);
  // Eightfold when linear, sixty-fourfold when quadratic.
  expect(Math.min(time(large), time(large)) / Math.min(time(small), time(small))).toBeLessThan(40);
});

test.each([
  ['brackets', '- [ ] T1: '.padEnd(200_000, '[')],
  ['quotations', '> '.repeat(50_000)],
  ['nested lists', Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(2 * Math.min(depth, 500))}- x`).join('\n')],
  ['labels', `- [ ] T1: x\n${'  **deps**: T1.\n'.repeat(20_000)}`],
  ['bold', `- [ ] T1: x\n  - ${'**'.repeat(50_000)}`],
  ['backticks', `- [ ] T1: x\n  - [ ] ${'`'.repeat(100_000)}`],
  ['fences', '```mermaid\ngraph TD\n'.repeat(10_000)],
  [
    'arrows',
    `- [ ] T1: x\n\n\`\`\`mermaid\ngraph TD\n${'A -- b '.repeat(20_000)}\n${'A[['.repeat(40_000)}\n${'A(['.repeat(40_000)}\n${'A"'.repeat(40_000)}\n\`\`\`\n`,
  ],
  ['spaces', `- [ ] T1: x\n  - [ ] \`a b\`${' '.repeat(100_000)}x`],
  ['comments', '<!-- '.repeat(50_000)],
])('no %s make it hang', (_, text) => {
  expect(cpuMsOf(() => readPlan(text))).toBeLessThan(10_000);
  expect(cpuMsOf(() => tick(Buffer.from(text), ['T1']))).toBeLessThan(10_000);
});

test('a task may need all others', () => {
  const all = Array.from({ length: 10_000 }, (_, number) => `T1.${number}`);
  const text = `${all.map((id) => `- [ ] ${id}: x`).join('\n')}\n- [ ] T2: last\n  - deps: [${all.join(', ')}]\n`;
  const plan = readPlan(text);
  expect(plan.ok && plan.value.tasks.at(-1)?.needs.length).toBe(10_000);
});

test('dependencies beyond counting are a problem', () => {
  const all = Array.from({ length: 3000 }, (_, number) => `T1.${number}`);
  const [first, second, third] = [0, 1000, 2000].map((from) => all.slice(from, from + 1000).join(' & '));
  const chart = `graph TD\n${first} --> ${second} --> ${third}`;
  const plan = readPlan(`${all.map((id) => `- [ ] ${id}: x`).join('\n')}\n\n\`\`\`mermaid\n${chart}\n\`\`\`\n`);
  expect(plan.ok ? [] : plan.error).toEqual([{ code: 'too_many_deps', line: 3004, params: { limit: 1_000_000 } }]);
});

test('ranges beyond counting, too', () => {
  const plan = readPlan(`- [ ] T1: x\n- [ ] T999: y\n  - deps: ${'T1~T999 '.repeat(6000)}\n`);
  expect(plan.ok ? [] : plan.error.map(({ code }) => code)).toContain('too_many_deps');
});
