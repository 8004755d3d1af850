import { describe, expect, test } from 'vitest';
import {
  failedTests,
  flakiness,
  lostTests,
  outcomesOf,
  supersededTests,
} from '../../../src/workflows/proof/outcomes.ts';
import { redTests } from '../../../src/workflows/proof/red-tests.ts';

type Status = 'passed' | 'failed' | 'skipped';

function ran(tests: Record<string, Status | `failed: ${string}`>) {
  return outcomesOf({
    tests: Object.entries(tests).map(([id, said]) => {
      const [status = '', ...reason] = said.split(': ');
      const file = /^(.+\.js)(?: > |$)/.exec(id)?.[1];
      return { id, ...(file !== undefined && { file }), status: status as Status, reason: reason.join(': ') };
    }),
  });
}

const ids = (tests: readonly { readonly id: string }[]): string[] => tests.map(({ id }) => id);

describe('tests that fail now', () => {
  const baseline = ran({ 'a.js > one': 'passed', 'a.js > two': 'failed', 'a.js > three': 'skipped' });

  test('are new unless they failed before, wherever their file was then', () => {
    const moved = ran({
      'b.js > one': 'failed',
      'b.js > two': 'failed',
      'b.js > three': 'failed',
      'b.js > four': 'failed',
    });
    const failed = failedTests(baseline, moved, [{ from: 'a.js', to: 'b.js' }]);
    expect(ids(failed.now)).toEqual(['b.js > one', 'b.js > three', 'b.js > four']);
    expect(ids(failed.before)).toEqual(['b.js > two']);
  });

  test('are excused by no test of another file', () => {
    expect(ids(failedTests(baseline, ran({ 'b.js > two': 'failed' }), []).now)).toEqual(['b.js > two']);
  });

  test('in one part count, however they are in another', () => {
    const parts = [
      { tests: [{ id: 'a', status: 'failed' as const }] },
      { tests: [{ id: 'a', status: 'passed' as const }] },
    ];
    expect(outcomesOf(...parts).get('a')?.status).toBe('failed');
    expect(outcomesOf(...parts.toReversed()).get('a')?.status).toBe('failed');
  });
});

describe('lost tests', () => {
  const baseline = ran({
    'a.js > one': 'passed',
    'a.js > two': 'failed',
    'b.js > three': 'passed',
    'c.js > four': 'passed',
  });

  test('passed, stand in an unchanged file, and are not reported', () => {
    expect(lostTests(baseline, ran({ 'c.js > four': 'skipped' }), new Set(['b.js']))).toEqual(['a.js > one']);
  });

  test('of a runner that names no files are lost only where no test file changed', () => {
    const nameless = ran({ one: 'passed', two: 'passed' });
    expect(lostTests(nameless, ran({ two: 'passed' }), new Set())).toEqual(['one']);
    expect(lostTests(nameless, ran({ two: 'passed' }), new Set(['test.sh']))).toEqual([]);
  });

  test('are not those of a file that failed as a whole: it says so itself', () => {
    expect(lostTests(baseline, ran({ 'a.js': 'failed' }), new Set(['b.js', 'c.js']))).toEqual([]);
  });
});

describe('superseded tests', () => {
  const baseline = ran({
    'a.js > one': 'passed',
    'a.js > two': 'failed',
    'a.js > three': 'passed',
    'b.js > four': 'passed',
  });

  test('passed, and fail or do not run against the new product', () => {
    const regression = ran({ 'a.js > one': 'failed', 'a.js > two': 'failed' });
    const candidate = ran({ 'a.js > one': 'passed', 'a.js > two': 'failed' });
    const files = new Set(['a.js']);
    expect(ids(supersededTests({ baseline, candidate, regression, files }))).toEqual(['a.js > one', 'a.js > three']);
  });

  test.each([
    ['edited so that it passes', ran({ 'a.js > two': 'passed' })],
    ['removed', ran({})],
    ['skipped', ran({ 'a.js > two': 'skipped' })],
  ])('may have failed before, and were %s', (_, candidate) => {
    const [failing, regression] = [ran({ 'a.js > two': 'failed' }), ran({ 'a.js > two': 'failed' })];
    const files = new Set(['a.js']);
    expect(ids(supersededTests({ baseline: failing, candidate, regression, files }))).toEqual(['a.js > two']);
    const mended = ran({ 'a.js > two': 'passed' });
    expect(supersededTests({ baseline: failing, candidate, regression: mended, files })).toEqual([]);
  });
});

test('a test is not lost where only its file is not told any more', () => {
  const baseline = ran({ 'a.js > one': 'passed', 'a.js > two': 'passed' });
  expect(lostTests(baseline, ran({ one: 'passed' }), new Set())).toEqual(['a.js > two']);
});

describe('a test that failed', () => {
  test.each([
    ['flaky', 1, 0],
    ['flaky', 5, 5],
    ['newly_flaky', 0, 4],
    ['newly_flaky', 0, 5],
    ['fails', 0, 3],
    ['fails', 0, 0],
  ] as const)('is %s with %i failures before and %i passes now', (expected, baselineFailures, candidatePasses) => {
    expect(flakiness({ baselineFailures, candidatePasses })).toBe(expected);
  });
});

test('a package or class before the name of a test is not its file', () => {
  const baseline = ran({ 'example.com/calc > TestOne': 'passed' });
  const regression = ran({ 'example.com/calc > TestOne': 'failed' });
  const found = supersededTests({
    baseline,
    candidate: ran({}),
    regression,
    files: new Set(['a_test.go']),
    isWholeSuite: true,
  });
  expect(ids(found)).toEqual(['example.com/calc > TestOne']);
  // Renamed in a file that was changed, for all we know.
  expect(lostTests(baseline, ran({}), new Set(['a_test.go']))).toEqual([]);
});

describe('red tests', () => {
  const candidate = ran({
    'a.js > new': 'passed',
    'a.js > old': 'passed',
    'a.js > idle': 'passed',
    'a.js > bad': 'failed',
  });
  const baseline = ran({ 'a.js > old': 'passed' });

  test('fail on hollow stubs and pass with the change', () => {
    const red = ran({
      'a.js > new': 'failed: expected 3',
      'a.js > old': 'passed',
      'a.js > idle': 'passed',
      'a.js > bad': 'failed',
    });
    const found = redTests({ baseline, candidate, red, hasStubs: true });
    expect(found).toEqual({ proven: ['a.js > new'], weak: [], provesNothing: ['a.js > idle'] });
  });

  test('are not those that miss a name', () => {
    const red = ran({ 'a.js > new': "failed: The module './a.js' does not provide an export named 'mul'" });
    expect(redTests({ baseline, candidate, red, hasStubs: true }).proven).toEqual([]);
  });

  test('are those that failed before, without a run of their own', () => {
    const failing = ran({ 'a.js > old': 'failed' });
    expect(redTests({ baseline: failing, candidate, red: undefined, hasStubs: true }).proven).toEqual(['a.js > old']);
  });

  test('are those of a file that could not be loaded before', () => {
    const unloaded = ran({ 'a.js': 'failed' });
    expect(redTests({ baseline: unloaded, candidate, red: undefined, hasStubs: true }).proven).toContain('a.js > new');
  });

  test('are weak where nothing compiles without the change', () => {
    const uncompiled = { baseline, candidate, red: ran({}), hasStubs: false, isUncompiled: true };
    expect(redTests(uncompiled).weak).toEqual(['a.js > new', 'a.js > idle']);
    expect(redTests({ ...uncompiled, isUncompiled: false }).weak).toEqual([]);
  });

  test('are weak where a shell does not find what cannot be stubbed', () => {
    const red = ran({ 'a.js > new': 'failed: test/mul.check: 2: mul: not found' });
    expect(redTests({ baseline, candidate, red, hasStubs: false })).toMatchObject({ proven: [], weak: ['a.js > new'] });
  });

  test('prove something or nothing by the names that they had before their file moved', () => {
    const moved = ran({ 'b.js > old': 'passed' });
    const found = redTests({ baseline, candidate: moved, red: moved, hasStubs: true, oldId: () => 'a.js > old' });
    expect(found.provesNothing).toEqual([]);
  });

  test('are no files that have no tests in them', () => {
    const support = ran({ 'support.js': 'passed' });
    const named = new Map([...support].map(([id, one]) => [id, { ...one, file: id }]));
    expect(redTests({ baseline, candidate: named, red: named, hasStubs: true }).provesNothing).toEqual([]);
  });

  test('are weak where the file could not be loaded and nothing can be stubbed', () => {
    const red = ran({ 'a.js': 'failed: undefined: Mul' });
    const weak = ['a.js > new', 'a.js > old', 'a.js > idle'];
    expect(redTests({ baseline, candidate, red, hasStubs: false })).toEqual({ proven: [], weak, provesNothing: [] });
    expect(redTests({ baseline, candidate, red, hasStubs: true }).weak).toEqual([]);
  });
});
