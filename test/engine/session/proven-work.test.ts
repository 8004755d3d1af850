import { describe, expect } from 'vitest';
import { answerSession, openQuestion } from '../../../src/engine/operations/sessions/questions.ts';
import type { RehearsalStep } from '../../../src/schema/rehearsal.ts';
import { type PlayedSession, startSessionIn } from '../../support/conduct-session.ts';
import {
  calculator,
  designs,
  implementsIt,
  judges,
  mul,
  oneSubtask,
  type Part,
  plans,
  type Roles,
  testFile,
  verifies,
  writesTests,
} from '../../support/session-script.ts';
import { needs } from '../../support/needs.ts';
import { oneIn } from '../../support/one-in.ts';
import { runProject } from '../../support/run-project.ts';

const test = oneIn(3);

/** The calculator's addition, which rounds from now on. */
const add: Part = {
  id: 'T1-S1',
  name: 'add',
  call: 'add(1.2, 2)',
  result: 3,
  code: 'export const add = (a, b) => Math.round(a + b);\n',
};
const ADDS = testFile({ name: 'add', call: 'add(1.2, 2)', result: 3.2 }, 'adds');
const exact = { 'src/add.js': 'export const add = (a, b) => a + b;\n', 'test/add.test.js': ADDS };
const changesAdd = { file_refs: [{ entity: 'add', path: 'src/add.js', status: 'to_modify' }] };

/** One subtask about a function that is there. */
function aboutAdd(qa: readonly RehearsalStep[], implementer: readonly RehearsalStep[], given: Roles = {}): Roles {
  return {
    ...oneSubtask(),
    planner: [plans({ T1: [add] })],
    architect: [designs([add], changesAdd)],
    'qa-engineer': [...qa],
    implementer: [...implementer],
    ...given,
  };
}

/** What QA answers about `test/add.test.js`, beside the contract. */
function writesAdd(text: string | null, beside: object, cases: readonly (readonly [string, string])[]): RehearsalStep {
  const base = writesTests(add, text ?? '');
  const answer = base.answer as object;
  const test_cases = cases.map(([id, name]) => ({
    id,
    name,
    target: 'add',
    given: 'numbers',
    when: 'add',
    // oxlint-disable-next-line unicorn/no-thenable -- a field of the document
    then: 'a sum',
    category: 'happy_path',
  }));
  return {
    ...(text === null ? {} : { edit: { 'test/add.test.js': text } }),
    answer: { ...answer, test_cases, ...beside },
  };
}

const ROUNDS = testFile({ name: 'add', call: 'add(1.2, 2)', result: 3 }, 'TC-1: adds, rounded');
const superseded = [{ file: 'test/add.test.js', test: 'adds', reason: 'The sum is to be rounded.' }];
const writesRounding = writesAdd(ROUNDS, { superseded }, [['TC-1', 'adds, rounded']]);

async function allow(session: PlayedSession, id = 'T1-S1'): Promise<void> {
  const decision = { allow: 'all' as const, refuse: false, reason: 'as I asked' };
  expect(await answerSession(session.open, id, decision)).toMatchObject({ open: 0 });
}

function asked(session: PlayedSession): string[] {
  return (openQuestion(session.state())?.items ?? []).map(({ code, key }) => `${code} ${key}`);
}

const FAILED = (session: PlayedSession) =>
  session.gates().flatMap(({ effect, back_to, notes }) => {
    const failing = Object.entries(notes).filter(([, note]) => note.state === 'failed');
    return failing.map(([gate, { lines }]) => `${effect} ${gate} → ${back_to ?? ''}: ${lines.join(' | ')}`);
  });

describe('from request to merge', () => {
  test('a change of tested behaviour: asked about before anything is implemented, and never again', async () => {
    const project = calculator(exact);
    const roles = aboutAdd([writesRounding, verifies(), judges(add)], [implementsIt(add)]);
    const request = "Round the sums. The test 'adds' has to change. Nothing else.";
    const session = await startSessionIn(project, { roles, request });
    await session.conduct();
    expect(session.effects()).not.toContain('T1-S1/implement#1');
    expect(openQuestion(session.state())?.quotes).toEqual(["The test 'adds' has to change."]);
    expect(asked(session)).toEqual(['superseded test/add.test.js > adds']);
    const [item] = openQuestion(session.state())?.items ?? [];
    expect(item?.also).toEqual(['lost_demand']);
    expect([item?.was, item?.now]).toEqual([expect.stringContaining('3.2'), null]);
    await allow(session);
    // The person goes on meanwhile: the merge is proven against what they have now.
    project.write({ 'NOTES.md': 'Rounding.\n' });
    project.git('add', 'NOTES.md');
    project.git('commit', '--quiet', '-m', 'Take notes');
    await session.conduct();
    expect(FAILED(session)).toEqual([]);
    await session.deliver();
    expect(session.state()).toMatchObject({ status: 'completed', delivery: { at: 'done' } });
    const message = project.git('log', '-1', '--format=%B', 'main');
    expect(message).toContain('Orchestral-Proven: 1');
    expect(message).toMatch(/Orchestral-Superseded: 1: test\/add\.test\.js > adds/);
    expect(message).toMatch(/Orchestral-Allowed-Items: 1 by \w+: superseded/);
    await session.close();
  });

  test('a change of tested behaviour that was allowed at the start: nobody is asked', async () => {
    const project = calculator(exact);
    const roles = aboutAdd([writesRounding, verifies(), judges(add)], [implementsIt(add)]);
    const session = await startSessionIn(project, { roles, allowsSuperseded: true });
    await session.conduct();
    expect(session.state()).toMatchObject({ status: 'completed', failure: null });
    expect(session.state().allowed).toEqual([
      expect.objectContaining({ code: 'superseded', key: 'test/add.test.js > adds', by: '--allow-superseded' }),
      expect.objectContaining({ code: 'lost_demand', key: 'test/add.test.js > adds', by: '--allow-superseded' }),
    ]);
    await session.close();
  });

  test('a feature that goes with its tests', async () => {
    const project = calculator({
      'src/neg.js': 'export const neg = (a) => -a;\n',
      'test/neg.test.js': testFile({ name: 'neg', call: 'neg(1)', result: -1 }, 'negates'),
    });
    const gone = { file_refs: [{ entity: 'neg', path: 'src/neg.js', status: 'to_modify' }] };
    const removesTests: RehearsalStep = {
      delete: ['test/neg.test.js'],
      answer: {
        subtask_name: 'neg',
        test_cases: [],
        coverage_targets: [],
        test_file_path: '',
        superseded: [{ file: 'test/neg.test.js', test: 'negates', reason: 'neg is to go.' }],
      },
    };
    const neg = { ...mul, name: 'neg' };
    const quote = { file: 'src/add.js', quote: 'export const add', reason: 'nothing else' };
    const holds = ['INV-1', 'SCOPE-1'].map((invariant) => ({ invariant, holds: true, ...quote }));
    const session = await startSessionIn(project, {
      roles: {
        ...oneSubtask(),
        planner: [plans({ T1: [neg] })],
        architect: [designs([neg], gone)],
        'qa-engineer': [removesTests, verifies(), { answer: { judgements: holds } }],
        implementer: [{ delete: ['src/neg.js'] }],
      },
    });
    await session.conduct();
    expect(asked(session)[0]).toBe('superseded test/neg.test.js > negates');
    await allow(session);
    await session.conduct();
    expect(FAILED(session)).toEqual([]);
    await session.deliver();
    expect(session.state()).toMatchObject({ delivery: { at: 'done' } });
    expect(project.git('ls-tree', '-r', '--name-only', 'main')).not.toContain('neg');
    await session.close();
  });

  test('a refactoring, shown by existing tests that pass before and after', async () => {
    const code = 'const sum = (...all) => all.reduce((a, b) => a + b);\nexport const add = (a, b) => sum(a, b);\n';
    const keeps = writesAdd(null, { characterisation: ['TC-1'] }, [['TC-1', 'adds']]);
    const roles = aboutAdd(
      [keeps, verifies(), judges({ ...add, code: code.split('\n')[1] ?? '' })],
      [implementsIt({ ...add, code })],
    );
    const session = await startSessionIn(calculator(exact), { roles });
    await session.conduct();
    expect(FAILED(session)).toEqual([]);
    expect(session.state()).toMatchObject({ status: 'completed', failure: null });
    expect(session.state().tasks['T1']?.subtasks['T1-S1']?.notes['GATE-1']?.strength).toContain('characterisation');
    await session.deliver();
    expect(session.state()).toMatchObject({ delivery: { at: 'done' } });
    await session.close();
  });
});

describe('stopped', () => {
  test('QA that rewrites the product, and the test script: told once with the list, then the subtask fails', async () => {
    const strays: RehearsalStep = {
      ...writesTests(mul),
      edit: {
        'test/mul.test.js': testFile(mul),
        'src/add.js': 'export const add = () => 3;\n',
        'package.json': JSON.stringify({ name: 'calc', type: 'module', scripts: { test: 'true' } }),
      },
    };
    const session = await startSessionIn(calculator(), { roles: oneSubtask({ 'qa-engineer': [strays] }) });
    await session.conduct();
    expect(session.prompt('T1-S1/write#2')).toContain('src/add.js (product)');
    expect(session.prompt('T1-S1/write#2')).toContain('package.json (test_script: scripts.test)');
    expect(session.state()).toMatchObject({ status: 'stopped', failure: { code: 'qa_strayed' } });
    expect(session.effects()).not.toContain('T1-S1/red#1');
    await session.close();
  });

  test('QA that weakens an existing test: a person is asked, and what they refuse goes back', async () => {
    const weak = testFile({ name: 'add', call: 'add(1.2, 2)', result: 3.2 }, 'adds').replace(
      'assert.equal(add(1.2, 2), 3.2)',
      'assert.ok(add(1.2, 2))',
    );
    const base = writesTests(mul);
    const weakens = { ...base, edit: { ...base.edit, 'test/add.test.js': weak } };
    const roles = oneSubtask({ 'qa-engineer': [weakens, base, verifies(), judges(mul)] });
    const session = await startSessionIn(calculator(exact), { roles });
    await session.conduct();
    expect(asked(session)).toEqual(['lost_demand test/add.test.js > adds']);
    expect(session.effects()).not.toContain('T1-S1/implement#1');
    await answerSession(session.open, 'T1-S1', { allow: [], refuse: true, reason: 'Leave that test alone.' });
    await session.conduct();
    expect(session.prompt('T1-S1/write#2')).toContain('Leave that test alone.');
    expect(session.state()).toMatchObject({ status: 'completed', failure: null });
    await session.close();
  });

  test('a test result with numbers that nobody measured: QA verifies again', async () => {
    const lies = structuredClone(verifies('complete', 999));
    Object.assign((lies.answer as { execution: object }).execution, {
      command: 'echo ok',
      timestamp: '2024-01-15T11:00:00Z',
    });
    const roles = oneSubtask({ 'qa-engineer': [writesTests(mul), lies, verifies(), judges(mul)] });
    const session = await startSessionIn(calculator(), { roles });
    await session.conduct();
    const [failed = ''] = FAILED(session);
    expect(failed).toMatch(/^T1-S1\/green#1 GATE-2 → verify: /);
    for (const said of ['echo ok', '999', '2024-01-15']) expect(failed).toContain(said);
    expect(session.prompt('T1-S1/verify#2')).toContain('report what you saw');
    expect(session.state()).toMatchObject({ status: 'completed', failure: null });
    await session.close();
  });

  test('tests that assert nothing, and code without any: back to QA', async () => {
    const nothing = writesTests(
      mul,
      "import test from 'node:test';\nimport { mul } from '../src/mul.js';\ntest('TC-1: works', () => { mul(3, 4); });\n",
    );
    const none: RehearsalStep = {
      answer: { subtask_name: 'mul', test_cases: [], coverage_targets: [], test_file_path: '' },
    };
    const roles = oneSubtask({ 'qa-engineer': [nothing, none, writesTests(mul), verifies(), judges(mul)] });
    const session = await startSessionIn(calculator(), { roles });
    await session.conduct();
    expect(FAILED(session)).toEqual([
      expect.stringMatching(/^T1-S1\/red#1 GATE-1 → write: TC-1 passes before/),
      expect.stringMatching(/^T1-S1\/scope#1 GATE-1 → write: src\/mul\.js is code/),
    ]);
    expect(session.state()).toMatchObject({ status: 'completed', failure: null });
    await session.close();
  });

  test('code without tests, in a language whose tests nobody asked for: back to QA', async () => {
    const none: RehearsalStep = {
      answer: { subtask_name: 'mul', test_cases: [], coverage_targets: [], test_file_path: '' },
    };
    const roles = oneSubtask({
      architect: [designs([mul], { file_refs: [{ entity: 'mul', path: 'src/mul.php', status: 'to_create' }] })],
      'qa-engineer': [none, { fail: 'refused' }],
      implementer: [{ edit: { 'src/mul.php': '<?php function mul($a, $b) { return 0; }\n' } }],
    });
    const session = await startSessionIn(calculator(), { roles });
    await session.conduct();
    expect(FAILED(session)).toEqual([expect.stringMatching(/^T1-S1\/scope#1 GATE-1 → write: src\/mul\.php is code/)]);
    expect(session.state().status).not.toBe('completed');
    await session.close();
  });

  test('a test that only knows whether it ran before proves nothing, wherever it leaves its mark', async () => {
    const marks = `[os.homedir(), os.tmpdir(), path.join(os.homedir(), '.cache'), '/tmp', 'ignored', 'node_modules/.cache']`;
    const sly = `import assert from 'node:assert';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { mul } from '../src/mul.js';
const marks = ${marks}.map((folder) => path.join(folder, 'ran-${process.pid}-before'));
test('TC-1: works', () => {
  mul(3, 4);
  const ranBefore = marks.some((mark) => fs.existsSync(mark));
  for (const mark of marks) {
    fs.mkdirSync(path.dirname(mark), { recursive: true });
    fs.writeFileSync(mark, '');
  }
  assert.ok(ranBefore);
});
`;
    const stub = { edit: { 'src/mul.js': 'export const mul = () => 0;\n' } };
    const roles = oneSubtask({
      'qa-engineer': [writesTests(mul, sly), verifies()],
      implementer: [stub, { fail: 'refused' }],
    });
    const session = await startSessionIn(calculator(), { roles });
    await session.conduct();
    expect(FAILED(session)).toEqual([expect.stringMatching(/^T1-S1\/green#1 GATE-2 → implement: /)]);
    expect(session.state().status).not.toBe('completed');
    await session.close();
  });

  test('QA that adds a conftest.py with which everything passes: back to QA', async (context) => {
    needs(context, 'pytest');
    const project = runProject({
      files: {
        'calc.py': 'def add(a, b):\n    return a + b\n',
        'test_calc.py': 'from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n',
      },
      config: { project: { version: 1, test_command: 'python3 -m pytest' } },
    });
    const liar =
      'import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    got = yield\n    if got.get_result().nodeid.startswith("test_calc"):\n        got.get_result().outcome = "passed"\n';
    const own = 'from calc import mul\n\n\ndef test_tc_1_works():\n    assert mul(3, 4) == 12\n';
    const answer = { ...(writesTests(mul).answer as object), test_file_path: 'test_mul.py' };
    const lies: RehearsalStep = { edit: { 'conftest.py': liar, 'test_mul.py': own }, answer };
    const roles = oneSubtask({
      architect: [designs([mul], { file_refs: [{ entity: 'mul', path: 'calc.py', status: 'to_modify' }] })],
      'qa-engineer': [lies, { fail: 'refused' }],
    });
    const session = await startSessionIn(project, { roles });
    await session.conduct();
    expect(session.prompt('T1-S1/write#2')).toContain('conftest.py');
    expect(session.effects()).not.toContain('T1-S1/implement#1');
    await session.close();
  });

  test('an old test that the product contradicts and nobody named: back to QA once, then a person is asked', async () => {
    const forgets = writesAdd(ROUNDS, {}, [['TC-1', 'adds, rounded']]);
    const roles = aboutAdd([forgets, verifies(), forgets, verifies(), judges(add)], [implementsIt(add)]);
    const session = await startSessionIn(calculator(exact), { roles });
    await session.conduct();
    // The lost demand is seen at once; that the test is superseded only when there is something to run it against.
    expect(asked(session)).toEqual(['lost_demand test/add.test.js > adds']);
    await allow(session);
    await session.conduct();
    expect(FAILED(session)).toEqual([
      expect.stringMatching(/^T1-S1\/green#1 GATE-2 → write: contradicts a test that passed before/),
    ]);
    expect(session.prompt('T1-S1/write#2')).toContain('to be named in `superseded`');
    expect(asked(session)).toEqual(['superseded test/add.test.js > adds']);
    await allow(session);
    await session.conduct();
    expect(session.state()).toMatchObject({ status: 'completed', failure: null });
    await session.close();
  });
});
