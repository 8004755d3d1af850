import { expect, test } from 'vitest';
import { idleTests, silentTests, suspectedIdle } from '../../../src/workflows/proof/idle-tests.ts';
import { oldId, outcomesOf } from '../../../src/workflows/proof/outcomes.ts';

type Status = 'passed' | 'failed' | 'skipped';

function outcomes(tests: Readonly<Record<string, Status>>) {
  return outcomesOf({
    tests: Object.entries(tests).map(([id, status]) => ({ id, file: id.split(' > ')[0] ?? id, name: id, status })),
  });
}

const FILE = 'a.test.js';
const given = (now: Readonly<Record<string, Status>>, hollow: Readonly<Record<string, Status>>) => ({
  baseline: outcomes({ 'a.test.js > one': 'passed', 'a.test.js > two': 'passed', 'b.test.js > three': 'passed' }),
  candidate: outcomes(now),
  after: outcomes(hollow),
  files: new Set([FILE]),
  oldId: oldId([]),
});
const both: Record<string, Status> = { 'a.test.js > one': 'passed', 'a.test.js > two': 'passed' };
const red: Record<string, Status> = { 'a.test.js > one': 'failed', 'a.test.js > two': 'failed' };
const ids = (tests: readonly { readonly id: string }[]): string[] => tests.map(({ id }) => id);

test('tests that fail without the product demand something', () => {
  expect(suspectedIdle(given(both, red))).toMatchObject({ idle: [], gone: [] });
});

test('a test that passes without the product, and did not before, is idle', () => {
  const known = given(both, { ...red, 'a.test.js > two': 'passed' });
  expect(ids(idleTests({ ...known, before: outcomes(red) }).idle)).toEqual(['a.test.js > two']);
});

test('a test that never needed the product is none', () => {
  const hollow: Record<string, Status> = { ...red, 'a.test.js > two': 'passed' };
  expect(idleTests({ ...given(both, hollow), before: outcomes(hollow) }).idle).toEqual([]);
});

test('a test that is skipped now is idle', () => {
  const skipped: Record<string, Status> = { ...both, 'a.test.js > one': 'skipped' };
  const known = given(skipped, { ...red, 'a.test.js > one': 'skipped' });
  expect(ids(idleTests({ ...known, before: outcomes(red) }).idle)).toEqual(['a.test.js > one']);
});

test('a test of an unchanged file that is skipped now is silent', () => {
  const now: Record<string, Status> = { ...both, 'b.test.js > three': 'skipped' };
  expect(ids(silentTests(given(now, red)))).toEqual(['b.test.js > three']);
  expect(silentTests({ ...given(now, red), baseline: outcomes({ 'b.test.js > three': 'skipped' }) })).toEqual([]);
});

test('a file that could not be loaded without the product stands for its tests', () => {
  const known = given(both, both);
  expect(ids(idleTests({ ...known, before: outcomes({ [FILE]: 'failed' }) }).idle)).toHaveLength(2);
  expect(idleTests({ ...given(both, { [FILE]: 'failed' }), before: outcomes(red) }).idle).toEqual([]);
});

test('what is not reported any more is gone, whatever the name of its file', () => {
  const moved = { ...given({ 'c.test.js > one': 'passed' }, { 'c.test.js > one': 'failed' }) };
  const known = { ...moved, oldId: oldId([{ from: FILE, to: 'c.test.js' }]) };
  const found = idleTests({ ...known, before: outcomes(red) });
  expect([ids(found.idle), ids(found.gone), found.demanding]).toEqual([[], ['a.test.js > two'], ['c.test.js > one']]);
});
