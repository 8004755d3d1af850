import fs from 'node:fs';
import path from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import type { Proof } from '../../../src/evidence/proof.ts';
import { setUp } from '../../../src/evidence/set-up.ts';
import { must } from '../../git/scene.ts';
import { installedPackage } from '../../support/installed.ts';
import { needs } from '../../support/needs.ts';
import { checkScene } from '../check-scene.ts';

const IGNORED = { '.gitignore': 'node_modules\n__pycache__\n.pytest_cache\n' };

async function proveWith(
  context: TestContext,
  [name, version]: readonly [string, string],
  files: Record<string, string>,
): Promise<Proof> {
  const folder = await installedPackage(context, name, version);
  const here = await checkScene({ ...IGNORED, ...files });
  fs.symlinkSync(path.dirname(folder), path.join(here.checkout.folder, 'node_modules'));
  return here.prove();
}

const told = ({ tests }: Proof) => tests.map(({ id, status }) => `${status} ${id}`).sort();

const SOURCE = { 'src/add.js': 'exports.add = (a, b) => a + b;\n' };
const manifest = (script: string) => JSON.stringify({ name: 'sample', scripts: { test: script } });
const SUITE = (expects: string) => `const { add } = require('../src/add.js');
  describe('adds', () => {
    it('well', () => { ${expects} });
    it('badly', () => { throw new Error('not so: ' + add(1, 2)); });
    it.skip('later', () => {});
  });`;

test('Jest', async (context) => {
  const files = {
    ...SOURCE,
    'package.json': manifest('jest'),
    'test/add.test.js': SUITE('expect(add(1, 2)).toBe(3);'),
    'test/broken.test.js': "require('./nope.js');",
  };
  const jest = ['jest', '29.7.0'] as const;
  const proof = await proveWith(context, jest, files);
  expect(told(proof)).toEqual([
    'failed test/add.test.js > adds > badly',
    'failed test/broken.test.js',
    'passed test/add.test.js > adds > well',
    'skipped test/add.test.js > adds > later',
  ]);
  expect(proof).toMatchObject({ source: 'stream', exit_code: 1, disagreement: [], loaded: null });
  const ends = { ...files, 'test/broken.test.js': "test('ends', () => process.exit(0));" };
  expect((await proveWith(context, jest, ends)).disagreement).toContain('fewer_executed');
});

test('mocha', async (context) => {
  const files = {
    ...SOURCE,
    'src/unused.js': '',
    'package.json': manifest('mocha'),
    'test/add.js': SUITE(`require('node:assert').equal(add(1, 2), 3);`),
    'test/hook.js': `describe('hook', () => { before(() => { throw new Error('before'); }); it('never', () => {}); });`,
    'test/module.mjs': `import '../src/more.mjs';\nit('in a module', () => {});`,
    'src/more.mjs': '',
  };
  const mocha = ['mocha', '10.8.2'] as const;
  const proof = await proveWith(context, mocha, files);
  expect(told(proof)).toEqual([
    'failed test/add.js > adds > badly',
    'failed test/hook.js > hook > "before all" hook for "never"',
    'passed test/add.js > adds > well',
    'passed test/module.mjs > in a module',
    'skipped test/add.js > adds > later',
  ]);
  expect(proof.loaded).toEqual(['src/add.js', 'src/more.mjs', 'test/add.js', 'test/hook.js', 'test/module.mjs']);
  expect(proof).toMatchObject({ source: 'stream', streamed: { ended: true }, printed: { passed: 2, failed: 2 } });
  const ends = {
    ...SOURCE,
    'package.json': manifest('mocha'),
    'test/a.js': "it('a', () => process.exit(0)); it('b', () => {});",
  };
  expect(await proveWith(context, mocha, ends)).toMatchObject({
    exit_code: 0,
    streamed: { planned: 2, done: 0, ended: false },
    disagreement: ['fewer_executed', 'not_ended'],
  });
});

test('pip installs into an environment of the check’s own, which the tests run in', async (context) => {
  needs(context, 'python3', 'pytest');
  const here = await checkScene({
    ...IGNORED,
    'requirements.txt': './dep-1.0-py3-none-any.whl\n',
    'test_dep.py':
      'import dep, sys\n\ndef test_own():\n    assert dep.VALUE == 1\n    assert sys.prefix.endswith(".venv")\n',
  });
  const wheel = `import zipfile
with zipfile.ZipFile('dep-1.0-py3-none-any.whl', 'w') as z:
    z.writestr('dep.py', 'VALUE = 1\\n')
    z.writestr('dep-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: dep\\nVersion: 1.0\\n')
    z.writestr('dep-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    z.writestr('dep-1.0.dist-info/RECORD', '')
`;
  const { setupSteps } = here.own;
  if (setupSteps === undefined) throw new Error('no set-up was found');
  const first = `python3 -c '${wheel.replaceAll("'", `'"'"'`)}' && ${setupSteps.fetch}`;
  const commands = { ...here.own, setupSteps: { ...setupSteps, fetch: first } };
  const request = { worktree: here.checkout, projectRoot: here.project, commands, tree: here.tree };
  const done = must(await setUp(here.checking, request));
  const artifacts = done.status === 'ready' ? done.artifacts : undefined;
  expect(artifacts).toMatchObject({ made: ['.venv/', 'dep-1.0-py3-none-any.whl'], changed: [] });
  expect(await here.prove({ artifacts })).toMatchObject({ exit_code: 0, counts: { passed: 1 }, disagreement: [] });
});
