import path from 'node:path';
import { expect, test } from 'vitest';
import { inspectCommit, lfsSetup, missingObjects } from '../../src/git/content.ts';
import { openRepository } from '../../src/git/repository.ts';
import { must, scene } from './scene.ts';

test('an ordinary commit needs no help', async () => {
  const { git, repository } = await scene();
  expect(await inspectCommit(git, repository, 'HEAD')).toEqual({ submodules: [], lfs: false });
  expect(await missingObjects(git, repository, 'HEAD')).toBe(0);
  expect(await lfsSetup(git, repository)).toEqual({ kind: 'off' });
});

test('submodules, also a repository that was just added, and LFS in a folder', async () => {
  const { git, repository, root, project, user, userIn, commit } = await scene();
  const before = user('rev-parse', 'HEAD');
  userIn(root, 'clone', '--quiet', project, 'library');
  user('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', path.join(root, 'library'), 'libs/한글');
  userIn(project, 'clone', '--quiet', path.join(root, 'library'), 'just added');
  user('add', 'just added');
  commit({ 'art/.gitattributes': '*.psd filter=lfs diff=lfs merge=lfs -text\n' });
  const content = await inspectCommit(git, repository, 'HEAD');
  expect(content).toEqual({ submodules: ['just added', 'libs/한글'], lfs: true });
  expect(await inspectCommit(git, repository, before)).toEqual({ submodules: [], lfs: false });
});

test.each(['blob:none', 'tree:0'])('a clone with --filter=%s lacks what was never checked out', async (filter) => {
  const { git, root, project, user, userIn } = await scene();
  user('config', 'uploadpack.allowFilter', 'true');
  const from = `file://${project}`;
  userIn(root, 'clone', '--quiet', '--no-checkout', `--filter=${filter}`, from, 'partial');
  const partial = must(await openRepository(git, path.join(root, 'partial')));
  expect(await missingObjects(git, partial, 'HEAD')).toBeGreaterThan(0);
  userIn(partial.folder, 'checkout', '--quiet', 'main');
  expect(await missingObjects(git, partial, 'HEAD')).toBe(0);
});

test('LFS set up by the user counts, by the repository alone only when it is trusted', async () => {
  const { git, repository, user } = await scene();
  const command = 'git-lfs filter-process';
  user('config', 'filter.lfs.process', command);
  expect(await lfsSetup(git, repository)).toEqual({ kind: 'untrusted' });
  const trusting = { ...repository, trusted: { 'filter.lfs.process': command } };
  expect(await lfsSetup(git, trusting)).toEqual({ kind: 'on', command });
  user('config', '--global', 'filter.lfs.process', command);
  expect(await lfsSetup(git, repository)).toEqual({ kind: 'on', command });
});
