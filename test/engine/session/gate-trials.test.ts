import { expect, test } from 'vitest';
import type { RehearsalStep } from '../../../src/schema/rehearsal.ts';
import type { GateVerdict } from '../../../src/workflows/session/gates.ts';
import { startSessionIn } from '../../support/conduct-session.ts';
import {
  calculator,
  designs,
  implementsIt,
  judges,
  mul,
  oneSubtask,
  plans,
  type Roles,
  testFile,
  verifies,
  writesTests,
} from '../../support/session-script.ts';
import { sampled } from '../../support/tier.ts';

interface Trial {
  readonly what: string;
  readonly roles: Roles;
  /** Which gates stopped it, in turn: by which effect, who puts it right, what is said. */
  readonly stops: readonly Stop[];
}

interface Stop {
  readonly gate: keyof GateVerdict['notes'];
  readonly by: string;
  readonly backTo: GateVerdict['back_to'];
  readonly says: string;
  /** Whose prompt says so as well. */
  readonly told: string;
  /** What else that prompt has. */
  readonly shown?: string;
}

const wrong: RehearsalStep = { edit: { 'src/mul.js': 'export const mul = (a, b) => a + b;\n' } };
const noTests: RehearsalStep = {
  answer: { subtask_name: 'docs', test_cases: [], coverage_targets: [], test_file_path: '' },
};
const done = [verifies(), judges(mul)];
const aboutDocs = { file: 'docs/guide.md', quote: 'mul multiplies.', reason: 'only words' };
const judgesDocs = { answer: { judgements: [{ invariant: 'SCOPE-1', holds: true, ...aboutDocs }] } };
const strays = [verifies(), judges(mul, { broken: ['SCOPE-1'] })];

const trials: readonly Trial[] = [
  {
    what: 'tests that pass before anything is implemented',
    roles: {
      'qa-engineer': [writesTests(mul, "import test from 'node:test';\ntest('TC-1: works', () => {});\n")].concat(
        writesTests(mul),
        done,
      ),
    },
    stops: [
      {
        gate: 'GATE-1',
        by: 'T1-S1/red#1',
        backTo: 'write',
        says: 'TC-1 passes before anything is implemented',
        told: 'T1-S1/write#2',
      },
    ],
  },
  {
    what: 'a test result that says pass while the tests fail',
    roles: { 'qa-engineer': [writesTests(mul), verifies(), ...done], implementer: [wrong, implementsIt(mul)] },
    stops: [
      {
        gate: 'GATE-2',
        by: 'T1-S1/green#1',
        backTo: 'implement',
        says: 'the test result says pass, and the tests fail',
        told: 'T1-S1/implement#2',
      },
    ],
  },
  {
    what: 'tests that cannot be loaded, whatever is implemented',
    roles: {
      'qa-engineer': [writesTests(mul, `${testFile(mul)}import '../src/nothing.js';\n`), writesTests(mul), ...done],
    },
    stops: [
      {
        gate: 'GATE-1',
        by: 'T1-S1/red#1',
        backTo: 'write',
        says: 'the test file cannot be loaded, and no implementation would mend that',
        told: 'T1-S1/write#2',
      },
    ],
  },
  {
    what: 'an implementer that edits a test',
    roles: {
      implementer: [
        { edit: { 'src/mul.js': mul.code, 'test/mul.test.js': testFile(mul).replace('12', '13') } },
        { edit: { 'test/mul.test.js': testFile(mul) } },
      ],
    },
    stops: [
      {
        gate: 'GATE-3',
        by: 'T1-S1/scope#1',
        backTo: 'implement',
        says: 'test/mul.test.js may not be changed (test)',
        told: 'T1-S1/implement#2',
        shown: 'assert.equal(mul(3, 4), 12)',
      },
    ],
  },
  {
    what: 'an implementer that touches what is out of scope',
    roles: {
      planner: [
        plans(
          { T1: [mul], T2: [{ id: 'T2-S1', name: 'docs' }] },
          { objectives: { T2: 'Describe it in docs/guide.md' } },
        ),
      ],
      architect: [designs([mul]), designs([{ ...mul, id: 'T2-S1' }], { invariants: [] })],
      'qa-engineer': [writesTests(mul), ...done, noTests, verifies('complete', 2), judgesDocs],
      implementer: [
        { edit: { 'src/mul.js': mul.code, 'docs/guide.md': 'mul\n' } },
        { delete: ['docs/guide.md'] },
        { edit: { 'docs/guide.md': 'mul multiplies.\n' } },
      ],
    },
    stops: [
      {
        gate: 'GATE-3',
        by: 'T1-S1/scope#1',
        backTo: 'implement',
        says: 'docs/guide.md is out of scope (docs/guide.md)',
        told: 'T1-S1/implement#2',
      },
    ],
  },
  {
    what: 'an implementation that is outside the scope by what it does, twice',
    roles: { 'qa-engineer': [writesTests(mul), ...strays, ...strays, writesTests(mul), ...done] },
    stops: [
      {
        gate: 'GATE-3',
        by: 'T1-S1/judge#1',
        backTo: 'implement',
        says: 'SCOPE-1: it does more than that',
        told: 'T1-S1/implement#2',
      },
      {
        gate: 'GATE-3',
        by: 'T1-S1/judge#2',
        backTo: 'design',
        says: 'SCOPE-1: it does more than that',
        told: 'T1/design#2',
      },
    ],
  },
  {
    what: 'an import that a boundary forbids',
    roles: {
      architect: [designs([mul], { boundaries: [{ from: 'mul', to: 'add', allowed: false }] })],
      implementer: [
        { edit: { 'src/mul.js': "import { add } from './add.js';\nexport const mul = (a, b) => a * add(b, 0);\n" } },
        implementsIt(mul),
      ],
      'qa-engineer': [writesTests(mul), verifies(), writesTests(mul), ...done],
    },
    stops: [
      {
        gate: 'GATE-4',
        by: 'T1-S1/judge#1',
        backTo: 'design',
        says: 'src/mul.js:1 imports ./add.js: mul may not depend on add',
        told: 'T1/design#2',
      },
    ],
  },
];

test.each(sampled(trials, 4))(
  '$what: stopped at its gate, and sent to whoever can put it right',
  async ({ roles, stops }) => {
    const session = await startSessionIn(calculator(), { roles: oneSubtask(roles) });
    await session.conduct();
    const failed = session.gates().filter(({ back_to }) => back_to !== null);
    const failing = (notes: GateVerdict['notes']) =>
      Object.entries(notes).flatMap(([gate, { state }]) => (state === 'failed' ? [gate] : []));
    expect(failed.map(({ effect, back_to, notes }) => [effect, back_to, failing(notes)])).toEqual(
      stops.map(({ by, backTo, gate }) => [by, backTo, [gate]]),
    );
    for (const [nth, { gate, says, told, shown = says }] of stops.entries()) {
      expect(failed[nth]?.notes[gate]).toMatchObject({ state: 'failed' });
      expect(failed[nth]?.notes[gate]?.lines.join('\n')).toContain(says);
      expect(session.prompt(told)).toContain(says);
      expect(session.prompt(told)).toContain(shown);
    }
    expect(session.state()).toMatchObject({ status: 'completed', failure: null });
    await session.close();
  },
);

test('retries used up: the subtask has failed and the session stops; resumed, it is tried anew', async () => {
  const roles = { 'qa-engineer': [writesTests(mul), ...Array<RehearsalStep>(5).fill(verifies()), judges(mul)] };
  const implementer = [wrong, wrong, wrong, wrong, implementsIt(mul)];
  const session = await startSessionIn(calculator(), { roles: oneSubtask({ ...roles, implementer }) });
  await session.conduct();
  expect(session.state()).toMatchObject({
    status: 'stopped',
    failure: { code: 'implementation_retries' },
    tasks: {
      T1: { status: 'in_progress', subtasks: { 'T1-S1': { status: 'failed', gates: { 'GATE-2': 'failed' } } } },
    },
  });
  expect(session.effects().filter((effect) => effect.includes('implement#'))).toHaveLength(4);
  await session.conduct();
  expect(session.effects().filter((effect) => effect.includes('implement#'))).toHaveLength(4);

  await session.record({ type: 'resume_requested', data: {} });
  expect(session.state().tasks['T1']?.subtasks['T1-S1']).toMatchObject({
    implementation_retries: 0,
    design_retries: 0,
  });
  await session.conduct();
  expect(session.effects().filter((effect) => /implement|write/.test(effect))).toEqual([
    'T1-S1/write#1',
    ...[1, 2, 3, 4, 5].map((nth) => `T1-S1/implement#${nth}`),
  ]);
  expect(session.prompt('T1-S1/implement#5')).toContain('the test result says pass, and the tests fail');
  expect(session.state()).toMatchObject({ status: 'completed', failure: null });
  await session.close();
});
