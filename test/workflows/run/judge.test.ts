import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChangeProof } from '../../../src/schema/change-proof.ts';
import type { ProofFinding } from '../../../src/schema/proof-finding.ts';
import type { Vcr } from '../../../src/schema/run/consultation.ts';
import { type Consultation, settledBy } from '../../../src/workflows/run/consultation.ts';
import type { Evidence } from '../../../src/workflows/run/evidence.ts';
import type { Criteria } from '../../../src/workflows/run/criteria.ts';
import { type Case, judge, type Opinion } from '../../../src/workflows/run/judge.ts';
import { consultation, evidence as passing } from '../../support/run-facts.ts';

const criteria: Criteria = {
  testsPassing: true,
  noCriticalIssues: true,
  minCoverage: 80,
  maxFileLines: 500,
  triggers: ['security_concern', 'breaking_change', 'external_dependency_addition'],
};
const pass: Opinion = { verdict: 'PASS', reason: 'Fine.', issues: [], triggers: [] };
const side = { commit: 'c', tree: 't' };
const proved: ChangeProof = {
  baseline: side,
  candidate: side,
  runs: [],
  findings: [],
  proven: { tests: [], count: 0 },
};
const good: Evidence = { ...passing, coverage: 85, proof: proved };
const nobody = settledBy([], 1);
const some = { names: ['x'], more: 0 };
const dependency = { manifest: 'package.json', name: 'left-pad' };

test('a dependency that the manifests tell of is a trigger of the verdict, whatever the Gatekeeper names', () => {
  const found = judged({ evidence: { dependencies: [dependency] }, opinion: { triggers: ['style'] } });
  expect(found.triggers).toEqual(['style', 'external_dependency_addition']);
});

function judged({ evidence = {}, opinion = {}, ...rest }: Changed = {}) {
  return judge({
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

function found(...findings: ProofFinding[]): Changed {
  return { evidence: { proof: { ...proved, findings } } };
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
    ['proof', found({ code: 'new_failures', tests: [{ id: 'adds', reason: '' }] })],
    ['proof', found({ code: 'tests_did_not_run', ending: 'timed_out', tail: '' })],
    ['proof', found({ code: 'build_failed', command: 'make', ending: 'exit 2', tail: '' })],
    ['proof', found({ code: 'lost_tests', tests: ['adds'] })],
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
    ['trigger', { evidence: { dependencies: [dependency] } }],
    ['trigger', { opinion: { triggers: ['security_concern'] } }],
  ])('asks a person about %s', (code, changed) => {
    expect(judged(changed)).toMatchObject({ verdict: 'NEEDS_HUMAN', findings: [one(code)] });
  });

  test.each<[string, Changed]>([
    ['a test that was red on the base', found({ code: 'failed_before', tests: ['adds'] })],
    ['a project without tests', { ...found({ code: 'no_test_command' }), criteria: { ...criteria, minCoverage: 0 } }],
    ['what is not measured', { evidence: { coverage: null, coverage_of: null } }],
    [
      'tests that the project does not want green',
      {
        ...found({ code: 'new_failures', tests: [{ id: 'adds', reason: '' }] }),
        criteria: { ...criteria, testsPassing: false },
      },
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
    const key = 'external_dependency_addition:left-pad (package.json)';
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
    expect(judged({ settled, ...found({ code: 'lost_tests', tests: ['adds'] }) }).verdict).toBe('FAIL');
    expect(judged({ settled, evidence: { coverage: 10 } }).verdict).toBe('FAIL');
  });

  test('is never PASS without anybody’s opinion', () => {
    expect(judged({ opinion: null }).verdict).toBe('NEEDS_HUMAN');
  });
});

describe('a PASS, whatever the evidence and the opinion', () => {
  const refused: ProofFinding[] = [
    { code: 'new_failures', tests: [{ id: 'adds', reason: '' }] },
    { code: 'tests_did_not_run', ending: 'SIGKILL', tail: '' },
    { code: 'lost_tests', tests: ['adds'] },
  ];
  const noted: ProofFinding[] = [
    { code: 'failed_before', tests: ['adds'] },
    { code: 'unproven', files: ['a.js'] },
  ];
  const bad = {
    proof: fc.subarray([...refused, ...noted]).map((findings) => ({ ...proved, findings })),
    coverage: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
    coverage_of: fc.constantFrom(null, 'total'),
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
        const codes = new Set(measured.proof?.findings.map(({ code }) => code));
        expect(refused.filter(({ code }) => codes.has(code))).toEqual([]);
        expect(measured.coverage === null || measured.coverage >= 80).toBe(true);
        expect(measured.dependencies).toEqual([]);
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
