import { expect, test } from 'vitest';
import { comparePlans } from '../../src/plans/compare-plans.ts';
import { readPlan } from '../../src/plans/read-plan.ts';

test('what is new, what is gone, and what needs others now', () => {
  const plan = readPlan(
    '- [ ] T1: a\n- [ ] T3: c\n  - deps: [T1]\n- [ ] T4: d\n  - deps: [T3, T1]\n- [ ] T2: b\n  - deps: []\n',
  );
  if (!plan.ok) throw new Error('no plan');
  const known = new Map([
    ['T1', []],
    ['T2', ['T1']],
    ['T4', ['T1', 'T3']],
    ['T9', ['T1']],
  ]);
  expect(comparePlans(known, plan.value)).toEqual({
    added: ['T3'],
    removed: ['T9'],
    rewired: [{ id: 'T2', needs: [] }],
  });
});
