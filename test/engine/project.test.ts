import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findProject } from '../../src/engine/project.ts';
import { temporaryFolder } from '../support/auto-store.ts';

test.each([
  ['a repository', '.git/HEAD'],
  ['a linked worktree', '.git'],
  ['what Orchestral wrote', '.orchestral/config/global.json'],
])('%s makes the folder around a project', (_, mark) => {
  const { outer, inner } = folders();
  write(path.join(outer, mark));
  expect(findProject({ cwd: inner })).toMatchObject({ ok: true, value: { root: outer } });
});

test('an empty .git makes none: git does not take it for one, either', () => {
  const { outer, inner } = folders();
  fs.mkdirSync(path.join(outer, '.git'));
  expect(findProject({ cwd: inner })).not.toMatchObject({ value: { root: outer } });
});

function folders() {
  const outer = fs.realpathSync(temporaryFolder());
  const inner = path.join(outer, 'inner');
  fs.mkdirSync(inner);
  return { outer, inner };
}

function write(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, '');
}
