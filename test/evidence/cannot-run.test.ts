import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { collectTests } from '../../src/evidence/collect-tests.ts';
import { setUp } from '../../src/evidence/set-up.ts';
import { allowedEnvironment } from '../../src/process/environment.ts';
import { must } from '../git/scene.ts';
import { needs } from '../support/needs.ts';
import { type CheckScene, checkScene } from './check-scene.ts';

const collect = async (here: CheckScene) => {
  const done = must(await collectTests(here.checking, { folder: here.checkout.folder, commands: here.own }));
  return done.status === 'collected' ? done : undefined;
};

const setUpFailure = async (here: CheckScene) => {
  const done = await setUp(here.checking, {
    worktree: here.checkout,
    projectRoot: here.project,
    commands: here.own,
  });
  return !done.ok && done.error.code === 'checks.setup_failed' ? done.error.params.cause : done;
};

test('a runner that the manifest names and nobody installed', async () => {
  const own = path.resolve('node_modules/.bin');
  const PATH = (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== own);
  const env = { ...process.env, PATH: PATH.join(':') };
  const files = { 'package.json': '{"scripts":{"test":"vitest run"}}', 'a.test.js': '' };
  const here = await checkScene(files, { checking: { env: allowedEnvironment(env) } });
  const cause = { code: 'runner_not_installed', detail: 'vitest' };
  expect(await collect(here)).toMatchObject({ asked: 'runner', cause });
  expect((await here.prove()).cannot_run).toEqual(cause);
});

test('an interpreter that is not there', async () => {
  const here = await checkScene(
    { 'test_a.py': 'def test_a(): pass\n' },
    { config: { test_command: 'python9 -m pytest' } },
  );
  expect(await collect(here)).toMatchObject({ asked: 'program', cause: { code: 'no_interpreter', detail: 'python9' } });
  expect((await here.prove()).cannot_run?.code).toBe('no_interpreter');
});

test('a set-up that asks somebody finds nobody', async () => {
  const ask = 'printf "Remove everything? (y/n) "; read answer';
  const here = await checkScene({}, { config: { setup_command: ask } });
  expect(await setUpFailure(here)).toEqual({ code: 'waits_for_input', detail: 'Remove everything? (y/n)' });
});

test('a lock file that contradicts its manifest', async (context) => {
  needs(context, 'npm');
  const manifest = { name: 'sample', version: '1.0.0', dependencies: { dep: 'file:dep' } };
  const lock = { name: 'sample', version: '1.0.0', lockfileVersion: 3, packages: { '': { name: 'sample' } } };
  const here = await checkScene({
    'package.json': JSON.stringify(manifest),
    'package-lock.json': JSON.stringify(lock),
    'dep/package.json': '{"name":"dep","version":"1.0.0"}',
  });
  expect(await setUpFailure(here)).toMatchObject({ code: 'lock_contradicts_manifest' });
});

test('tests that take too long', async () => {
  const here = await checkScene({}, { config: { test_command: 'echo begun; sleep 600' } });
  const proof = await here.prove({}, { limits: { ...here.checking.limits, wallMs: 300 } });
  expect(proof.limit).toBe('wall');
  expect(proof.cannot_run).toEqual({ code: 'timed_out', detail: 'begun' });
});

test('a server that is not there, in every failing test', async () => {
  const body = `import net from 'node:net';\nimport test from 'node:test';
    for (const name of ['a', 'b']) test(name, () => new Promise((_, no) => net.connect(9, '127.0.0.1').on('error', no)));`;
  const here = await checkScene({ 'test/a.test.js': body });
  expect((await here.prove()).cannot_run).toEqual({ code: 'connection_refused', detail: '127.0.0.1:9' });
});

test('pytest collects, and says what it cannot import', async (context) => {
  needs(context, 'pytest');
  const here = await checkScene({ 'test_a.py': 'def test_a(): raise SystemExit(9)\n', 'conftest.py': '' });
  expect(await collect(here)).toMatchObject({ asked: 'runner', ending: 'exit 0', cause: undefined });
  const broken = await checkScene({ 'test_a.py': 'import nope\n', 'conftest.py': '' });
  expect(await collect(broken)).toMatchObject({ ending: 'exit 2', cause: undefined });
});

test('without a lock file packages are installed, and none is written', async (context) => {
  needs(context, 'npm');
  const here = await checkScene({
    'package.json': JSON.stringify({ name: 'sample', version: '1.0.0', dependencies: { dep: 'file:dep' } }),
    'dep/package.json': '{"name":"dep","version":"1.0.0"}',
    '.gitignore': 'node_modules\n',
  });
  expect(here.own).toMatchObject({ setup: 'npm install --no-package-lock', setupSteps: { isUnlocked: true } });
  const request = { worktree: here.checkout, projectRoot: here.project, commands: here.own, tree: here.tree };
  expect(must(await setUp(here.checking, request))).toMatchObject({ artifacts: { made: [], changed: [] } });
  expect(fs.existsSync(path.join(here.checkout.folder, 'node_modules/dep/package.json'))).toBe(true);
});
