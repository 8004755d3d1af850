import { describe, expect, it } from 'vitest';
import { en } from '../../src/i18n/en/index.ts';
import { ko } from '../../src/i18n/ko/index.ts';
import { formatProblem } from '../../src/i18n/format-problem.ts';
import {
  wantedGatekeeperAnswer,
  wantedRefinerAnswer,
  wantedVerifierAnswer,
  wantedWorkAnswer,
} from '../../src/schema/run/answers.ts';
import { strictSchema } from '../../src/agents/codex/strict-schema.ts';
import { fits, type JsonSchema } from './json-schema-check.ts';

const fill = { allowed: ['numeric_defaults', 'naming'], forbidden: ['external_deps', 'security'], delegated: false };
const refiner = wantedRefinerAnswer(fill);
const gatekeeper = wantedGatekeeperAnswer();
const work = wantedWorkAnswer();
const verifier = wantedVerifierAnswer();

const option = (id: string) => ({ id, label: 'l', description: 'd', risk: 'r' });
const crp = {
  type: 'clarification',
  question: 'Which limit?',
  context: 'The briefing says "a limit".',
  options: [option('A'), option('B')],
  recommendation: 'A',
};
const ready = { status: 'ready', refined: '# Goal', clarifications: [], auto_filled: [] };
const filled = (category: string) => ({ category, item: 'limit', value: 60, rationale: 'usual' });
const pass = { verdict: 'PASS', reason: 'good', issues: [], triggers: [] };

/** What is wrong with an answer, as `path kind-or-rule`. */
function wrong({ check }: Pick<typeof work | typeof refiner | typeof gatekeeper, 'check'>, answer: unknown): string[] {
  const checked = check(answer);
  if (checked.ok) return [];
  return checked.error.map(
    ({ path, expected }) => `${path} ${expected.kind === 'rule' ? expected.rule : expected.kind}`,
  );
}

describe('the Refiner’s answer', () => {
  it('is taken as it is', () => {
    const answer = {
      ...ready,
      auto_filled: [filled('naming')],
      clarifications: [{ topic: 't', interpretation: 'i', rationale: 'r' }],
    };
    expect(refiner.check(answer)).toEqual({ ok: true, value: answer });
    expect(wrong(refiner, { ...ready, status: 'needs_human', refined: '', crp })).toEqual([]);
  });

  it('is strict', () => {
    expect(wrong(refiner, { ...ready, extra: 1 })).toEqual(['extra unknown_field']);
    expect(wrong(refiner, { status: 'ready' })).toEqual([
      'refined missing',
      'clarifications missing',
      'auto_filled missing',
    ]);
    expect(wrong(refiner, { ...ready, status: 'done' })).toEqual(['status one_of']);
    for (const value of [null, 'ready', [], 7]) expect(wrong(refiner, value)).toEqual([' type']);
  });

  it('asks when it says so, and only then', () => {
    expect(wrong(refiner, { ...ready, status: 'needs_human' })).toEqual(['crp asking-needs-crp']);
    expect(wrong(refiner, { ...ready, crp })).toEqual(['status crp-needs-asking']);
  });

  it.each(['', ' \n\t'])('is not ready with %j for a brief', (refined) => {
    expect(wrong(refiner, { ...ready, refined })).toEqual(['refined ready-needs-text']);
  });

  it('fills only what it may', () => {
    expect(wrong(refiner, { ...ready, auto_filled: [filled('naming'), filled('colours')] })).toEqual([
      'auto_filled[1].category not-to-be-filled',
    ]);
    const delegated = wantedRefinerAnswer({ ...fill, delegated: true });
    expect(wrong(delegated, { ...ready, auto_filled: [filled('colours')] })).toEqual([]);
  });

  it.each(['security', 'External deps', 'EXTERNAL-DEPS', 'external_deps ', 'ｓｅｃｕｒｉｔｙ'])(
    'never fills what is forbidden, however it is spelt: %s',
    (category) => {
      for (const delegated of [false, true]) {
        const { check } = wantedRefinerAnswer({ ...fill, delegated, allowed: [...fill.allowed, 'security'] });
        expect(wrong({ check }, { ...ready, auto_filled: [filled(category)] })).toEqual([
          'auto_filled[0].category not-to-be-filled',
        ]);
      }
    },
  );
});

describe('a question in an answer', () => {
  const asked = (change: object) => wrong(work, { crp: { ...crp, ...change } });

  it('has the fields and rules of a consultation request', () => {
    expect(asked({})).toEqual([]);
    expect(asked({ recommendation: null })).toEqual([]);
    expect(asked({ recommendation: 'C' })).toEqual(['crp.recommendation not-an-option']);
    expect(asked({ options: [option('A'), option('A')] })).toEqual(['crp.options[1].id duplicate-id']);
    expect(asked({ options: [option('A')] })).toEqual(['crp.options length']);
    expect(asked({ type: 'gossip' })).toEqual(['crp.type one_of']);
    expect(asked({ crp_id: 'crp-001' })).toEqual(['crp.crp_id unknown_field']);
    expect(wrong(work, { crp: null })).toEqual(['crp type']);
  });

  it('is checked in every answer', () => {
    const bad = { ...crp, recommendation: 'C' };
    expect(wrong(verifier, { crp: bad })).toEqual(['crp.recommendation not-an-option']);
    expect(wrong(gatekeeper, { ...pass, verdict: 'NEEDS_HUMAN', crp: bad })).toEqual([
      'crp.recommendation not-an-option',
    ]);
    expect(wrong(refiner, { ...ready, status: 'needs_human', crp: bad })).toEqual(['crp.recommendation not-an-option']);
  });
});

describe('the other answers', () => {
  it('of Builder and Verifier may say nothing', () => {
    expect(wrong(work, {})).toEqual([]);
    expect(wrong(work, { log: 'why' })).toEqual([]);
    expect(wrong(verifier, { edge_cases_tested: ['empty'], adversarial_findings: [] })).toEqual([]);
    expect(wrong(work, { edge_cases_tested: [] })).toEqual(['edge_cases_tested unknown_field']);
  });

  it('of the Gatekeeper asks when it says so, and only then', () => {
    const issue = { severity: 'major', file: null, line: null, message: 'm' };
    expect(wrong(gatekeeper, { ...pass, issues: [issue], triggers: ['security_concern'] })).toEqual([]);
    expect(wrong(gatekeeper, { ...pass, verdict: 'NEEDS_HUMAN' })).toEqual([]);
    expect(wrong(gatekeeper, { ...pass, crp })).toEqual(['verdict crp-needs-asking']);
    expect(wrong(gatekeeper, { ...pass, issues: [{ ...issue, line: 0 }] })).toEqual(['issues[0].line range']);
    expect(wrong(gatekeeper, { ...pass, created_at: 'now' })).toEqual(['created_at unknown_field']);
  });
});

describe('the schema that agents are given', () => {
  it.each([
    ['refiner', refiner, { ...ready, auto_filled: [filled('naming')] }],
    ['builder', work, { log: 'x', crp }],
    ['verifier', verifier, { adversarial_findings: ['x'] }],
    ['gatekeeper', gatekeeper, { ...pass, verdict: 'NEEDS_HUMAN', crp }],
  ] as const)(
    'of the %s says what the check says, names no draft, and can be said strictly',
    (_, { jsonSchema }, answer) => {
      expect(jsonSchema).not.toHaveProperty('$schema');
      expect(fits(jsonSchema as JsonSchema, answer)).toBe(true);
      expect(fits(jsonSchema as JsonSchema, { ...answer, extra: 1 })).toBe(false);
      expect(strictSchema(jsonSchema)).toBeDefined();
    },
  );
});

it.each([
  [{ ...ready, status: 'needs_human' }, 'the question for the person, because you say needs_human'],
  [{ ...ready, crp }, 'needs_human, because there is a crp; or no crp'],
  [{ ...ready, refined: '' }, "the whole refined brief, because the status is 'ready'"],
  [
    { ...ready, auto_filled: [filled('security')] },
    "one of numeric_defaults, naming; 'security' may not be filled, so ask with a crp",
  ],
])('what is wrong is said so that an agent can put it right: %j', (answer, said) => {
  const checked = refiner.check(answer);
  const [problem] = checked.ok ? [] : checked.error;
  if (problem === undefined) throw new Error('nothing is wrong');
  expect(formatProblem(problem, en)).toContain(said);
  expect(formatProblem(problem, ko)).toMatch(/[가-힣]/);
});
