import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { commitWork } from '../../src/git/commit.ts';
import type { Worktree } from '../../src/git/git.ts';
import { resetWorktree } from '../../src/git/worktree-reset.ts';
import { type Scene, scene } from './scene.ts';

/** A worktree whose task is committed, and the next task that begins from where main is. */
describe('a worktree that nobody touched since its work was committed', () => {
  let here: Scene;
  let worktree: Worktree;
  let next: { branch: string; commit: string; rescueAs: string };
  const at = (name: string): string => path.join(worktree.folder, name);
  const agent = (...args: string[]): string => here.userIn(worktree.folder, ...args);
  const rescues = (): string => here.user('for-each-ref', 'refs/orchestral/rescue');

  beforeEach(async () => {
    here = await scene();
    worktree = await here.worktree('T1');
    fs.writeFileSync(at('src/a.ts'), 'work\n');
    fs.writeFileSync(at('new.ts'), 'new\n');
    const onto = agent('rev-parse', 'HEAD');
    await commitWork(here.git, worktree, { branch: 'orchestral/T1', onto, message: 'work', reason: 'test' });
    const commit = here.commit({ 'src/b.ts': 'later\n', 'src/deep/c.ts': 'c\n' });
    next = { branch: 'orchestral/T2', commit, rescueAs: 'run-1/T1' };
  });

  const expectMoved = (): void => {
    expect(agent('status', '--porcelain', '--branch')).toBe('## orchestral/T2');
    expect(agent('rev-parse', 'HEAD')).toBe(next.commit);
    expect(fs.existsSync(at('new.ts'))).toBe(false);
    expect(fs.readFileSync(at('src/b.ts'), 'utf8')).toBe('later\n');
    // Git reads every file.
    fs.utimesSync(at('readme.md'), 1, 1);
    expect(agent('diff', 'HEAD', '--stat')).toBe('');
    expect(agent('fsck', '--no-dangling')).toBe('');
  };

  test('goes on with three processes, and only what differs is written', async () => {
    const before = fs.statSync(at('readme.md'), { bigint: true });
    here.commands.length = 0;
    expect(await resetWorktree(here.git, worktree, next)).toBeNull();
    const asked = here.commands.map(({ args }) => args[0]);
    expect(asked.filter((command) => command !== 'config' && command !== 'cat-file')).toEqual([
      'status',
      'read-tree',
      'update-ref',
    ]);
    expect(fs.statSync(at('readme.md'), { bigint: true })).toMatchObject({ ino: before.ino, ctimeNs: before.ctimeNs });
    expectMoved();
    expect(rescues()).toBe('');
  });

  test('is asked once whether it is there already', async () => {
    await resetWorktree(here.git, worktree, next);
    here.commands.length = 0;
    expect(await resetWorktree(here.git, worktree, next)).toBeNull();
    expect(here.commands.filter(({ args }) => args[0] !== 'cat-file').map(({ args }) => args[0])).toEqual(['status']);
  });

  test.each<[what: string, touch: () => void, kept: string, text: string]>([
    [
      'a file that looks as before',
      () => {
        const { atime, mtime } = fs.statSync(at('src/a.ts'));
        fs.writeFileSync(at('src/a.ts'), 'evil\n');
        fs.utimesSync(at('src/a.ts'), atime, mtime);
      },
      'src/a.ts',
      'evil',
    ],
    [
      'a file that git was told to overlook',
      () => {
        agent('update-index', '--assume-unchanged', 'src/a.ts');
        fs.writeFileSync(at('src/a.ts'), 'hidden\n');
      },
      'src/a.ts',
      'hidden',
    ],
    [
      'a commit',
      () => {
        fs.writeFileSync(at('src/a.ts'), 'committed\n');
        agent('checkout', '--quiet', '--detach');
        agent('commit', '--quiet', '-am', 'by a person');
      },
      'src/a.ts',
      'committed',
    ],
    ['a new file', () => fs.writeFileSync(at('other.ts'), 'other\n'), 'other.ts', 'other'],
    [
      'our own index, which tells of no change',
      () => {
        const kept = path.join(worktree.gitDir, 'orchestral.index');
        fs.writeFileSync(at('src/a.ts'), 'planted\n');
        here.userIn(worktree.folder, 'add', 'src/a.ts');
        fs.copyFileSync(path.join(worktree.gitDir, 'index'), kept);
      },
      'src/a.ts',
      'planted',
    ],
  ])('is kept when somebody did: %s', async (_, touch, kept, text) => {
    touch();
    const rescue = await resetWorktree(here.git, worktree, next);
    expect(here.user('show', `${rescue?.ref}:${kept}`)).toBe(text);
    expectMoved();
  });

  test('an ignored file stays, and one in the way of a file is replaced', async () => {
    const commit = here.commit({ '.gitignore': 'kept\nway\n' });
    await resetWorktree(here.git, worktree, { ...next, commit });
    fs.writeFileSync(at('kept'), 'kept');
    fs.writeFileSync(at('way'), 'ignored');
    here.write('way', 'tracked\n');
    here.user('add', '--force', 'way');
    here.user('commit', '--quiet', '-m', 'in the way');
    const later = here.user('rev-parse', 'HEAD');
    await resetWorktree(here.git, worktree, { ...next, branch: 'orchestral/T3', commit: later });
    expect(fs.readFileSync(at('way'), 'utf8')).toBe('tracked\n');
    expect(fs.readFileSync(at('kept'), 'utf8')).toBe('kept');
  });

  test('of a commit that is on no branch no rescue is made when we put it there', async () => {
    const loose = here.user('commit-tree', '-m', 'candidate', `${next.commit}^{tree}`);
    await resetWorktree(here.git, worktree, { ...next, branch: null, commit: loose });
    expect(await resetWorktree(here.git, worktree, { ...next, branch: null })).toBeNull();
    expect(rescues()).toBe('');
  });
});
