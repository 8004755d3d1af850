import { expect, test } from 'vitest';
import { type BudgetUse, budgetShare, dearestCall, taskSharers } from '../../../src/workflows/policy/budget.ts';

const use: BudgetUse = { total: 1, spent: 0, held: [], sharers: 1, dearest: 0 };

test.each<readonly [string, Partial<BudgetUse>, number | 'wait' | 'reached']>([
  ['a call alone gets all', {}, 1],
  ['an equal share', { sharers: 4 }, 0.25],
  ['an equal share of what nobody holds', { sharers: 4, held: [0.5] }, 0.5 / 3],
  ['what is left', { spent: 0.75 }, 0.25],
  ['no more than one call may cost', { perCall: 0.1 }, 0.1],
  ['no less than calls cost of late', { sharers: 10, dearest: 0.2 }, 0.4],
  ['more sharers than expected', { sharers: 1, held: [0.25, 0.25] }, 0.5],
  ['the others hold all', { sharers: 3, held: [0.5, 0.5] }, 'wait'],
  ['the others hold too much', { sharers: 3, held: [0.4, 0.4], dearest: 0.2 }, 'wait'],
  ['alone with less than calls cost', { spent: 0.75, dearest: 0.2 }, 0.25],
  ['all is spent', { spent: 1 }, 'reached'],
  ['the crumbs that sums of dollars leave', { total: 0.3, spent: 0.1 + 0.1 + 0.0999999 }, 'reached'],
  ['more is spent than there was', { spent: 2 }, 'reached'],
])('%s', (_, more, expected) => {
  const share = budgetShare({ ...use, ...more });
  expect(share.kind === 'hold' ? share.usd : share.kind).toEqual(expected);
});

test.each([
  [0, 0.2, 0.2],
  [0.2, 0.1, 0.18],
  [0.2, 0.5, 0.5],
  [0.2, null, 0.2],
] as const)('after a dearest call of %d, one of %s makes it %d', (before, cost, expected) => {
  expect(dearestCall(before, cost)).toBeCloseTo(expected);
});

test.each([
  [0, 3, 1],
  [2, 3, 3],
  [3, 3, 3],
  [5, 0, 6],
] as const)('%d tasks that run, of at most %d, make %d sharers', (workers, most, expected) => {
  expect(taskSharers(workers, most)).toBe(expected);
});
