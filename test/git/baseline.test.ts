import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compareBaseline, takeBaseline } from '../../src/git/baseline.ts';
import { openRepository } from '../../src/git/repository.ts';
import { readGitStatus } from '../../src/git/status.ts';
import { must, scene } from './scene.ts';

test('what is the same is no difference, nor what ordinary work writes', async () => {
  const here = await scene();
  here.user('config', 'core.hooksPath', '.husky');
  const before = await takeBaseline(here.git, here.repository);
  here.user('config', 'branch.feature.remote', 'origin');
  here.user('config', 'branch.feature.merge', 'refs/heads/feature');
  here.user('update-server-info');
  await here.worktree('T1');
  expect(compareBaseline(before, await takeBaseline(here.git, here.repository))).toEqual([]);
});

test('names every setting and file that changed, and holds no value of a setting', async () => {
  const here = await scene();
  here.user('config', 'http.extraHeader', 'Authorization: secret');
  here.user('config', 'remote.origin.url', 'https://example.com/a');
  here.write('.git/hooks/pre-commit', '#!/bin/sh\n');
  const before = await takeBaseline(here.git, here.repository);
  expect(JSON.stringify(before)).not.toContain('secret');
  const worktree = await here.worktree('T1');
  here.user('config', 'extensions.worktreeConfig', 'true');
  here.userIn(worktree.folder, 'config', '--worktree', 'core.fsmonitor', 'evil');
  here.user('config', '--add', 'remote.origin.url', 'ext::evil');
  here.user('config', '--unset', 'http.extraHeader');
  here.write('.git/included', '[alias]\nst = !evil\n');
  here.user('config', 'include.path', 'included');
  here.write('.git/info/attributes', '* filter=evil\n');
  fs.chmodSync(path.join(here.project, '.git/hooks/pre-commit'), 0o755);
  fs.symlinkSync('/tmp/evil', path.join(here.project, '.git/hooks/post-checkout'));
  expect(compareBaseline(before, await takeBaseline(here.git, here.repository))).toEqual([
    { kind: 'config', name: 'alias.st', change: 'added' },
    { kind: 'config', name: 'extensions.worktreeconfig', change: 'added' },
    { kind: 'config', name: 'http.extraheader', change: 'removed' },
    { kind: 'config', name: 'include.path', change: 'added' },
    { kind: 'config', name: 'remote.origin.url', change: 'changed' },
    { kind: 'file', name: 'hooks/post-checkout', change: 'added' },
    { kind: 'file', name: 'hooks/pre-commit', change: 'changed' },
    { kind: 'file', name: 'info/attributes', change: 'added' },
    { kind: 'file', name: 'worktrees/T1/config.worktree', change: 'added' },
  ]);
});

test('a filter that was trusted runs, and no other value of it', async () => {
  const here = await scene();
  here.commit({ '.gitattributes': '*.up filter=up\n', 'x.up': 'text\n' });
  here.user('config', 'filter.up.clean', 'tr a-z A-Z');
  here.write('x.up', 'TEXT\n');
  const trusted = { 'filter.up.clean': 'tr a-z A-Z' };
  const witness = path.join(here.root, 'ran');
  const changedWith = async (trust: typeof trusted): Promise<boolean> => {
    const repository = must(await openRepository(here.git, here.project, trust));
    await readGitStatus(here.git, repository);
    return fs.existsSync(witness);
  };
  here.user('config', 'filter.up.clean', `touch ${witness}; cat`);
  expect(await changedWith(trusted)).toBe(false);
  expect(await changedWith({ 'filter.up.clean': `touch ${witness}; cat` })).toBe(true);
});
