import { expect, test } from 'vitest';
import type { ProofFinding } from '../../../src/schema/proof-finding.ts';
import { answersTo, questionItems } from '../../../src/workflows/proof/question-items.ts';

const FINDINGS: ProofFinding[] = [
  {
    code: 'lost_demand',
    items: [
      { key: 'a.test.js > adds', file: 'a.test.js', before: '1', after: null, was: 'equal(add(1, 1), 2)' },
      { key: 'a.test.js > adds', file: 'a.test.js', before: '2', after: null, was: 'equal(add(1, 2), 3)' },
      { key: 'b.test.js > takes', file: 'b.test.js', before: '3', after: '4', was: 'a', now: 'b' },
    ],
  },
  { code: 'newly_flaky', tests: ['c'], own: false },
];

test('all demands of one test are one item, and a finding without items is one', () => {
  const items = questionItems(FINDINGS);
  expect(items.map(({ number, code, key, was, now }) => [number, code, key, was, now])).toEqual([
    [1, 'lost_demand', 'a.test.js > adds', 'equal(add(1, 1), 2)\nequal(add(1, 2), 3)', null],
    [2, 'lost_demand', 'b.test.js > takes', 'a', 'b'],
    [3, 'newly_flaky', null, null, null],
  ]);
  expect(items[1]?.finding).toEqual({
    code: 'lost_demand',
    items: [FINDINGS[0]?.code === 'lost_demand' && FINDINGS[0].items[2]],
  });
});

test.for([
  ['all', false, [true, true, true]],
  [[2], false, [true]],
  [[2], true, [false, true, false]],
  [[], true, [false, false, false]],
] as const)('allowing %j and refusing the others (%s)', ([allow, refuse, said]) => {
  const answers = answersTo(questionItems(FINDINGS), { allow, refuse, reason: 'why' });
  expect(answers.map((one) => one.allow)).toEqual(said);
  expect(answers.every(({ reason }) => reason === 'why')).toBe(true);
});

test('superseded tests of a file that only need other names are one item, and stand together', () => {
  const item = (key: string, file: string) => ({ key: `${file} > ${key}`, file, before: '1', after: '2' });
  const renamed = (key: string, file: string) => ({ ...item(key, file), only_names: true as const });
  const items = questionItems([
    {
      code: 'superseded',
      items: [renamed('one', 'a.js'), item('two', 'b.js'), renamed('three', 'a.js'), item('four', 'a.js')],
    },
  ]);
  expect(items.map(({ key, keys }) => [key, keys])).toEqual([
    ['a.js', ['a.js > one', 'a.js > three']],
    ['a.js > four', ['a.js > four']],
    ['b.js > two', ['b.js > two']],
  ]);
  const answers = answersTo(items, { allow: [1], refuse: false, reason: '' });
  expect(answers.map(({ key, allow }) => [key, allow])).toEqual([
    ['a.js > one', true],
    ['a.js > three', true],
  ]);
});

test('a test that is superseded and demands less is asked about once, and both are answered', () => {
  const item = { key: 'a.test.js > adds', file: 'a.test.js', before: '1', after: '2', was: 'old', now: 'new' };
  const items = questionItems([
    { code: 'lost_demand', items: [item, { ...item, key: 'other' }] },
    { code: 'superseded', items: [item] },
  ]);
  expect(items.map(({ code, also, key }) => [code, also, key])).toEqual([
    ['lost_demand', [], 'other'],
    ['superseded', ['lost_demand'], 'a.test.js > adds'],
  ]);
  const answers = answersTo(items, { allow: [2], refuse: false, reason: '' });
  expect(answers.map(({ code, key }) => [code, key])).toEqual([
    ['superseded', 'a.test.js > adds'],
    ['lost_demand', 'a.test.js > adds'],
  ]);
});
