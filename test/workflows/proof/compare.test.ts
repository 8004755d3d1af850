import { expect, test } from 'vitest';
import { compareRuns } from '../../../src/workflows/proof/compare.ts';
import { type Proof, withUniqueIds } from '../../../src/evidence/proof.ts';
import { makeProof } from '../../support/make-proof.ts';

const NOTHING_WORSE = { newlyRed: [], gone: [], nowSkipped: [], fewer: null, brokeOff: false };

test('what was red on the base is forgiven, what is newly red is named', () => {
  const base = makeProof({ a: 'passed', b: 'failed' });
  expect(compareRuns(base, makeProof({ a: 'passed', b: 'failed' }))).toEqual(NOTHING_WORSE);
  expect(compareRuns(base, makeProof({ a: 'failed', b: 'failed' })).newlyRed).toEqual(['a']);
  expect(compareRuns(base, makeProof({ a: 'passed', b: 'passed', c: 'failed' })).newlyRed).toEqual(['c']);
});

test('a test that ran on the base and does not any more is named, whatever became of it', () => {
  const base = makeProof({ a: 'passed', b: 'failed', c: 'skipped' });
  expect(compareRuns(base, makeProof({ a: 'passed', d: 'passed' })).gone).toEqual(['b']);
  expect(compareRuns(base, makeProof({ a: 'skipped', b: 'passed' }))).toEqual({ ...NOTHING_WORSE, nowSkipped: ['a'] });
  // A script that runs nothing any more: no names at all.
  expect(compareRuns(base, sums(3)).gone).toEqual(['a', 'b']);
});

test('a skipped test of the base may stay skipped, run or go', () => {
  const base = makeProof({ a: 'skipped' });
  for (const now of [{ a: 'skipped' }, { a: 'passed' }, {}] as const) {
    expect(compareRuns(base, makeProof(now))).toEqual(NOTHING_WORSE);
  }
});

test('a test in a renamed file is the same test', () => {
  const base = makeProof({ 'old.test.ts > adds': 'passed', 'old.test.ts > takes': 'failed' });
  const now = makeProof({ 'new.test.ts > adds': 'passed', 'new.test.ts > takes': 'failed' });
  expect(compareRuns(base, now, [{ from: 'old.test.ts', to: 'new.test.ts' }])).toEqual(NOTHING_WORSE);
  expect(compareRuns(base, now)).toEqual({
    ...NOTHING_WORSE,
    newlyRed: ['new.test.ts > takes'],
    gone: ['old.test.ts > adds', 'old.test.ts > takes'],
  });
});

test('a file that could not be loaded is not gone once its tests run', () => {
  const base = makeProof({ 'new.test.ts': 'failed', 'old.test.ts': 'failed' });
  const now = makeProof({ 'new.test.ts > adds': 'passed' });
  expect(compareRuns(base, now)).toEqual({ ...NOTHING_WORSE, gone: ['old.test.ts'] });
});

test('without names the sums are compared', () => {
  expect(compareRuns(sums(3), sums(3))).toEqual(NOTHING_WORSE);
  expect(compareRuns(sums(3), sums(2)).fewer).toEqual({ before: 3, now: 2 });
  expect(compareRuns(sums(3), makeProof({ a: 'passed' })).fewer).toEqual({ before: 3, now: 1 });
});

test('an end that no red test explains is one, unless the base ended so too', () => {
  const green = makeProof({ a: 'passed' });
  const crashed: Proof = { ...green, exit_code: 1 };
  const hung: Proof = { ...green, ending: 'timed_out', exit_code: null };
  expect(compareRuns(green, crashed).brokeOff).toBe(true);
  expect(compareRuns(green, hung).brokeOff).toBe(true);
  expect(compareRuns(crashed, crashed).brokeOff).toBe(false);
  expect(compareRuns(makeProof({ a: 'failed' }), makeProof({ a: 'failed' })).brokeOff).toBe(false);
  const nameless: Proof = { ...sums(1), counts: { total: 1, passed: 0, failed: 1, skipped: 0 }, exit_code: 1 };
  expect(compareRuns(sums(1), nameless).brokeOff).toBe(true);
  expect(compareRuns(nameless, nameless).brokeOff).toBe(false);
});

test('tests of one name are counted, and none is lost', () => {
  const named = (...ids: string[]) => withUniqueIds(ids.map((id) => ({ id, status: 'passed' }))).map(({ id }) => id);
  expect(named('a', 'b', 'a', 'a')).toEqual(['a', 'b', 'a (2)', 'a (3)']);
  expect(named('a', 'a', 'a (2)')).toEqual(['a', 'a (3)', 'a (2)']);
  expect(new Set(named('a', 'a (2)', 'a', 'a (2)', 'a', 'a (2) (2)')).size).toBe(6);
});

function sums(passed: number): Proof {
  return { ...makeProof({}), source: 'closing-lines', counts: { total: passed, passed, failed: 0, skipped: 0 } };
}
