import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { proof as proofShape } from '../../src/evidence/proof.ts';
import { prove } from '../../src/evidence/prove.ts';
import { must } from '../git/scene.ts';
import { processesWith } from '../support/processes.ts';
import { checkScene, SECRET, sandboxOf } from './check-scene.ts';

const ADD = `export const add = (a, b) => a + b;\nexport function never() {\n  return 1;\n}\n`;
const GREEN = testFile(`test('adds', () => assert.equal(add(1, 2), 3));\ntest('later', { skip: true }, () => {});`);

test('green tests: every one of them, the tree, the command and the output’s hash', async () => {
  const here = await checkScene({ 'add.js': ADD, 'test/add.test.js': GREEN });
  const proof = await here.prove();
  expect(proofShape.safeParse(JSON.parse(JSON.stringify(proof))).data).toEqual(proof);
  expect(proof).toMatchObject({
    tree: here.tree,
    command: 'node --test',
    runner: 'node-test',
    ending: 'exited',
    exit_code: 0,
    signal: null,
    counts: { total: 2, passed: 1, failed: 0, skipped: 1 },
    build: null,
    coverage: null,
  });
  expect(proof.tests.map(({ id, status }) => [id, status])).toEqual([
    ['test/add.test.js > adds', 'passed'],
    ['test/add.test.js > later', 'skipped'],
  ]);
  expect(proof.output_tail).toContain('adds');
  expect(proof.output_sha256).not.toBe(createHash('sha256').digest('hex'));
  expect(fs.readdirSync(here.scratch)).toEqual([]);
});

test('red tests say why, without secrets and escape sequences', async () => {
  const red = testFile(`test('adds', () => assert.equal(add(1, 2), 4, '\\u001b[31mwrong ${SECRET}'));`);
  const here = await checkScene({ 'add.js': ADD, 'test/add.test.js': red });
  const proof = await here.prove();
  expect(proof).toMatchObject({ exit_code: 1, counts: { total: 1, failed: 1 } });
  expect(proof.tests[0]).toMatchObject({ status: 'failed', reason: expect.stringContaining('wrong ***') });
  expect(JSON.stringify(proof)).not.toContain(SECRET);
  expect(JSON.stringify(proof)).not.toContain('u001b');
});

test('coverage by line, when it is wanted', async () => {
  const here = await checkScene({ 'add.js': ADD, 'test/add.test.js': GREEN });
  const { coverage } = await here.prove({ coverage: true });
  expect(coverage?.lines?.['add.js']).toMatchObject({
    run: expect.arrayContaining([1]),
    missed: expect.arrayContaining([3]),
  });
});

test('a coverage command of the person’s own measures, and counts nothing', async () => {
  const lcov = 'mkdir -p coverage && printf "SF:add.js\\nDA:1,1\\nDA:3,0\\nend_of_record\\n" > coverage/lcov.info';
  const here = await checkScene(
    { 'add.js': ADD, 'test/add.test.js': GREEN, 'coverage/lcov.info': 'SF:add.js\nDA:1,1\nend_of_record\n' },
    { config: { coverage_command: lcov } },
  );
  const proof = await here.prove({ coverage: true });
  expect(proof.counts.total).toBe(2);
  expect(proof.coverage).toMatchObject({ source: 'lcov', total: 50, lines: { 'add.js': { run: [1], missed: [3] } } });
  const idle = await checkScene(
    { 'add.js': ADD, 'test/add.test.js': GREEN, 'coverage/lcov.info': 'SF:add.js\nDA:1,1\nend_of_record\n' },
    { config: { coverage_command: 'true' } },
  );
  expect((await idle.prove({ coverage: true })).coverage).toBeNull();
});

test('a crash in the middle is no success, whatever was green before it', async () => {
  const crash = testFile(
    `test('adds', () => assert.equal(add(1, 2), 3));\ntest('dies', () => process.kill(process.pid, 'SIGKILL'));`,
  );
  const here = await checkScene({ 'add.js': ADD, 'test/add.test.js': crash });
  const proof = await here.prove();
  expect(proof.exit_code).toBe(1);
  expect(proof.counts.failed).toBeGreaterThan(0);
});

test('a script that a signal ends', async () => {
  const here = await checkScene({}, { config: { test_command: 'kill -9 $$' } });
  expect(await here.prove()).toMatchObject({ ending: 'signalled', exit_code: null, signal: 'SIGKILL' });
});

test('tests that hang are ended, with all they started', async () => {
  const here = await checkScene({}, { config: { test_command: 'echo begun; setsid sleep 600 & sleep 600' } });
  const effect = `run-1/hang-${process.pid}`;
  const proof = await here.prove({}, { effect, limits: { ...here.checking.limits, wallMs: 300 } });
  expect(proof).toMatchObject({ ending: 'timed_out', exit_code: null, output_tail: 'begun' });
  expect(processesWith(`ORCHESTRAL_EFFECT=${effect}@`)).toEqual([]);
});

test('a flood of output is cut off', async () => {
  const here = await checkScene({}, { config: { test_command: 'yes flood' } });
  const proof = await here.prove();
  expect(proof.ending).toBe('too_much_output');
  expect(proof.output_tail.length).toBeLessThan(5000);
});

test('a red build: no test runs, and it says so', async () => {
  const here = await checkScene(
    { 'add.js': ADD, 'test/add.test.js': GREEN },
    { config: { build_command: 'echo no such type; exit 3' } },
  );
  expect(await here.prove()).toMatchObject({
    build: { command: 'echo no such type; exit 3', exit_code: 3 },
    ending: 'exited',
    exit_code: 3,
    source: 'none',
    counts: { total: 0, passed: 0, failed: 0, skipped: 0 },
    tests: [],
    output_tail: 'no such type',
  });
  const built = await checkScene(
    { 'test/add.test.js': GREEN },
    { config: { build_command: `printf '%s' '${ADD.replaceAll('\n', ' ')}' > add.js` } },
  );
  expect(await built.prove()).toMatchObject({ build: { exit_code: 0 }, exit_code: 0, counts: { passed: 1 } });
});

test('a project without tests', async () => {
  const here = await checkScene({});
  expect(await here.prove()).toMatchObject({
    command: null,
    runner: 'none',
    source: 'none',
    ending: 'not_run',
    exit_code: null,
    counts: { total: 0 },
  });
});

test('a worktree that holds anything but the tree is not checked', async () => {
  const here = await checkScene({ 'add.js': ADD, 'test/add.test.js': GREEN, '.gitignore': 'ignored\n' });
  const attempt = () =>
    prove(here.checking, { worktree: here.checkout, tree: here.tree, commands: here.own, coverage: false });
  const within = (name: string) => path.join(here.checkout.folder, name);
  fs.writeFileSync(within('ignored'), 'x');
  expect(await attempt()).toMatchObject({ ok: true });
  fs.writeFileSync(within('extra.js'), 'x');
  expect(await attempt()).toMatchObject({
    ok: false,
    error: { code: 'checks.stale_tree', params: { expected: here.tree } },
  });
  fs.rmSync(within('extra.js'));
  fs.appendFileSync(within('add.js'), '// one more\n');
  expect(await attempt()).toMatchObject({ ok: false, error: { code: 'checks.stale_tree' } });
  fs.writeFileSync(within('add.js'), ADD);
  expect(must(await attempt()).status).toBe('proved');
  const old = here.user('rev-parse', 'HEAD~1^{tree}');
  const other = await prove(here.checking, { worktree: here.checkout, tree: old, commands: here.own, coverage: false });
  expect(other).toMatchObject({
    ok: false,
    error: { code: 'checks.stale_tree', params: { expected: old, found: here.tree } },
  });
});

test('cancelled while it runs, and before', async () => {
  const here = await checkScene({}, { config: { test_command: 'touch "$BEGUN"; sleep 600' } });
  const controller = new AbortController();
  const begun = path.join(here.root, 'begun');
  const checking = { ...here.checking, signal: controller.signal, env: { ...here.checking.env, BEGUN: begun } };
  const wanted = { worktree: here.checkout, tree: here.tree, commands: here.own, coverage: false };
  const watcher = fs.watch(here.root, () => {
    if (fs.existsSync(begun)) controller.abort();
  });
  expect(await prove(checking, wanted)).toEqual({ ok: true, value: { status: 'cancelled' } });
  watcher.close();
  expect(fs.readdirSync(here.scratch)).toEqual([]);
  expect(await prove(checking, wanted)).toEqual({ ok: true, value: { status: 'cancelled' } });
});

test('in the sandbox: writes outside are refused or lost, secrets are not there, the tests run all the same', async (context) => {
  const here = await checkScene({ 'add.js': ADD, 'test/add.test.js': GREEN });
  const sandbox = await sandboxOf(context, here);
  expect(await here.prove({}, { sandbox })).toMatchObject({ exit_code: 0, counts: { passed: 1 } });
  const lines = [
    `cat '${here.project}/readme.md' || echo hidden project; echo x > '${here.project}/readme.md'`,
    `echo x > '${here.checkout.commonDir}/config' || echo refused git`,
    `echo x > .git || echo refused link`,
    `cat '${sandbox.privateFolder}/trust.json' || echo hidden private`,
    'cat ~/.ssh/id || echo hidden key',
    `echo x > '${here.root}/home/new'; mkdir -p '${here.root}/home/.npm/_npx'`,
    'echo x > ~/new && echo x > new && mktemp > /dev/null && echo allowed here',
  ];
  const attacked = await here.prove({ commands: { copy: [], build: lines.join('; ') } }, { sandbox });
  const said = attacked.output_tail.split('\n').filter((line) => /^(refused|hidden|allowed)/.test(line));
  expect(said).toEqual([
    'hidden project',
    'refused git',
    'refused link',
    'hidden private',
    'hidden key',
    'allowed here',
  ]);
  expect(fs.readFileSync(path.join(here.project, 'readme.md'), 'utf8')).toBe('hello\n');
  expect(fs.readdirSync(path.join(here.root, 'home'))).toEqual(['.gitconfig', '.ssh']);
});

function testFile(body: string): string {
  return `import assert from 'node:assert';\nimport test from 'node:test';\nimport { add } from '../add.js';\n${body}\n`;
}
