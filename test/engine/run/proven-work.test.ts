import { describe, expect } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { approveRun, rejectRun } from '../../../src/engine/operations/runs/decide.ts';
import type { ProofFinding } from '../../../src/schema/proof-finding.ts';
import { conductAll, playRun, type PlayedRun, type RunScenario, startRunIn } from '../../support/conduct-run.ts';
import { expectOk } from '../../support/conduct-session.ts';
import { needs } from '../../support/needs.ts';
import { runProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(3);

const CALC = 'export const add = (a, b) => a + b;\nexport const sub = (a, b) => a - b;\n';
const MUL = 'export const mul = (a, b) => a * b;\n';

const FILES = {
  'package.json': '{"name":"calc","type":"module","scripts":{"test":"node --test"}}\n',
  'src/calc.js': CALC,
  'test/calc.test.js': testFile('calc', { adds: 'add(1, 2), 3', subtracts: 'sub(3, 1), 2' }),
};

function testFile(module: string, cases: Readonly<Record<string, string>>): string {
  const tests = Object.entries(cases).map(([title, equal]) => `test('${title}', () => assert.equal(calc.${equal}));\n`);
  return `import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport * as calc from '../src/${module}.js';\n${tests.join('')}`;
}

const MUL_TEST = { 'test/mul.test.js': testFile('calc', { multiplies: 'mul(3, 4), 12' }) };
const QUIET = { verifier: [{ say: 'The tests are there.' }] };

async function play(roles: RunScenario['roles'], scenario: Partial<RunScenario> = {}): Promise<PlayedRun> {
  return playRun(runProject({ files: FILES, config: { project: null } }), {
    approves: false,
    ...scenario,
    roles: { ...QUIET, ...roles },
  });
}

describe.concurrent('work that a run takes', () => {
  test('a feature with a test: nothing to allow, proven by its test', async () => {
    const played = await play({ builder: [{ edit: { 'src/calc.js': CALC + MUL } }], verifier: [{ edit: MUL_TEST }] });
    expect(codes(played)).toEqual([]);
    expect(toAllow(played)).toEqual([]);
    expect(summary(played)).toContain('1 new test: `test/mul.test.js > multiplies`');
    expect(summary(played)).toContain('1 test fails without this change and passes with it');
    expect(proof(played)).toMatchObject({ proven: { count: 1 }, findings: [] });
  });

  test('a changed behaviour: the old test is an item of the approval, quoted, and stays allowed', async () => {
    const briefing = "Let `add` return a string. The test 'adds' in test/calc.test.js has to change.\nNothing else.";
    const project = runProject({ files: FILES, config: { project: null } });
    const builder = [
      {
        edit: {
          'src/calc.js': CALC.replace('a + b', 'String(a + b)'),
          'test/calc.test.js': FILES['test/calc.test.js'].replace('add(1, 2), 3', "add(1, 2), '3'"),
        },
      },
    ];
    const { open } = expectOk(await startRunIn(project, { briefing, roles: { ...QUIET, builder } }));
    expectOk(await conductAll(open, { approves: false }));
    const { step } = open.state();
    if (step.at !== 'ready_for_merge') throw new Error(JSON.stringify(step));
    const { commit } = step.work;
    const text = project.read('mrp/summary.md');
    expect(text.indexOf('Tests check less than before')).toBeLessThan(
      text.indexOf('Findings that your approval allows'),
    );
    expect(text).toMatch(/1\. `test\/calc.test.js > adds` .*add\(1, 2\), 3.* → .*add\(1, 2\), '3'/);
    expect(text).toContain('has to change');
    expect(project.step('gate-1/prompt.md')).toContain('test/calc.test.js > adds');
    expect(await catchFailure(() => approveRun(open, { commit }))).toMatchObject({
      ok: false,
      error: { code: 'run.wants_allowing', params: { items: [expect.stringContaining('test/calc.test.js > adds')] } },
    });
    // The base moves: what was allowed is not raised again when it is merged.
    project.write({ 'src/other.js': 'export const other = 1;\n' });
    project.git('add', '.');
    project.git('commit', '--quiet', '--message', 'Theirs');
    await approveRun(open, { commit, allow: [1] });
    await open.conduct(new AbortController().signal);
    expect(open.state()).toMatchObject({
      step: { at: 'completed' },
      allowed: [{ code: 'superseded', key: 'test/calc.test.js > adds' }],
    });
    await open.close();
  });

  test('a removed feature with its tests, allowed at the start', async () => {
    const edit = {
      'src/calc.js': CALC.split('\n')[0] + '\n',
      'test/calc.test.js': testFile('calc', { adds: 'add(1, 2), 3' }),
    };
    const played = await play({ builder: [{ edit }] }, { briefing: 'Remove sub.', allowsSuperseded: true });
    expect(toAllow(played)).toEqual([]);
    expect(codes(played)).toContain('superseded');
    expect(summary(played)).toContain('at the start (--allow-superseded)');
    expect(codes(played)).not.toContain('lost_demand');
  });

  test('a refactoring, listed as proven by no new test', async () => {
    const edit = {
      'src/calc.js': 'export function add(a, b) {\n  return a + b;\n}\nexport const sub = (a, b) => a - b;\n',
    };
    const played = await play({ builder: [{ edit }] });
    expect([codes(played), toAllow(played)]).toEqual([['unproven'], []]);
    expect(summary(played)).toContain('no test fails without this change: src/calc.js');
  });

  test('documents that were asked for; where code was, somebody has to allow it', async () => {
    const builder = [{ edit: { 'readme.md': 'How to add.\n' } }];
    const asked = await play({ builder }, { briefing: 'Write a readme.' });
    expect(toAllow(asked)).toEqual([]);
    const other = await play({ builder }, { briefing: 'Add mul.' });
    expect(toAllow(other)).toEqual(['not_testable']);
  });

  test('work on a project without tests, of which nothing is proven', async () => {
    const project = runProject({ files: { 'main.sh': 'echo 1\n' }, config: { project: null } });
    const roles = { ...QUIET, builder: [{ edit: { 'main.sh': 'echo 2\n' } }] };
    const played = await playRun(project, { approves: false, roles });
    expect(toAllow(played)).toEqual([]);
    expect(summary(played)).toContain('the project has no tests: nothing was proven');
  });

  test('the first tests of a project, which are run', async () => {
    const project = runProject({
      files: { 'package.json': '{"name":"calc","type":"module"}\n', 'src/calc.js': CALC },
      config: { project: null },
    });
    const edit = { 'package.json': FILES['package.json'], 'src/calc.js': CALC + MUL, ...MUL_TEST };
    const played = await playRun(project, { approves: false, roles: { ...QUIET, builder: [{ edit }] } });
    expect(toAllow(played)).toEqual([]);
    expect(proof(played)).toMatchObject({ proven: { count: 1 } });
  });
});

describe.concurrent('what nobody lets pass unseen', () => {
  test('a weakened test stands first in the pack', async () => {
    const edit = {
      'src/calc.js': CALC.replace('a - b', 'b - a'),
      'test/calc.test.js': FILES['test/calc.test.js'].replace('equal(calc.sub(3, 1), 2)', "ok(calc.sub(3, 1) !== 'x')"),
    };
    const played = await play({ builder: [{ edit }] });
    expect(codes(played)).toEqual(expect.arrayContaining(['lost_demand', 'superseded']));
    expect(toAllow(played)).toEqual(['superseded test/calc.test.js > subtracts']);
    expect(summary(played)).toMatch(/Tests check less than before[^#]*subtracts/);
  });

  test('a runner that is told what to say has to be allowed', async () => {
    const manifest = FILES['package.json'].replace('node --test', 'node fake.js');
    const fake = "console.log('ok 1 - test/calc.test.js > adds\\nok 2 - test/calc.test.js > subtracts\\n1..2');\n";
    const edit = { 'package.json': manifest, 'fake.js': fake, 'src/calc.js': CALC.replace('a - b', 'b - a') };
    const played = await play({ builder: [{ edit }] });
    const found = played.run.step.at === 'ready_for_merge' ? toAllow(played) : codes(played);
    expect(found.join()).toMatch(/configuration package.json#scripts.test|lost_tests/);
  });

  test('a conftest.py that makes failures pass has to be allowed, and the old tests are heard', async (context) => {
    needs(context, 'pytest');
    const files = {
      'calc.py': 'def sub(a, b):\n    return a - b\n',
      'test_calc.py': 'from calc import sub\n\n\ndef test_sub():\n    assert sub(3, 1) == 2\n',
    };
    const liar =
      'import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    got = yield\n    got.get_result().outcome = "passed"\n';
    const project = runProject({ files, config: { project: { version: 1, test_command: 'python3 -m pytest' } } });
    const builder = [
      { edit: { 'calc.py': files['calc.py'].replace('a - b', 'b - a'), 'conftest.py': liar } },
      { fail: 'refused' as const },
    ];
    const played = await playRun(project, { approves: false, roles: { ...QUIET, builder } });
    expect(codes(played)).toEqual(expect.arrayContaining(['configuration']));
    expect(toAllow(played)).toEqual(
      expect.arrayContaining(['configuration conftest.py', 'superseded test_calc.py > test_sub']),
    );
  });

  test('tests of the Verifier that the Builder rewrites in the next round', async () => {
    const wrong = { 'src/calc.js': CALC + MUL.replace('*', '+') };
    const lenient = { 'test/mul.test.js': MUL_TEST['test/mul.test.js'].replace('12', '7') };
    const played = await play({
      builder: [{ edit: wrong }, { edit: lenient }],
      verifier: [{ edit: MUL_TEST }, { say: 'Fine.' }],
    });
    expect(toAllow(played)).toEqual(['superseded test/mul.test.js > multiplies']);
  });

  test('tests of the Builder that the Verifier rewrites in the same round', async () => {
    const wrong = { 'src/calc.js': CALC + MUL.replace('*', '+'), ...MUL_TEST };
    const lenient = { 'test/mul.test.js': MUL_TEST['test/mul.test.js'].replace('12', '7') };
    const played = await play({ builder: [{ edit: wrong }], verifier: [{ edit: lenient }] });
    expect(toAllow(played)).toEqual(['superseded test/mul.test.js > multiplies']);
    expect(summary(played)).toMatch(/Tests check less than before[^#]*multiplies/);
  });

  test('a Verifier that changes the product: once more with the list, then its step has failed', async () => {
    const edit = { ...MUL_TEST, 'src/calc.js': CALC };
    const builder = [{ edit: { 'src/calc.js': CALC + MUL } }];
    const again = await play({ builder, verifier: [{ edit }, { edit: MUL_TEST }] });
    expect(again.run.step.at).toBe('ready_for_merge');
    expect(again.project.step('verify-2/prompt.md')).toMatch(/leave these files alone[^]*src\/calc.js/);
    const failed = await play({ builder, verifier: [{ edit }, { edit }] });
    expect(failed.run).toMatchObject({ step: { at: 'failed', before: { at: 'verify' } } });
  });

  test('a test that was to be made to pass', async () => {
    const red = { ...FILES, 'test/red.test.js': testFile('calc', { 'adds strings': "add('1', 2), 3" }) };
    const project = runProject({ files: red, config: { project: null } });
    const builder = [{ edit: { 'src/calc.js': `${CALC}// done\n` } }, { fail: 'refused' as const }];
    const played = await playRun(project, { briefing: 'Make "adds strings" pass.', roles: { ...QUIET, builder } });
    expect(codes(played)).toContain('named_tests_fail');
    expect(played.run.step.at).toBe('failed');
  });
});

test('a pack that was rejected is not shown again unchanged', async () => {
  const project = runProject({ files: FILES, config: { project: null } });
  const builder = [
    { edit: { 'src/calc.js': CALC + MUL, ...MUL_TEST } },
    { say: 'It is right.' },
    { edit: { 'NOTES.md': 'Rounded.\n' } },
  ];
  const { open } = expectOk(await startRunIn(project, { roles: { ...QUIET, builder } }));
  expectOk(await conductAll(open, { approves: false }));
  await rejectRun(open, 'Not so.');
  expectOk(await conductAll(open, { approves: false }));
  expect(open.state().step.at).toBe('ready_for_merge');
  expect(project.step('build-2/prompt.md')).toMatch(/Why the person sent it back:\s+`+\s+Not so\./);
  expect(project.step('build-3/prompt.md')).toContain('exactly what you rejected');
  // What they said is not forgotten because something else was found meanwhile.
  for (const step of ['build-3', 'verify-2', 'gate-2'])
    expect(project.step(`${step}/prompt.md`)).toMatch(/work of round 1 to be merged\?[^]*Why: Not so\./);
  await open.close();
});

test('work that is left as it was rejected until the rounds are used up says so where its failure is explained', async () => {
  const project = runProject({ files: FILES, config: { project: null } });
  const right = { say: 'It is right.' };
  const builder = [{ edit: { 'src/calc.js': CALC + MUL, ...MUL_TEST } }, right, right];
  const { open } = expectOk(await startRunIn(project, { roles: { ...QUIET, builder } }));
  expectOk(await conductAll(open, { approves: false }));
  await rejectRun(open, 'Not so.');
  expectOk(await conductAll(open, { approves: false }));
  expect(open.state().step).toMatchObject({ at: 'failed', error: 'max_iterations' });
  await open.close();
  for (const name of ['mrp/summary.md', 'gatekeeper/review.md'])
    expect(project.read(name)).toMatch(/^> Not to be merged: round 1 was sent back: Not so\.\n/);
});

function proof({ project }: PlayedRun) {
  return JSON.parse(project.read('mrp/proof.json'));
}

function summary({ project }: PlayedRun): string {
  return project.read('mrp/summary.md');
}

/** What the proof of the last round found. */
function codes({ events }: PlayedRun): string[] {
  const last = events
    .flatMap(({ type, data }) => (type === 'tested' ? [data.evidence.proof?.findings ?? []] : []))
    .at(-1);
  return (last ?? []).map(({ code }: ProofFinding) => code);
}

function toAllow({ run }: PlayedRun): string[] {
  if (run.step.at !== 'ready_for_merge') throw new Error(JSON.stringify(run.step));
  return (run.step.to_allow ?? []).flatMap((one) =>
    'items' in one ? one.items.map(({ key }) => `${one.code} ${key}`) : [one.code],
  );
}
