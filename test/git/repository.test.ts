import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/base/failure.ts';
import { createGit } from '../../src/git/git.ts';
import { readCommitter } from '../../src/git/identity.ts';
import { gitVersion, openRepository, readOperation } from '../../src/git/repository.ts';
import { readGitStatus } from '../../src/git/status.ts';
import { spawnerTelling } from './spawner.ts';
import { codeOf, must, scene } from './scene.ts';

describe('opening', () => {
  test('from a folder inside, also in a linked worktree of the user', async () => {
    const { git, project, root, user } = await scene();
    const inside = must(await openRepository(git, path.join(project, 'src')));
    expect(inside).toMatchObject({ folder: project, gitDir: path.join(project, '.git') });
    user('worktree', 'add', '--quiet', '-b', 'other', path.join(root, 'other'));
    const linked = must(await openRepository(git, path.join(root, 'other')));
    expect(linked).toMatchObject({ folder: path.join(root, 'other'), commonDir: path.join(project, '.git') });
    expect(linked.gitDir).toBe(path.join(project, '.git/worktrees/other'));
  });

  test('fails where there is none, where it is bare, and where core.worktree leads away', async () => {
    const { git, root, project, user, userIn } = await scene();
    expect(await codeOf(openRepository(git, root).then(unwrap))).toBe('git.not_a_repository');
    userIn(root, 'init', '--quiet', '--bare', 'bare.git');
    expect(await codeOf(openRepository(git, path.join(root, 'bare.git')).then(unwrap))).toBe('git.not_a_repository');
    fs.mkdirSync(path.join(root, 'away'));
    user('config', 'core.worktree', path.join(root, 'away'));
    expect(await codeOf(openRepository(git, project).then(unwrap))).toBe('git.not_a_repository');
  });

  test('says when git is missing or too old', async () => {
    const { root, project } = await scene();
    const bin = path.join(root, 'bin');
    fs.mkdirSync(bin);
    const git = createGit({ spawner: spawnerTelling(), env: { PATH: bin } });
    expect(await codeOf(gitVersion(git, project).then(unwrap))).toBe('git.not_installed');
    fs.writeFileSync(path.join(bin, 'git'), '#!/bin/sh\necho git version 2.37.9\n', { mode: 0o755 });
    expect(await gitVersion(git, project)).toMatchObject({ error: { params: { found: '2.37.9', needed: '2.38' } } });
    fs.writeFileSync(path.join(bin, 'git'), '#!/bin/sh\necho "git version 2.50.1 (Apple Git-155)"\n');
    expect(must(await gitVersion(git, project))).toBe('2.50.1');
  });
});

test('who commits', async () => {
  const { git, repository, root } = await scene();
  expect(await readCommitter(git, repository)).toEqual({ name: 'Ann', email: 'ann@example.com' });
  fs.writeFileSync(path.join(root, 'home/.gitconfig'), '[user]\nname = Ann\n');
  expect(await readCommitter(git, repository)).toBeNull();
});

test('an operation in progress, and what is unmerged', async () => {
  const { git, repository, user, commit } = await scene();
  expect(readOperation(repository)).toBeNull();
  user('checkout', '--quiet', '-b', 'side');
  commit({ 'src/a.ts': 'side\n' });
  user('checkout', '--quiet', 'main');
  commit({ 'src/a.ts': 'main\n' });
  for (const [command, operation] of [
    ['merge', 'merge'],
    ['rebase', 'rebase'],
    ['cherry-pick', 'cherry-pick'],
  ] as const) {
    expect(() => user(command, 'side')).toThrow('Command failed');
    const { unmerged } = await readGitStatus(git, repository);
    expect([readOperation(repository), unmerged]).toEqual([operation, ['src/a.ts']]);
    user(command, '--abort');
  }
  user('bisect', 'start');
  expect(readOperation(repository)).toBe('bisect');
});

test('status reads hostile names, renames, and both sides', async () => {
  const { git, repository, project, user, write } = await scene();
  const names = ['한글 파일.txt', 'line\nbreak', ' leading', 'quote"\\', '-dash', 'tab\there', '🔄'];
  for (const name of names) write(`new/${name}`, 'x');
  fs.writeFileSync(Buffer.concat([Buffer.from(`${project}/`), Buffer.from([0xff, 0xfe])]), 'x');
  user('mv', 'src/b.ts', 'src/c d.ts');
  write('src/a.ts', 'staged\n');
  user('add', 'src/a.ts');
  write('src/a.ts', 'and changed again\n');
  fs.rmSync(path.join(project, 'readme.md'));
  const status = await readGitStatus(git, repository);
  expect(status.untracked.toSorted()).toEqual([...names.map((name) => `new/${name}`), '\ufffd\ufffd'].toSorted());
  expect(status.staged).toEqual([
    { path: 'src/a.ts', kind: 'modified' },
    { path: 'src/c d.ts', kind: 'renamed', from: 'src/b.ts' },
  ]);
  expect(status.unstaged).toEqual([
    { path: 'readme.md', kind: 'deleted' },
    { path: 'src/a.ts', kind: 'modified' },
  ]);
});
