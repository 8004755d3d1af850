import { expect, test } from 'vitest';
import { closestDecisions, closestPitfalls } from '../../src/prompts/knowledge.ts';

const task = { title: 'Round prices', text: 'Prices are rounded.', files: ['src/price.ts'], domain: null };
const decision = (n: number, text: string, refs: string[] = []) => ({
  id: `D${n}`,
  topic: 'other',
  decision: text,
  rationale: '',
  refs,
  created_at: '2026-01-01',
});

test('few decisions are all told; of very many those that are close to the task', () => {
  const few = [decision(1, 'Logs are JSON.'), decision(2, 'Names are short.')];
  expect(closestDecisions(few, task)).toEqual(few);
  const many = Array.from({ length: 400 }, (_, n) =>
    decision(n, `Rule ${n} of the log format is kept by every writer.`),
  );
  const near = [decision(900, 'Money is kept in cents.', ['src/price.ts']), decision(901, 'Round half to even.')];
  expect(closestDecisions([...many, ...near], task)).toEqual(near);
});

test('a pitfall is no longer than tells something', () => {
  const pitfall = { id: 'P1', description: 'price', reason: 'at x.js\n'.repeat(1000), learned_from: 'T1' };
  const [told] = closestPitfalls([pitfall], task);
  expect(told?.reason.length).toBeLessThan(600);
});
