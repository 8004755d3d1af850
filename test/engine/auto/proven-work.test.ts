import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { answerHeldTask, heldQuestions } from '../../../src/engine/operations/auto/questions.ts';
import { verifyCommit } from '../../../src/engine/operations/proof/verify.ts';
import type { RehearsalStep } from '../../../src/schema/rehearsal.ts';
import type { AutoEvent } from '../../../src/workflows/auto/events.ts';
import { autoProjectWith, filesOn, scriptFor } from '../../support/auto-project.ts';
import { autoContext, type PlayedAuto, startAutoIn } from '../../support/conduct-auto.ts';
import { needs } from '../../support/needs.ts';
import { isFull } from '../../support/tier.ts';
import { type RunProject, SHELL_TESTS } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(3);

const node = (...tests: readonly string[]): string =>
  [
    "import assert from 'node:assert/strict';",
    "import test from 'node:test';",
    "import * as calc from '../src/calc.js';",
    ...tests,
    '',
  ].join('\n');
const adds = "test('adds', () => assert.equal(calc.add(1, 2), 3));";
const CALC = 'export const add = (a, b) => a + b;\n';
const SUB = 'export const sub = (a, b) => a - b;\n';
const FILES = { 'package.json': '{ "type": "module" }\n', 'src/calc.js': CALC, 'test/calc.test.js': node(adds) };
const NODE = { config: { project: { version: 1, test_command: 'node --test' } } };

interface Played {
  readonly project: RunProject;
  readonly played: PlayedAuto;
}

interface Scene {
  readonly plan: string;
  readonly tasks: Readonly<Record<string, RehearsalStep[]>>;
  readonly roles?: Readonly<Record<string, RehearsalStep[]>>;
  readonly project?: RunProject;
  readonly retryLimit?: number;
  readonly parallel?: number;
  /** What the person commits while the first task is worked on, or once this has happened. */
  readonly theirs?: Readonly<Record<string, string>>;
  readonly after?: AutoEvent['type'];
}

async function play({
  plan,
  tasks,
  roles = {},
  theirs,
  after = 'worked',
  retryLimit = 1,
  parallel,
  ...given
}: Scene): Promise<Played> {
  const project = given.project ?? autoProjectWith(plan, { ...NODE, files: FILES });
  const played = await startAutoIn(project, { script: scriptFor([], tasks, roles), retryLimit, parallel });
  if (theirs !== undefined) {
    const unwatch = played.open.store.watch(({ event }) => {
      if (event.type !== after) return;
      unwatch();
      project.write(theirs);
      project.git('add', '.');
      project.git('commit', '--quiet', '--message', 'Theirs');
    });
  }
  await played.conduct();
  return { project, played };
}

const types = ({ events }: PlayedAuto): string[] => events.map(({ type }) => type);
const allowAll = (quote: string): RehearsalStep => ({
  answer: {
    answers: [1, 2, 3, 4].map((finding) => ({ finding, allow: true, quote, reason: 'Fine.' })),
    acceptance: [],
  },
});

describe.concurrent('a repair', () => {
  const renamed = [
    {
      edit: {
        'src/calc.js': 'export const plus = (a, b) => a + b;\n',
        'test/calc.test.js': node("test('adds', () => assert.equal(calc.plus(1, 2), 3));"),
      },
    },
  ];
  const plan = '# Calc\n\n- [ ] T1.1: Rename add to plus\n';
  const theirs = { 'test/theirs.test.js': node("test('theirs', () => assert.equal(calc.add(2, 2), 4));") };
  const release = allowAll('Rename add to plus');
  const emptied = { edit: { 'src/calc.js': 'export {};\n' }, delete: ['test/theirs.test.js', 'test/calc.test.js'] };

  test('that deletes tests is not taken, whatever a reviewer says, but waits for the person whose tests they are', async () => {
    const roles = { 'task-executor': [emptied], reviewer: [release] };
    const { project, played } = await play({ plan, theirs, tasks: { 'T1.1': renamed }, roles });
    expect(types(played)).toContain('phase_red');
    expect(types(played)).not.toContain('repaired');
    expect(filesOn(project)).toEqual(expect.arrayContaining(['test/theirs.test.js', 'test/calc.test.js']));
    const [question] = await heldQuestions(played.open.context);
    expect(question).toMatchObject({
      id: 'phase-1',
      items: [{ code: 'superseded', key: 'test/theirs.test.js > theirs' }],
    });
    await answerHeldTask(played.open, 'phase-1', { allow: 'all', refuse: false, reason: 'Theirs is old.' });
    await played.conduct();
    expect(filesOn(project)).not.toContain('test/theirs.test.js');
    expect(project.git('log', '-1', '--format=%(trailers:key=Orchestral-Allowed)', 'main')).toMatch(/: 3 /);
    await played.close();
  });

  test('that keeps what both sides demand is taken, and its phase says how it was proved', async () => {
    const both = 'export const plus = (a, b) => a + b;\nexport const add = plus;\n';
    const roles = { 'task-executor': [{ edit: { 'src/calc.js': both } }], reviewer: [release] };
    const { project, played } = await play({ plan, theirs, tasks: { 'T1.1': renamed }, roles });
    expect(types(played)).toEqual(expect.arrayContaining(['phase_red', 'repaired', 'phase_merged', 'delivered']));
    expect(project.git('log', '-1', '--format=%s', 'main')).toMatch(/^Merge phase 1/);
    const context = autoContext(project);
    const signal = new AbortController().signal;
    expect(await verifyCommit(context, { named: 'main', signal })).toMatchObject({ answer: 'same', allowed: 1 });
    await played.close();
  });
});

test('a test that the person adds before the delivery, and that would no longer run, keeps the work from their branch', async () => {
  const title = 'Let test/run.sh try base.check alone';
  const plan = `# Shop\n\n- [ ] T1.1: ${title}\n`;
  const project = autoProjectWith(plan);
  const alone = SHELL_TESTS['test/run.sh'].replace('test/*.check', 'test/base.check');
  const { played } = await play({
    plan,
    project,
    tasks: { 'T1.1': [{ edit: { 'test/run.sh': alone } }] },
    roles: { reviewer: [allowAll(title)] },
    theirs: { 'test/theirs.check': 'true\n' },
    after: 'phase_merged',
  });
  expect(played.graph().left_alone).toEqual({ why: 'red', detail: [expect.stringContaining('test/theirs.check')] });
  expect(project.git('log', '-1', '--format=%s', 'main')).toBe('Theirs');
  await played.close();
});

test('a task that names a file of tests may neither delete nor skip what is in it, unless somebody allows that', async () => {
  const skips = "test.skip('adds', () => assert.equal(calc.add(1, 2), 3));";
  const subTest = node("test('subtracts', () => assert.equal(calc.sub(3, 1), 2));");
  const files = { ...FILES, 'src/calc.js': CALC + SUB, 'test/sub.test.js': subTest };
  const plan = `# Calc

- [ ] T1.1: Speed up test/calc.test.js
  - files: src/calc.js, test/calc.test.js
  - acceptance: \`node --test test/calc.test.js\` passes
- [ ] T1.2: Speed up test/sub.test.js
  - files: src/calc.js, test/sub.test.js
`;
  const tasks = {
    'T1.1': [{ edit: { 'src/calc.js': CALC.replace('+', '*') + SUB, 'test/calc.test.js': node(skips) } }],
    'T1.2': [{ edit: { 'src/calc.js': CALC + SUB.replace('a - b', 'b - a') }, delete: ['test/sub.test.js'] }],
  };
  const project = autoProjectWith(plan, { ...NODE, files });
  const { played } = await play({ plan, project, tasks });
  const held = Object.values(played.graph().tasks).map(({ status, next, findings = [] }) => [
    status,
    next,
    findings.some(({ code }) => code === 'superseded'),
  ]);
  expect(held).toEqual([
    ['in_progress', 'hold', true],
    ['in_progress', 'hold', true],
  ]);
  expect(project.git('log', '--format=%s', 'main')).toBe('Begin');
  await played.close();
});

test('a test that was red only because of the machine is no excuse once the machine is right again', async () => {
  const project = autoProjectWith('# Calc\n\n- [ ] T1.1: Add mul\n', {
    files: { ...FILES, 'src/sub.js': SUB },
    config: { ...NODE.config, agents: { version: 1, sandbox: 'off' } },
  });
  const service = path.join(project.home, 'data/service');
  const needsIt = node(`test('needs it', () => assert.ok(fs.existsSync('${service}') && calc.sub(3, 1) === 2));`);
  const asks = `import fs from 'node:fs';\n${needsIt.replace('calc.js', 'sub.js')}`;
  project.write({ 'test/service.test.js': asks });
  project.git('add', '.');
  project.git('commit', '--quiet', '--message', 'Needs a service');
  const breaks: RehearsalStep = {
    run: `touch '${service}'`,
    edit: {
      'src/calc.js': `${CALC}export const mul = (a, b) => a * b;\n`,
      'test/mul.test.js': node("test('multiplies', () => assert.equal(calc.mul(2, 3), 6));"),
      'src/sub.js': SUB.replace('a - b', 'a + b'),
    },
  };
  const { played } = await play({ plan: '', project, tasks: { 'T1.1': [breaks] }, retryLimit: 0 });
  expect(played.graph().tasks['T1.1']).toMatchObject({
    status: 'failed',
    mishaps: { last: { message: expect.stringContaining('needs it') } },
  });
  expect(project.git('show', 'main:src/sub.js')).toBe(SUB.trim());
  await played.close();
});

test('what the tests of one task leave behind is not there for those of the next', async () => {
  const plan = '# Calc\n\n- [ ] T1.1: Add mul\n- [ ] T1.2: Add half\n  - deps: [T1.1]\n';
  const left = 'ignored/left.txt';
  const leaves = `fs.mkdirSync('ignored', { recursive: true }); fs.writeFileSync('${left}', '');`;
  const withFiles = (body: string): string => `import fs from 'node:fs';\n${node(body)}`;
  const mul = `${CALC}export const mul = (a, b) => a * b;\n`;
  const tasks: Record<string, RehearsalStep[]> = {
    'T1.1': [
      {
        edit: {
          'src/calc.js': mul,
          'test/a.test.js': withFiles(`test('multiplies', () => { ${leaves} assert.equal(calc.mul(2, 3), 6); });`),
        },
      },
    ],
    'T1.2': [
      {
        edit: {
          'src/calc.js': `${mul}export const half = (a) => a / 2;\n`,
          'test/b.test.js': withFiles(
            `test('halves', () => assert.ok(fs.existsSync('${left}') && calc.half(4) === 2));`,
          ),
        },
      },
    ],
  };
  const { project, played } = await play({ plan, tasks, retryLimit: 0 });
  const { 'T1.1': first, 'T1.2': second } = played.graph().tasks;
  expect([first?.status, second?.status]).toEqual(['completed', 'failed']);
  expect(second?.mishaps?.last.message).toContain('halves');
  expect(filesOn(project)).not.toContain('test/b.test.js');
  await played.close();
});

test('tested behaviour changes, a feature goes, and code is written anew, from the list to the base', async () => {
  const subtracts = "test('subtracts', () => assert.equal(calc.sub(3, 1), 2));";
  const files = { ...FILES, 'src/calc.js': CALC + SUB, 'test/calc.test.js': node(adds, subtracts) };
  const [says, goes, anew] = ['Let calc give sums as text', 'Remove sub', 'Write add with String'];
  const plan = `# Calc\n\n- [ ] T1.1: ${says}\n- [ ] T1.2: ${goes}\n  - deps: [T1.1]\n- [ ] T1.3: ${anew}\n  - deps: [T1.2]\n`;
  const text = 'export const add = (a, b) => `${a + b}`;\n';
  const demand = adds.replace(', 3)', ", '3')");
  const steps: Record<string, RehearsalStep[]> = {
    'T1.1': [{ edit: { 'src/calc.js': text + SUB, 'test/calc.test.js': node(demand, subtracts) } }],
    'T1.2': [{ edit: { 'src/calc.js': text, 'test/calc.test.js': node(demand) } }],
    'T1.3': [{ edit: { 'src/calc.js': text.replace('`${a + b}`', 'String(a + b)') } }, { say: 'No test can fail.' }],
  };
  const roles = { reviewer: [allowAll(says), allowAll(goes)] };
  const { project, played } = await play({
    plan,
    project: autoProjectWith(plan, { ...NODE, files }),
    tasks: steps,
    roles,
  });
  const { tasks } = played.graph();
  expect(
    Object.values(tasks).map(({ status }) => status),
    JSON.stringify(played.events.slice(-5)),
  ).toEqual(['completed', 'completed', 'completed']);
  const allowed = ['T1.1', 'T1.2'].map((id) => tasks[id]?.allowed?.map(({ by, quote }) => [by, quote]));
  expect(allowed).toEqual([expect.arrayContaining([['reviewer', says]]), expect.arrayContaining([['reviewer', goes]])]);
  expect(project.git('show', 'main:src/calc.js')).toContain('String(a + b)');
  await played.close();
});

test('a conflict that is resolved with less than one side demands is not merged in silence', async () => {
  const plan = '# Calc\n\n- [ ] T1.1: Add sub\n- [ ] T1.2: Add mul\n';
  const subTest = "test('subtracts', () => assert.equal(calc.sub(5, 3), 2));";
  const mulTest = "test('multiplies', () => assert.equal(calc.mul(2, 3), 6));";
  const MUL = 'export const mul = (a, b) => a * b;\n';
  const edit = (code: string, ...tests: string[]): RehearsalStep => ({
    edit: { 'src/calc.js': CALC + code, 'test/calc.test.js': node(adds, ...tests) },
  });
  // Of its own test, whoever resolves it keeps what is easily met.
  const tasks = {
    'T1.1': [edit(SUB, subTest), edit(MUL + SUB, mulTest, subTest.replace('5, 3), 2', '1, 1), 0'))],
    'T1.2': [edit(MUL, mulTest), edit(SUB + MUL, subTest, mulTest.replace('2, 3), 6', '1, 1), 1'))],
  };
  const { played } = await play({ plan, tasks });
  expect(types(played)).toContain('conflicted');
  const { tasks: all } = played.graph();
  const held = Object.values(all).filter(({ next, status }) => status === 'in_progress' && next === 'hold');
  expect(held.map(({ findings }) => findings?.map(({ code }) => code))).toEqual([['lost_demand']]);
  await played.close();
});

test('a configuration of the runner that hides what broke is not merged', async () => {
  const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
  const expected = (...lines: readonly string[]): string =>
    ["import { expect, test } from 'vitest';", "import * as calc from '../src/calc.js';", ...lines, ''].join('\n');
  const files = {
    'package.json': '{ "type": "module", "scripts": { "test": "vitest run" }, "devDependencies": { "vitest": "*" } }\n',
    'src/calc.js': CALC,
    'test/calc.test.js': expected("test('adds', () => expect(calc.add(1, 2)).toBe(3));"),
  };
  const plan = '# Calc\n\n- [ ] T1.1: Add sub\n';
  const links = ['vitest', '.bin'].map((name) => `ln -sfn '${modules}/${name}' node_modules/${name}`);
  const setup = ['mkdir -p node_modules', ...links].join(' && ');
  const settings = { version: 1, test_command: 'npx vitest run', setup_command: setup };
  const project = autoProjectWith(plan, { files, config: { project: settings }, ignores: '.claude/\nnode_modules' });
  const cheat = {
    'src/calc.js': `export const add = () => 0;\n${SUB}`,
    'lib/calc.js': CALC + SUB,
    'vitest.config.js': `import path from 'node:path';\nexport default { resolve: { alias: [{ find: /^.*\\/src\\/calc\\.js$/, replacement: path.resolve('lib/calc.js') }] } };\n`,
    'test/sub.test.js': expected("test('subtracts', () => expect(calc.sub(5, 3)).toBe(2));"),
  };
  const { played } = await play({ plan, project, tasks: { 'T1.1': [{ edit: cheat }] } });
  expect(filesOn(project)).not.toContain('vitest.config.js');
  const { next, findings = [], status } = played.graph().tasks['T1.1'] ?? {};
  expect({ next, status }).toEqual({ next: 'hold', status: 'in_progress' });
  expect(findings.map(({ code }) => code)).toEqual(expect.arrayContaining(['superseded', 'configuration']));
  await played.close();
});

test('what a person says when they refuse work reaches the agent that goes on with it', async () => {
  const plan = '# Calc\n\n- [ ] T1.1: Add numbers as strings\n';
  const strings = {
    'src/calc.js': 'export const add = (a, b) => `${a + b}`;\n',
    'test/calc.test.js': node("test('adds', () => assert.equal(calc.add(1, 2), '3'));"),
  };
  const own = {
    'src/calc.js': `${CALC}export const addText = (a, b) => \`\${a + b}\`;\n`,
    'test/calc.test.js': node(adds, "test('adds as text', () => assert.equal(calc.addText(1, 2), '3'));"),
  };
  const { project, played } = await play({ plan, tasks: { 'T1.1': [{ edit: strings }, { edit: own }] } });
  expect(played.graph().tasks['T1.1']).toMatchObject({ next: 'hold' });
  await answerHeldTask(played.open, 'T1.1', {
    allow: [],
    refuse: true,
    reason: 'Callers need numbers; add another name.',
  });
  await played.conduct();
  expect(played.prompt('T1.1/work#2')).toContain('Callers need numbers; add another name.');
  expect(project.git('show', 'main:src/calc.js')).toContain('addText');
  await played.close();
});

test('an agent that ticks a box or drops what must hold has failed', async () => {
  const plan =
    '# Calc\n\n- [ ] T1.1: Write one\n  - Acceptance: it is written\n- [ ] T1.2: Write two\n  - deps: [T1.1]\n';
  const project = autoProjectWith(plan);
  const ticked = { 'TASKS.md': plan.replace('[ ] T1.2', '[x] T1.2'), 'one.txt': 'one\n' };
  const eased = { 'TASKS.md': plan.replace('it is written', 'it exists'), 'one.txt': 'one\n' };
  const reworded = { 'TASKS.md': plan.replace('Write two', 'Write three'), 'one.txt': 'one\n' };
  const tasks = {
    'T1.1': [{ edit: ticked }, { edit: eased }, { edit: reworded }],
    'T1.2': [{ edit: { 'two.txt': '2\n' } }],
  };
  const { played } = await play({ plan, project, tasks, retryLimit: 3 });
  const failed = played.events.flatMap((event) => (event.type === 'attempt_failed' ? [event.data.mishap.message] : []));
  expect(failed).toEqual([expect.stringContaining('[x] T1.2'), expect.stringContaining('it exists')]);
  expect(project.git('show', 'main:TASKS.md')).toBe(plan.replaceAll('[ ]', '[x]').trimEnd());
  await played.close();
});

test('a machine that cannot run the tests any more ends the list with the cause, and no attempt has failed', async () => {
  const plan = '# Calc\n\n- [ ] T1.1: Write one\n';
  const project = autoProjectWith(plan, { config: { project: { version: 1, test_command: 'checker' } } });
  const tools = path.join(project.home, 'data/tools');
  fs.mkdirSync(tools, { recursive: true });
  fs.writeFileSync(path.join(tools, 'checker'), '#!/bin/sh\nexec sh test/run.sh\n', { mode: 0o755 });
  const env = { ...project.env, PATH: `${tools}:${project.env['PATH'] ?? ''}` };
  const played = await startAutoIn(project, { script: scriptFor(['T1.1']), env, retryLimit: 1 });
  const unwatch = played.open.store.watch(({ event }) => {
    if (event.type !== 'worked') return;
    unwatch();
    fs.rmSync(tools, { recursive: true });
  });
  await expect(played.conduct()).rejects.toMatchObject({ failure: { code: 'checks.cannot_run' } });
  expect(types(played)).not.toContain('attempt_failed');
  expect(played.graph().tasks['T1.1']).toMatchObject({ status: 'in_progress', next: 'merge', mishaps: null });
  await played.close();
});

/** How many tests each run had that anybody waited for. */
function totalsOfRuns({ project, played }: Played): number[] {
  const proofs = path.join(project.home, 'state/orchestral', played.open.context.project.hash, 'proofs');
  const names = fs.readdirSync(proofs).filter((name) => name.endsWith('.json'));
  return names.map((name): number => JSON.parse(fs.readFileSync(path.join(proofs, name), 'utf8')).counts.total);
}

test('a phase whose tree has already run together runs nothing, and says how it was proved', async () => {
  const plan = '# Calc\n\n- [ ] T1.1: Write one\n';
  const project = autoProjectWith(plan);
  const { played } = await play({ plan, project, tasks: { 'T1.1': [{ edit: { 'one.txt': 'one\n' } }] } });
  expect(totalsOfRuns({ project, played })).toEqual([1, 1]);
  const trailers = project.git('log', '-1', '--format=%(trailers:only)', 'main');
  expect(trailers).toContain(`Orchestral-Baseline: ${project.git('rev-list', '--max-parents=0', 'main')}`);
  expect(trailers).toContain(
    'Orchestral-Commands: {"tests":"sh test/run.sh","acceptance":[],"tasks":"TASKS.md","joined":true}',
  );
  await played.close();
});

/** Twelve need fourteen; what fewer need says the same, and costs less. */
const COUNT = isFull ? 12 : 4;

test(`${COUNT} tasks need ${COUNT + 2} runs of the suite`, async (context) => {
  needs(context, 'python3');
  const ids = Array.from({ length: COUNT }, (_, n) => `T1.${n + 1}`);
  const plan = `# Calc\n\n${ids.map((id) => `- [ ] ${id}: Add ${id}\n`).join('')}`;
  // One process for all files: node:test would start one for each.
  const tested = (module: string, cases: readonly string[]): string =>
    ['import unittest', `from calc.${module} import f`, '', 'class Cases(unittest.TestCase):', ...cases, ''].join('\n');
  const demand = (n: number, result: string): string =>
    `    def test_${n}(self):\n        self.assertEqual(f(${n}), ${result})\n`;
  const old = Array.from({ length: 30 }, (_, n) => demand(n, `${n} + 1`));
  const files = {
    'calc/__init__.py': '',
    'calc/old.py': 'def f(a):\n    return a + 1\n',
    'tests/__init__.py': '',
    'tests/test_old.py': tested('old', old),
  };
  const config = { project: { version: 1, test_command: 'python3 -m unittest' } };
  const project = autoProjectWith(plan, { files, config });
  const tasks = Object.fromEntries(
    ids.map((id, n): [string, RehearsalStep[]] => {
      const code = `def f(a):\n    return a + ${n}\n`;
      const own = tested(`f${n}`, [demand(3, `3 + ${n}`)]);
      return [id, [{ edit: { [`calc/f${n}.py`]: code, [`tests/test_f${n}.py`]: own } }]];
    }),
  );
  const { played } = await play({ plan, project, tasks, parallel: 1 });
  expect(played.graph().stage.at).toBe('done');
  expect(Object.values(played.graph().tasks).every(({ status }) => status === 'completed')).toBe(true);
  // All old tests are in one file: whatever runs it is a run of the suite.
  const totals = totalsOfRuns({ project, played });
  expect(totals.filter((total) => total >= old.length)).toHaveLength(COUNT + 2);
  await played.close();
});
