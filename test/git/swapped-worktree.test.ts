import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findWorktree, openWorktree } from '../../src/git/worktree-list.ts';
import { removeWorktree, resetWorktree } from '../../src/git/worktree-reset.ts';
import { commitWork } from '../../src/git/commit.ts';
import { codeOf, type Scene, scene } from './scene.ts';

/** A folder of the person's that the agent wants to be cleaned or read. */
function victim({ root }: Scene): string {
  const folder = path.join(root, 'letters');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'letter.txt'), 'dear\n');
  fs.writeFileSync(path.join(folder, 'readme.md'), 'mine\n');
  return folder;
}

function contents(folder: string): string[] {
  return fs.readdirSync(folder).map((name) => `${name} ${fs.readFileSync(path.join(folder, name), 'utf8')}`);
}

const UNTOUCHED = ['letter.txt dear\n', 'readme.md mine\n'];

describe.each(['link', 'folder'] as const)('a worktree in whose place an agent put a %s', (kind) => {
  async function swapped(): Promise<{
    here: Scene;
    worktree: Awaited<ReturnType<Scene['worktree']>>;
    foreign: string;
  }> {
    const here = await scene();
    const worktree = await here.worktree('T1');
    const foreign = victim(here);
    fs.renameSync(worktree.folder, `${worktree.folder}-moved`);
    if (kind === 'link') fs.symlinkSync(foreign, worktree.folder);
    else fs.renameSync(foreign, worktree.folder);
    return { here, worktree, foreign: kind === 'link' ? foreign : worktree.folder };
  }

  test('is not reset, cleaned or committed', async () => {
    const { here, worktree, foreign } = await swapped();
    const found = findWorktree(here.repository, 'run-1/T1') ?? worktree;
    const reset = { branch: null, commit: here.user('rev-parse', 'HEAD'), rescueAs: 'run-1/T1' };
    const work = { branch: 'orchestral/T1', onto: reset.commit, message: 'm', reason: 'r' };
    expect(await codeOf(resetWorktree(here.git, found, reset))).toBe('git.not_our_worktree');
    expect(await codeOf(commitWork(here.git, found, work))).toBe('git.not_our_worktree');
    expect(contents(foreign)).toEqual(UNTOUCHED);
  });

  test('is forgotten when it is removed, and what stands there is kept beside it', async () => {
    const { here, worktree, foreign } = await swapped();
    await removeWorktree(here.git, worktree, 'run-1/T1');
    const aside = `${worktree.folder}-replaced-1`;
    expect(contents(kind === 'link' ? foreign : aside)).toEqual(UNTOUCHED);
    expect(fs.lstatSync(aside).isSymbolicLink()).toBe(kind === 'link');
    expect(findWorktree(here.repository, 'run-1/T1')).toBeUndefined();
    expect((await here.worktree('T1')).folder).toBe(worktree.folder);
  });
});

test('a worktree that is swapped while git works in it: git stays in the folder it began with', async () => {
  const here = await scene();
  const { folder } = await here.worktree('T1');
  const worktree = openWorktree(here.repository, folder);
  fs.writeFileSync(path.join(folder, 'new.txt'), 'new\n');
  const foreign = victim(here);
  const started = here.git.change(worktree, ['clean', '--force', '-d', '--quiet']);
  fs.renameSync(folder, `${folder}-moved`);
  fs.symlinkSync(foreign, folder);
  await started;
  expect(contents(foreign)).toEqual(UNTOUCHED);
  expect(fs.existsSync(path.join(`${folder}-moved`, 'new.txt'))).toBe(false);
});

test('a removed worktree leaves nothing, and what its links lead to stays', async () => {
  const here = await scene();
  const worktree = await here.worktree('T1');
  const foreign = victim(here);
  fs.symlinkSync(foreign, path.join(worktree.folder, 'there'));
  await removeWorktree(here.git, worktree, 'run-1/T1');
  expect(fs.existsSync(worktree.folder)).toBe(false);
  expect(contents(foreign)).toEqual(UNTOUCHED);
});
