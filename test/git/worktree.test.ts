import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createGit } from '../../src/git/git.ts';
import { openRepository } from '../../src/git/repository.ts';
import { addWorktree, type NewWorktree } from '../../src/git/add-worktree.ts';
import { listWorktrees, openWorktree } from '../../src/git/worktree-list.ts';
import { byTier } from '../support/tier.ts';
import { runCommand, spawnerTelling } from './spawner.ts';
import { codeOf, must, type Scene, scene } from './scene.ts';

function wanted({ root, user }: Scene, name: string): NewWorktree {
  const folder = path.join(root, 'worktrees', name);
  return { folder, owner: `run-1/${name}`, branch: `orchestral/${name}`, at: user('rev-parse', 'HEAD') };
}

describe('adding', () => {
  test('makes a locked worktree on a branch of its own, without upstream', async () => {
    const here = await scene();
    const config = fs.readFileSync(path.join(here.project, '.git/config'), 'utf8');
    here.user('config', '--global', 'branch.autoSetupMerge', 'always');
    const worktree = await here.worktree('T1');
    expect(here.userIn(worktree.folder, 'status', '--porcelain', '--branch')).toBe('## orchestral/T1');
    expect(fs.readFileSync(path.join(worktree.gitDir, 'locked'), 'utf8').trim()).toBe('orchestral run-1/T1');
    expect(fs.readFileSync(path.join(here.project, '.git/config'), 'utf8')).toBe(config);
    expect(openWorktree(here.repository, worktree.folder)).toEqual(worktree);
    const listed = await listWorktrees(here.git, here.repository);
    expect(listed.map(({ folder, branch, owner }) => [folder, branch, owner])).toEqual([
      [here.project, 'refs/heads/main', null],
      [worktree.folder, 'refs/heads/orchestral/T1', 'run-1/T1'],
    ]);
  });

  test.each([
    ['bare', ['clone', '--quiet', '--bare', 'project', 'other'], 'other'],
    ['bare below a folder', ['clone', '--quiet', '--bare', 'project', 'other/.git'], 'other/.git'],
    ['with its git folder elsewhere', ['clone', '--quiet', '--separate-git-dir=apart', 'project', 'other'], 'other'],
    ['as usual', ['clone', '--quiet', 'project', 'other'], 'other'],
  ])('checkouts are listed as git lists them where the repository is %s', async (_, clone, main) => {
    const here = await scene();
    here.userIn(here.root, ...clone);
    const place = path.join(here.root, main);
    for (const [name, ...how] of [
      ['on', '-b', 'feature'],
      ['off', '--detach'],
      ['gone', '--detach'],
      ['new\nline', '--detach'],
    ])
      here.userIn(place, 'worktree', 'add', '--quiet', ...how, path.join(here.root, name ?? ''));
    here.userIn(place, 'worktree', 'lock', '--reason', 'of somebody', path.join(here.root, 'off'));
    fs.rmSync(path.join(here.root, 'gone'), { recursive: true });
    const repository = must(await openRepository(here.git, path.join(here.root, 'on')));
    const listed = (await listWorktrees(here.git, repository)).map(({ folder, branch }) => ({ folder, branch }));
    const byGit = here
      .userIn(place, 'worktree', 'list', '--porcelain', '-z')
      .split('\0\0')
      .filter((record) => record.trim() !== '')
      .map((record) => ({
        folder: /^worktree ([^\0]+)/.exec(record)?.[1],
        branch: /\0branch ([^\0]+)/.exec(record)?.[1] ?? null,
      }));
    expect(listed[0]).toEqual(byGit[0]);
    expect(new Set(listed)).toEqual(new Set(byGit));
  });

  test('takes up a branch that stands where it should, and no other', async () => {
    const here = await scene();
    here.user('branch', 'orchestral/T1');
    await addWorktree(here.git, here.repository, wanted(here, 'T1'));
    here.user('branch', 'orchestral/T2');
    here.commit({ 'readme.md': 'later\n' });
    expect(await codeOf(addWorktree(here.git, here.repository, wanted(here, 'T2')))).toBe('git.ref_moved');
    const main = { ...wanted(here, 'T3'), branch: 'main' };
    expect(await codeOf(addWorktree(here.git, here.repository, main))).toBe('git.branch_checked_out');
    expect(await listWorktrees(here.git, here.repository)).toHaveLength(2);
  });

  test('leaves nothing behind when the branch cannot be made', async () => {
    const here = await scene();
    here.user('branch', 'orchestral');
    expect(await codeOf(addWorktree(here.git, here.repository, wanted(here, 'T1')))).toBe('git.failed');
    expect(await listWorktrees(here.git, here.repository)).toHaveLength(1);
    expect(fs.existsSync(wanted(here, 'T1').folder)).toBe(false);
  });

  test('refuses a folder that is taken, or inside a checkout, also through a link', async () => {
    const here = await scene();
    fs.mkdirSync(path.join(here.root, 'worktrees/T1/full'), { recursive: true });
    expect(await codeOf(addWorktree(here.git, here.repository, wanted(here, 'T1')))).toBe('git.folder_taken');
    fs.symlinkSync(here.project, path.join(here.root, 'link'));
    for (const folder of ['project/.worktrees/T2', 'link/T2', 'project/.git/T2']) {
      const inside = { ...wanted(here, 'T2'), folder: path.join(here.root, folder) };
      expect(await codeOf(addWorktree(here.git, here.repository, inside))).toBe('git.worktree_inside_repository');
    }
  });

  test('is whole where the checkout of the user is sparse', async () => {
    const here = await scene();
    here.user('sparse-checkout', 'set', 'docs');
    expect(fs.existsSync(path.join(here.project, 'src'))).toBe(false);
    const worktree = await here.worktree('T1');
    expect(fs.readdirSync(path.join(worktree.folder, 'src'))).toEqual(['a.ts', 'b.ts']);
  });

  test('many at once, from several processes: all are made', async () => {
    const here = await scene();
    const others = [1, 2].map(() =>
      createGit({ spawner: spawnerTelling(), env: { PATH: process.env['PATH'], HOME: path.join(here.root, 'home') } }),
    );
    const count = byTier({ usual: 24, full: 50 });
    await Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const git = [here.git, ...others][n % 3] ?? here.git;
        return addWorktree(git, must(await openRepository(git, here.project)), wanted(here, `T${n}`));
      }),
    );
    const branches = here.user('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');
    expect(branches).toHaveLength(count + 1);
    expect(fs.readFileSync(path.join(here.project, '.git/config'), 'utf8')).not.toContain('branch');
  });

  test('waits for a lock that another git holds for a moment', async () => {
    const here = await scene();
    const lock = path.join(here.project, '.git/refs/heads/orchestral/T1.lock');
    fs.mkdirSync(path.dirname(lock), { recursive: true });
    fs.writeFileSync(lock, '');
    const patient = createGit({
      env: { PATH: process.env['PATH'], HOME: path.join(here.root, 'home') },
      spawner: {
        ...spawnerTelling(),
        run: async (command) => {
          const finished = await runCommand(command);
          const failed = finished.ending.kind === 'exited' && finished.ending.code !== 0;
          if (command.args[0] === 'update-ref' && failed) fs.rmSync(lock);
          return finished;
        },
      },
    });
    await addWorktree(patient, here.repository, wanted(here, 'T1'));
    expect(fs.existsSync(lock)).toBe(false);
  });
});

test('only what we locked is ours', async () => {
  const here = await scene();
  const theirs = path.join(here.root, 'theirs');
  here.user('worktree', 'add', '--quiet', '--detach', theirs);
  for (const folder of [theirs, here.project, here.root])
    expect(await codeOf((async () => openWorktree(here.repository, folder))())).toBe('git.not_our_worktree');
});
