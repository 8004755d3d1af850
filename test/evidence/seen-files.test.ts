import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { prove } from '../../src/evidence/prove.ts';
import { findSeen } from '../../src/evidence/seen-files.ts';
import { must } from '../git/scene.ts';
import { checkScene } from './check-scene.ts';

const PASSES = `import test from 'node:test';\ntest('passes', () => {});\n`;
const LEAVES = `import fs from 'node:fs';\nimport test from 'node:test';\ntest('leaves', () => fs.writeFileSync('left', 'x'));\n`;

describe('a worktree in which all was as it should be when its checks had ended', () => {
  let here: Awaited<ReturnType<typeof checkScene>>;
  const at = (name: string): string => path.join(here.checkout.folder, name);
  const attempt = () =>
    prove(here.checking, { worktree: here.checkout, tree: here.tree, commands: here.own, coverage: false });
  /** The clock of files moves in steps: later than this nobody takes it for a change of the commands. */
  const change = async (name: string, text: string): Promise<void> => {
    fs.writeFileSync(at(name), text);
    while (Date.now() - fs.statSync(at(name)).ctimeMs < 30) await pause(5);
  };

  beforeEach(async () => {
    here = await checkScene({ 'a.js': 'a\n', 'test/a.test.js': PASSES, '.gitignore': 'ignored\n' });
    must(await attempt());
  });

  test('is not looked through before the next ones', async () => {
    expect(findSeen(here.git, here.checkout)?.tree).toBe(here.tree);
    here.commands.length = 0;
    expect(must(await attempt()).status).toBe('proved');
    const asked = here.commands.filter(({ file }) => file === 'git').map(({ args }) => args[0]);
    expect(asked.filter((command) => command !== 'cat-file')).toEqual([]);
    expect(findSeen(here.git, here.checkout)?.tree).toBe(here.tree);
  });

  test.each([
    ['a file of the tree', 'a.js'],
    ['one more file', 'extra.js'],
    ['a file that git ignores', 'ignored'],
  ])('proves nothing when somebody changed %s since', async (_, name) => {
    await change(name, 'other\n');
    expect(await attempt()).toMatchObject({ ok: false, error: { code: 'checks.stale_tree' } });
    expect(findSeen(here.git, here.checkout)).toBeUndefined();
  });
});

test('a worktree in which the tests left something is looked through again', async () => {
  const here = await checkScene({ 'test/a.test.js': LEAVES });
  const request = { worktree: here.checkout, tree: here.tree, commands: here.own, coverage: false };
  expect(must(await prove(here.checking, request)).status).toBe('proved');
  expect(findSeen(here.git, here.checkout)).toBeUndefined();
});
