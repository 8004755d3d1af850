import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCommands } from '../../src/evidence/project-commands.ts';
import { provePackages } from '../../src/evidence/prove-packages.ts';
import { setUp } from '../../src/evidence/set-up.ts';
import { must } from '../git/scene.ts';
import { type CheckScene, checkScene } from './check-scene.ts';

const manifest = (name: string, dependencies: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify({ name, type: 'module', dependencies, scripts: { test: 'node --test' } });

const testOf = (title: string, module: string): string =>
  `import test from 'node:test';\nimport assert from 'node:assert';\nimport { add } from '${module}';\n` +
  `test('${title}', () => assert.equal(add(1, 2), 3));\n`;

const WORKSPACE = {
  'package.json': JSON.stringify({ private: true, workspaces: ['packages/*', '!packages/left-out'] }),
  'package-lock.json': '{"lockfileVersion":3}\n',
  '.gitignore': 'node_modules\nmade\n',
  'packages/api/package.json': manifest('@m/api'),
  'packages/api/src/add.js': 'export const add = (a, b) => a + b;\n',
  'packages/api/test/add.test.js': testOf('adds', '../src/add.js'),
  'packages/web/package.json': manifest('@m/web', { '@m/api': '*' }),
  'packages/web/test/web.test.js': testOf('adds in the web', '../../api/src/add.js'),
  'packages/shop/package.json': manifest('@m/shop', { '@m/web': '*' }),
  'packages/other/package.json': manifest('@m/other', { lodash: '1.0.0' }),
  'packages/left-out/package.json': manifest('@m/left-out', { '@m/api': '*' }),
};

function commandsIn(here: CheckScene, below = 'packages/api'): ReturnType<typeof findCommands> {
  return findCommands(here.checkout.folder, undefined, below);
}

describe('a package of a workspace', () => {
  test('is installed from the root, and tested with those that need it', async () => {
    const commands = commandsIn(await checkScene(WORKSPACE));
    expect(commands).toMatchObject({ folder: 'packages/api', setupFolder: '', setup: 'npm ci' });
    expect(commands.dependents?.map(({ folder }) => folder)).toEqual(['packages/web', 'packages/shop']);
  });

  test.each([
    [
      'pnpm',
      'packages:\n  # ours\n  - "packages/*"\n  - "!packages/left-out"\n',
      'pnpm-lock.yaml',
      'pnpm install --frozen-lockfile',
    ],
    [
      'pnpm, in brackets',
      'packages: ["packages/*", "!packages/left-out"]\n',
      'pnpm-lock.yaml',
      'pnpm install --frozen-lockfile',
    ],
    ['yarn', undefined, 'yarn.lock', 'yarn install --frozen-lockfile'],
  ])('of %s', async (_, yaml, lock, setup) => {
    const { 'package-lock.json': __, 'package.json': named, ...rest } = WORKSPACE;
    const root = yaml === undefined ? { 'package.json': named } : { 'package.json': '{}', 'pnpm-workspace.yaml': yaml };
    const commands = commandsIn(await checkScene({ ...rest, ...root, [lock]: '' }));
    expect(commands).toMatchObject({ setupFolder: '', setup });
    expect(commands.dependents?.[0]).toMatchObject({ folder: 'packages/web' });
  });

  test('that belongs to none is a project of its own', async () => {
    const commands = commandsIn(await checkScene(WORKSPACE), 'packages/left-out');
    expect(commands).toMatchObject({ folder: 'packages/left-out', setup: 'npm install --no-package-lock' });
    expect(commands.setupFolder).toBeUndefined();
  });

  test('one proof tells of all of them, by paths of the repository', async () => {
    const here = await checkScene(WORKSPACE);
    const request = { worktree: here.checkout, tree: here.tree, commands: commandsIn(here), coverage: false };
    const proved = must(await provePackages(here.checking, request));
    expect(proved).toMatchObject({
      proof: {
        exit_code: 0,
        tests: [
          { id: 'packages/api/test/add.test.js > adds', file: 'packages/api/test/add.test.js', status: 'passed' },
          { id: 'packages/web/test/web.test.js > adds in the web', status: 'passed' },
        ],
      },
    });
    const only = { files: ['packages/web/test/web.test.js'] };
    expect(must(await provePackages(here.checking, { ...request, only }))).toMatchObject({
      proof: { counts: { total: 1 }, tests: [{ file: 'packages/web/test/web.test.js' }] },
    });
  });

  test('another manifest of the workspace is another set-up', async () => {
    const here = await checkScene(WORKSPACE);
    const file = path.join(here.checkout.folder, 'packages/other/package.json');
    const run = () => {
      const { setupSteps: _, ...commands } = { ...commandsIn(here), setup: 'echo run >> made' };
      return setUp(here.checking, { worktree: here.checkout, projectRoot: here.checkout.folder, commands });
    };
    expect(must(await run())).toMatchObject({ ran: true });
    expect(must(await run())).toMatchObject({ ran: false });
    fs.writeFileSync(file, manifest('@m/other', { lodash: '2.0.0' }));
    expect(must(await run())).toMatchObject({ ran: true });
  });
});
