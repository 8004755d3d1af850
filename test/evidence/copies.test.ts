import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { copyFiles } from '../../src/files/copy-files.ts';
import { nameOfCopy } from '../../src/languages/test-surface.ts';
import { must } from '../git/scene.ts';
import { installedPackage } from '../support/installed.ts';
import { needs } from '../support/needs.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** A project with copies of its tests where a run keeps them; each copy would fail. */
async function projectWithCopies(files: Readonly<Record<string, string>>, packages = modules): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copies-'));
  const write = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const paths = Object.keys(files);
  for (const place of ['builder/output', 'verifier/tests', 'mrp/code', 'mrp/tests', 'history/round-1/verifier/tests']) {
    const into = path.join(folder, '.orchestral/runs/run-20260101-000000', place);
    must(await copyFiles({ from: folder, paths, into, nameOf: nameOfCopy }));
  }
  if (Object.hasOwn(files, 'package.json')) fs.symlinkSync(packages, path.join(folder, 'node_modules'));
  return folder;
}

/** What a person's own run of the tests says. */
function runIn(folder: string, line: string): { readonly status: number | null; readonly printed: string } {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, CI: '1', NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8', env });
  return { status, printed: stdout + stderr };
}

// From where a copy lies this leads nowhere.
const NODE = {
  'package.json': '{"name":"x","type":"module"}',
  'src/add.js': 'export const add = (a, b) => a + b;\n',
  'test/helper.js':
    "import '../src/add.js';\nimport fs from 'node:fs';\nfs.statSync('../../../never', { throwIfNoEntry: false });\n",
  'test/add.test.js': "import test from 'node:test';\nimport '../src/add.js';\ntest('adds once', () => {});\n",
};

describe('copies of tests are found by no runner', () => {
  test('node --test', async () => {
    const { status, printed } = runIn(await projectWithCopies(NODE), 'node --test');
    expect(status).toBe(0);
    expect(printed.match(/(?:ok \d+ -|✔) adds once/g)).toHaveLength(1);
  });

  test('vitest', async () => {
    const tests = {
      'test/add.test.js': "import { test } from 'vitest';\nimport '../src/add.js';\ntest('adds', () => {});\n",
    };
    const folder = await projectWithCopies({ ...NODE, ...tests });
    const { status, printed } = runIn(folder, 'npx --no-install vitest run');
    expect(printed).toMatch(/Test Files +1 passed \(1\)/);
    expect(status).toBe(0);
  });

  test('Jest, which also looks for packages of the same name', async (context) => {
    const jest = await installedPackage(context, 'jest', '29.7.0');
    const files = { 'package.json': '{"name":"x"}', 'test/add.test.js': "test('adds', () => {});\n" };
    const folder = await projectWithCopies(files, path.dirname(jest));
    const { status, printed } = runIn(folder, 'npx --no-install jest');
    expect(printed).toMatch(/Test Suites: +1 passed, 1 total/);
    expect(printed).not.toContain('collision');
    expect(status).toBe(0);
  });

  test('mocha', async (context) => {
    const mocha = await installedPackage(context, 'mocha', '10.8.2');
    const files = { 'package.json': '{"name":"x"}', 'test/add.js': "it('adds', () => {});\n" };
    const folder = await projectWithCopies(files, path.dirname(mocha));
    // The second finds what it can, in hidden folders, too.
    for (const pattern of ['', "'{test,.orchestral}/**/*.js'"]) {
      const { status, printed } = runIn(folder, `npx --no-install mocha ${pattern}`);
      expect(printed).toContain('1 passing');
      expect(status).toBe(0);
    }
  });

  test('unittest', async (context) => {
    needs(context, 'python3');
    const test = 'import unittest\n\nclass Add(unittest.TestCase):\n    def test_add(self):\n        pass\n';
    const folder = await projectWithCopies({ 'test_add.py': test, 'more/__init__.py': '', 'more/test_more.py': test });
    expect(runIn(folder, 'python3 -m unittest').printed).toContain('Ran 2 tests');
  });

  test('pytest', async (context) => {
    needs(context, 'pytest');
    const files = { 'tests/test_add.py': 'def test_add():\n    pass\n', 'tests/conftest.py': '' };
    expect(runIn(await projectWithCopies(files), 'pytest').printed).toContain('1 passed');
  });

  test('go', async (context) => {
    needs(context, 'go');
    const files = {
      'go.mod': 'module x\n',
      'add_test.go': 'package x\nimport "testing"\nfunc TestAdd(t *testing.T) {}\n',
    };
    expect(
      runIn(await projectWithCopies(files), 'go test ./...')
        .printed.trim()
        .split('\n'),
    ).toHaveLength(1);
  });

  test.each([
    ['src/add.js', 'src/add.js'],
    ['test/add.test.js', 'test/add.test.js.txt'],
    ['src/__tests__/add.tsx', 'src/__tests__/add.tsx.txt'],
    ['tests/test_add.py', 'tests/test_add.py.txt'],
    ['add_test.go', 'add_test.go.txt'],
    ['test/한글 검사.check', 'test/한글 검사.check'],
    ['readme.md', 'readme.md'],
    ['packages/api/package.json', 'packages/api/package.json.txt'],
  ])('%s is kept as %s', (name, kept) => {
    expect(nameOfCopy(name)).toBe(kept);
  });
});
