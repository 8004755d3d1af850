import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Vcr } from '../../../src/schema/run/consultation.ts';
import { type Consultation, settledBy } from '../../../src/workflows/run/consultation.ts';
import type { Evidence } from '../../../src/workflows/run/evidence.ts';
import type { Criteria } from '../../../src/workflows/run/criteria.ts';
import { type Case, judge, keyOf, type Opinion } from '../../../src/workflows/run/judge.ts';
import { consultation, evidence as passing } from '../../support/run-facts.ts';

const criteria: Criteria = {
  testsPassing: true,
  noCriticalIssues: true,
  minCoverage: 80,
  maxFileLines: 500,
  triggers: ['security_concern', 'breaking_change', 'external_dependency_addition'],
};
const pass: Opinion = { verdict: 'PASS', reason: 'Fine.', issues: [], triggers: [] };
const good: Evidence = { ...passing, coverage: 85 };
const base = { failed: 0 };
const nobody = settledBy([], 1);
const some = { names: ['x'], more: 0 };
const dependency = { manifest: 'package.json', name: 'left-pad' };

function judged({ evidence = {}, opinion = {}, ...rest }: Changed = {}) {
  return judge({
    base,
    criteria,
    iteration: 1,
    settled: nobody,
    allowed: { allowed: [], letPass: new Set() },
    rejected: [],
    ...rest,
    evidence: evidence === null ? null : { ...good, ...evidence },
    opinion: opinion === null ? null : { ...pass, ...opinion },
  });
}

type Changed = Partial<Omit<Case, 'evidence' | 'opinion'>> & {
  readonly evidence?: Partial<Evidence> | null;
  readonly opinion?: Partial<Opinion> | null;
};

describe('the judgement', () => {
  test('is PASS when everything holds', () => {
    expect(judged()).toMatchObject({ verdict: 'PASS', findings: [] });
  });

  test.each<[string, Changed]>([
    ['tests_red', { evidence: { failed: 1, newly_red: some } }],
    ['tests_red', { evidence: { failed: 2 }, base: { failed: 1 } }],
    ['tests_red', { evidence: { broke_off: true } }],
    ['tests_did_not_run', { evidence: { ending: 'timed_out' } }],
    ['tests_did_not_run', { evidence: { total: 0, passed: 0, exit_code: 1 } }],
    ['tests_did_not_run', { evidence: { source: 'exit-code', total: 1, passed: 0, failed: 1, exit_code: 127 } }],
    ['build_red', { evidence: { build: { command: 'make', exit_code: 2 } } }],
    ['build_red', { evidence: { build: { command: 'make', exit_code: null } } }],
    ['tests_gone', { evidence: { gone: some } }],
    ['tests_skipped', { evidence: { now_skipped: some } }],
    ['fewer_tests', { evidence: { fewer: { before: 2, now: 1 } } }],
    ['tests_unwritten', { evidence: { untested: true, coverage: null, coverage_of: null } }],
    ['coverage_low', { evidence: { coverage: 79.9 } }],
    ['empty_diff', { evidence: null }],
    ['critical_issues', { opinion: { issues: [{ severity: 'critical', file: null, line: null, message: 'x' }] } }],
    ['agent_failed_it', { opinion: { verdict: 'FAIL' } }],
    ['file_too_long', { evidence: { rule_breaks: [{ rule: 'file_too_long', file: 'a', line: null, detail: 900 }] } }],
    ['human_rejected', { settled: settledBy([answered('B', ['no_tests'])], 1) }],
  ])('is FAIL for %s, whatever the Gatekeeper says', (code, changed) => {
    expect(judged(changed)).toMatchObject({ verdict: 'FAIL', findings: expect.arrayContaining([one(code)]) });
  });

  test.each<[string, Changed]>([
    ['no_tests', { evidence: { command: null, total: 0, passed: 0, coverage: null } }],
    ['no_tests', { evidence: { total: 3, passed: 0, skipped: 3 } }],
    ['test_command_changed', { evidence: { command_changed: { before: 'npm test', now: 'sh fake.sh' } } }],
    ['trigger', { evidence: { dependencies: [dependency] } }],
    ['trigger', { opinion: { triggers: ['security_concern'] } }],
  ])('asks a person about %s', (code, changed) => {
    expect(judged(changed)).toMatchObject({ verdict: 'NEEDS_HUMAN', findings: [one(code)] });
  });

  test.each<[string, Changed]>([
    ['a test that was red on the base', { evidence: { failed: 1 }, base: { failed: 1 } }],
    ['what is not measured', { evidence: { coverage: null, coverage_of: null } }],
    [
      'tests that the project does not want green',
      { evidence: { failed: 3 }, criteria: { ...criteria, testsPassing: false } },
    ],
    ['a changed test', { evidence: { changed_tests: some } }],
    [
      'a dependency nobody wants to hear of',
      { evidence: { dependencies: [dependency] }, criteria: { ...criteria, triggers: [] } },
    ],
    ['a trigger nobody configured', { opinion: { triggers: ['style'] } }],
    [
      'the Gatekeeper’s word for a dependency that is none',
      { opinion: { triggers: ['external_dependency_addition'] } },
    ],
  ])('lets pass %s', (_, changed) => {
    expect(judged(changed).verdict).toBe('PASS');
  });

  test('knows what a person accepted: a dependency for good, a concern for the round', () => {
    const accepted = (about: string, iteration: number) => settledBy([answered('A', [about])], iteration);
    const added = { evidence: { dependencies: [dependency] } };
    const key = keyOf({ code: 'trigger', name: 'external_dependency_addition', detail: 'left-pad (package.json)' }, 1);
    expect(judged({ ...added, settled: accepted(key, 1) }).verdict).toBe('PASS');
    expect(judged({ ...added, settled: accepted(key, 2), iteration: 2 }).verdict).toBe('PASS');
    const concern = { opinion: { triggers: ['security_concern'] } };
    expect(judged({ ...concern, settled: accepted('security_concern#1', 1) }).verdict).toBe('PASS');
    expect(judged({ ...concern, settled: accepted('security_concern#1', 2), iteration: 2 }).verdict).toBe(
      'NEEDS_HUMAN',
    );
  });

  test('remembers what was sent back in its own round only', () => {
    const back = [answered('B', ['no_tests'])];
    expect(judged({ settled: settledBy(back, 1) }).verdict).toBe('FAIL');
    expect(judged({ settled: settledBy(back, 2), iteration: 2 }).verdict).toBe('PASS');
  });

  test('takes no accepted question for an excuse', () => {
    const settled = settledBy([answered('A', ['no_tests', 'tests_red', 'coverage_low', 'opinion#1'])], 1);
    expect(judged({ settled, evidence: { failed: 1, newly_red: some } }).verdict).toBe('FAIL');
    expect(judged({ settled, evidence: { coverage: 10 } }).verdict).toBe('FAIL');
  });

  test('is never PASS without anybody’s opinion', () => {
    expect(judged({ opinion: null }).verdict).toBe('NEEDS_HUMAN');
  });
});

describe('a PASS, whatever the evidence and the opinion', () => {
  const names = fc.record({ names: fc.array(fc.string(), { maxLength: 2 }), more: fc.nat(2) });
  const count = fc.nat(3);
  const bad = {
    command: fc.constant(null),
    command_changed: fc.constant({ before: 'npm test', now: 'sh fake.sh' }),
    ending: fc.constantFrom('timed_out', 'SIGKILL'),
    exit_code: fc.option(fc.constantFrom(1, 127)),
    build: fc.record({ command: fc.constant('make'), exit_code: fc.option(fc.nat(1)) }),
    total: count,
    passed: count,
    failed: count,
    coverage: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
    coverage_of: fc.constantFrom(null, 'total'),
    newly_red: names,
    gone: names,
    now_skipped: names,
    broke_off: fc.boolean(),
    untested: fc.boolean(),
    fewer: fc.record({ before: count, now: count }),
    dependencies: fc.constant([dependency]),
  };
  /** Mostly good: one or two things are wrong with it, or nothing is. */
  const evidence = fc.record(
    Object.fromEntries(
      Object.entries(good).map(([name, value]) => {
        const wrong = Object.hasOwn(bad, name) ? bad[name as keyof typeof bad] : undefined;
        const right = { weight: 12, arbitrary: fc.constant<unknown>(value) };
        return [name, wrong === undefined ? fc.constant(value) : fc.oneof(right, { weight: 1, arbitrary: wrong })];
      }),
    ),
  ) as fc.Arbitrary<Evidence>;
  const opinion: fc.Arbitrary<Opinion> = fc.record({
    verdict: fc.constantFrom('PASS', 'PASS', 'FAIL', 'NEEDS_HUMAN'),
    reason: fc.string(),
    issues: fc.array(
      fc.record({
        severity: fc.constantFrom('critical', 'major', 'minor'),
        file: fc.constant(null),
        line: fc.constant(null),
        message: fc.string(),
      }),
      { maxLength: 2 },
    ),
    triggers: fc.subarray(['security_concern', 'breaking_change', 'external_dependency_addition', 'x']),
  });
  const settled = fc
    .array(fc.tuple(fc.constantFrom('A', 'B', 'other'), fc.subarray(['no_tests', 'security_concern#1', 'opinion#1'])))
    .map((all) =>
      settledBy(
        all.map(([decision, about]) => answered(decision, about)),
        1,
      ),
    );

  test('has no evidence against it, and nothing open', () => {
    let passes = 0;
    fc.assert(
      fc.property(fc.option(evidence), fc.option(opinion), settled, (measured, said, decided) => {
        const { verdict, findings } = judge({
          evidence: measured,
          opinion: said,
          settled: decided,
          allowed: { allowed: [], letPass: new Set() },
          rejected: [],
          base,
          criteria,
          iteration: 1,
        });
        if (verdict === 'FAIL') expect(findings).not.toEqual([]);
        if (verdict !== 'PASS') return;
        passes += 1;
        if (measured === null || said === null) throw new Error('PASS of nothing');
        expect(said.verdict === 'PASS' || decided.accepted.has('opinion#1')).toBe(true);
        expect(said.issues.some(({ severity }) => severity === 'critical') && said.verdict === 'PASS').toBe(false);
        expect(decided.refused.size).toBe(0);
        const { command, ending, build, failed, passed, newly_red, gone, now_skipped, fewer, coverage } = measured;
        expect(build === null || build.exit_code === 0).toBe(true);
        expect([gone.names, now_skipped.names, fewer]).toEqual([[], [], null]);
        expect(coverage === null || coverage >= 80).toBe(true);
        expect(measured.dependencies).toEqual([]);
        const isTested = command !== null && passed + failed > 0;
        expect(isTested || decided.accepted.has('no_tests')).toBe(true);
        expect(measured.command_changed).toBe(null);
        if (command === null) return;
        expect(ending).toBe('exited');
        if (measured.total > 0) expect([newly_red.names, failed, measured.broke_off]).toEqual([[], 0, false]);
      }),
      { numRuns: 20_000 },
    );
    expect(passes, 'some of them pass').toBeGreaterThan(100);
  });
});

function one(code: string) {
  return expect.objectContaining({ code });
}

function answered(decision: string, about: readonly string[]): Consultation {
  const vcr: Vcr = { ...(consultation.vcr as Vcr), decision, additional_notes: 'as I say' };
  return { crp: consultation.crp, vcr, about: [...about], iteration: 1, by_precedent: false };
}
