import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { setUp } from '../../src/evidence/set-up.ts';
import { must } from '../git/scene.ts';
import { type CheckScene, checkScene } from './check-scene.ts';

const BROKEN = `export const sub = (a, b) => a + b;\n`;
const PATCH = `import fs from 'node:fs';\nfs.writeFileSync('calc.js', 'export const sub = (a, b) => a - b;\\n');\n`;
const TESTS = `import assert from 'node:assert';\nimport test from 'node:test';\nimport { sub } from '../calc.js';
test('subtracts', () => assert.equal(sub(3, 1), 2));\n`;
const FILES = { 'calc.js': BROKEN, 'tools/patch.js': PATCH, 'test/calc.test.js': TESTS };

async function setUpAndProve(here: CheckScene) {
  const done = must(
    await setUp(here.checking, {
      worktree: here.checkout,
      projectRoot: here.project,
      commands: here.own,
      tree: here.tree,
    }),
  );
  return here.prove({ artifacts: done.status === 'ready' ? done.artifacts : undefined });
}

test('a set-up that patches the product: the tests fail on what is committed, and the file is named', async () => {
  const here = await checkScene(FILES, { config: { setup_command: 'node tools/patch.js' } });
  expect(await setUpAndProve(here)).toMatchObject({
    exit_code: 1,
    counts: { failed: 1 },
    tracked_changes: [{ path: 'calc.js', by: 'set-up', kind: 'changed' }],
  });
  expect(fs.readFileSync(path.join(here.checkout.folder, 'calc.js'), 'utf8')).toBe(BROKEN);
});

test('a `postinstall` of the manifest does not either', async () => {
  const manifest = {
    name: 'sample',
    version: '1.0.0',
    type: 'module',
    scripts: { postinstall: 'node tools/patch.js' },
    dependencies: { dep: 'file:dep' },
  };
  const packages = { '': manifest, dep: { version: '1.0.0' }, 'node_modules/dep': { resolved: 'dep', link: true } };
  const here = await checkScene({
    ...FILES,
    'package.json': JSON.stringify(manifest),
    'package-lock.json': JSON.stringify({
      name: 'sample',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages,
    }),
    'dep/package.json': '{"name":"dep","version":"1.0.0"}',
    '.gitignore': 'node_modules\n',
  });
  const changed = [{ path: 'calc.js', by: 'set-up', kind: 'changed' }];
  expect(await setUpAndProve(here)).toMatchObject({ exit_code: 1, counts: { failed: 1 }, tracked_changes: changed });
});

test('`pretest` runs by itself, and what it patched is restored before the tests', async () => {
  for (const script of ['node --test', 'node --test && true']) {
    const scripts = { pretest: 'node tools/patch.js', test: script };
    const here = await checkScene({ ...FILES, 'package.json': JSON.stringify({ type: 'module', scripts }) });
    expect(await here.prove()).toMatchObject({
      exit_code: 1,
      counts: { failed: 1 },
      tracked_changes: [{ path: 'calc.js', by: 'pretest', kind: 'changed' }],
    });
  }
});

test('`pretest` and `posttest` have to end well', async () => {
  const prove = async (scripts: Record<string, string>) =>
    (await checkScene({ 'package.json': JSON.stringify({ scripts }) })).prove();
  const all = { pretest: 'true', test: 'echo tested', posttest: 'echo after' };
  expect(await prove(all)).toMatchObject({ exit_code: 0, command: 'npm test --ignore-scripts' });
  expect(await prove({ ...all, pretest: 'exit 3' })).toMatchObject({ exit_code: 3, counts: { total: 0 } });
  expect((await prove({ ...all, posttest: 'exit 4' })).exit_code).toBe(4);
});

test('a test that writes to the product is listed, also when it puts it back', async () => {
  const test = (body: string) =>
    `import fs from 'node:fs';\nimport test from 'node:test';\ntest('writes', () => { ${body} });\n`;
  const put = `fs.writeFileSync('calc.js', 'x');`;
  const back = `const was = fs.readFileSync('calc.js', 'utf8'); ${put} fs.writeFileSync('calc.js', was);`;
  const here = await checkScene({ 'calc.js': BROKEN, 'test/a.test.js': test(put) });
  expect((await here.prove()).tracked_changes).toEqual([{ path: 'calc.js', by: 'tests', kind: 'changed' }]);
  expect(fs.readFileSync(path.join(here.checkout.folder, 'calc.js'), 'utf8')).toBe(BROKEN);
  const sly = await checkScene({ 'calc.js': BROKEN, 'test/a.test.js': test(back) });
  expect((await sly.prove()).tracked_changes).toEqual([{ path: 'calc.js', by: 'tests', kind: 'rewritten' }]);
});

test('a tree that nobody wrote to has no such list', async () => {
  const here = await checkScene({ 'calc.js': BROKEN.replace('+ b;', '- b;'), 'test/calc.test.js': TESTS });
  expect(await here.prove()).not.toHaveProperty('tracked_changes');
});
