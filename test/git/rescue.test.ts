import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Worktree } from '../../src/git/git.ts';
import { rescueWorktree } from '../../src/git/rescue.ts';
import { listWorktrees } from '../../src/git/worktree-list.ts';
import { removeWorktree, resetWorktree } from '../../src/git/worktree-reset.ts';
import { byTier, seed } from '../support/tier.ts';
import { seededRandom } from './seeded-random.ts';
import { describeTree } from './fingerprint.ts';
import { codeOf, type Scene, scene } from './scene.ts';

function put({ folder }: Worktree, file: string, content: string): void {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), content);
}

function refs({ user }: Scene): string {
  return user('for-each-ref', '--format=%(refname)', 'refs/orchestral');
}

type Agent = (...args: string[]) => string;

describe('a rescue', () => {
  test('holds files, what was staged, and commits nothing else reaches', async () => {
    const here = await scene();
    const worktree = await here.worktree('T1');
    const agent = (...args: string[]): string => here.userIn(worktree.folder, ...args);
    put(worktree, 'lost', 'a commit that is reset away');
    agent('add', 'lost');
    agent('commit', '--quiet', '-m', 'lost');
    const lost = agent('rev-parse', 'HEAD');
    agent('reset', '--quiet', '--hard', 'HEAD^');
    agent('checkout', '--quiet', '--detach');
    agent('commit', '--quiet', '--allow-empty', '-m', 'on no branch');
    const detached = agent('rev-parse', 'HEAD');
    put(worktree, 'src/a.ts', 'staged');
    agent('add', 'src/a.ts');
    put(worktree, 'src/a.ts', 'and changed again');
    const status = agent('status', '--porcelain');
    const { ref, commit } = await rescueWorktree(here.git, worktree, 'run-1/T1');
    expect(ref).toBe('refs/orchestral/rescue/run-1/T1/1');
    expect(here.user('show', `${ref}:src/a.ts`)).toBe('and changed again');
    const [first, ...others] = here.user('rev-parse', `${commit}^@`).split('\n');
    expect(first).toBe(detached);
    expect(others).toContain(lost);
    expect(others.map((parent) => here.user('show', `${parent}:src/a.ts`))).toContain('staged');
    expect(agent('status', '--porcelain')).toBe(status);
  });

  test.each([
    ['the reflog', (): void => undefined, true],
    [
      'a ref of the worktree',
      (agent: Agent, lost: string) => void agent('update-ref', 'refs/worktree/kept', lost),
      false,
    ],
  ] as const)('holds what only %s remembers', async (_, remember, hasReflog) => {
    const here = await scene();
    const worktree = await here.worktree('T1');
    const agent: Agent = (...args) => here.userIn(worktree.folder, ...args);
    agent('commit', '--quiet', '--allow-empty', '-m', 'lost');
    const lost = agent('rev-parse', 'HEAD');
    remember(agent, lost);
    // Unlike a reset, this leaves no ORIG_HEAD.
    agent('update-ref', 'HEAD', 'HEAD^');
    if (!hasReflog) fs.rmSync(path.join(worktree.gitDir, 'logs/HEAD'));
    const { commit } = await rescueWorktree(here.git, worktree, 'run-1/T1');
    expect(here.user('rev-parse', `${commit}^@`).split('\n')).toContain(lost);
  });

  test('never takes the place of another, and needs no identity', async () => {
    const here = await scene();
    const worktree = await here.worktree('T1');
    fs.writeFileSync(path.join(here.root, 'home/.gitconfig'), '');
    here.user('update-ref', 'refs/orchestral/rescue/run-1/T1/7', 'HEAD');
    const all = await Promise.all([1, 2, 3].map(() => rescueWorktree(here.git, worktree, 'run-1/T1')));
    expect(all.map(({ ref }) => ref).toSorted()).toEqual(
      [8, 9, 10].map((n) => `refs/orchestral/rescue/run-1/T1/${n}`).toSorted(),
    );
  });

  test('is of our own worktrees only', async () => {
    const here = await scene();
    const worktree = await here.worktree('T1');
    const pretended: Worktree = { ...here.repository, kind: 'worktree', owner: 'run-1/T1', identity: null };
    for (const not of [pretended, { ...worktree, owner: 'run-2/T1' }, { ...worktree, folder: here.project }]) {
      expect(await codeOf(rescueWorktree(here.git, not, 'run-1/T1'))).toBe('git.not_our_worktree');
      expect(await codeOf(removeWorktree(here.git, not, 'run-1/T1'))).toBe('git.not_our_worktree');
      const reset = { branch: 'x', commit: 'HEAD', rescueAs: 'run-1/T1' };
      expect(await codeOf(resetWorktree(here.git, not, reset))).toBe('git.not_our_worktree');
    }
    here.user('worktree', 'unlock', worktree.folder);
    expect(await codeOf(removeWorktree(here.git, worktree, 'run-1/T1'))).toBe('git.not_our_worktree');
    expect(refs(here)).toBe('');
  });
});

describe('removing', () => {
  test('keeps branch and stash, and takes only the worktree', async () => {
    const here = await scene();
    const worktree = await here.worktree('T1');
    put(worktree, 'src/a.ts', 'in the stash');
    here.userIn(worktree.folder, 'stash', '--quiet');
    await removeWorktree(here.git, worktree, 'run-1/T1');
    expect(fs.existsSync(worktree.folder)).toBe(false);
    expect(here.user('show', 'stash@{0}:src/a.ts')).toBe('in the stash');
    expect(here.user('branch', '--list', 'orchestral/T1')).not.toBe('');
    expect(await listWorktrees(here.git, here.repository)).toHaveLength(1);
  });

  test('refuses what holds a repository, or a submodule that is checked out', async () => {
    const here = await scene();
    here.userIn(here.root, 'clone', '--quiet', here.project, 'library');
    here.user(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      path.join(here.root, 'library'),
      'lib',
    );
    here.user('commit', '--quiet', '-m', 'submodule');
    const nested = await here.worktree('T1');
    here.userIn(nested.folder, 'init', '--quiet', 'deep/app');
    const populated = await here.worktree('T2');
    here.userIn(populated.folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init');
    for (const worktree of [nested, populated]) {
      expect(await codeOf(removeWorktree(here.git, worktree, 'run-1/x'))).toBe('git.nested_repository');
      expect(fs.existsSync(worktree.folder)).toBe(true);
    }
    await removeWorktree(here.git, await here.worktree('T3'), 'run-1/T3');
  });

  test('stops when something writes after the rescue', async () => {
    const here = await scene();
    const worktree = await here.worktree('T1');
    put(worktree, 'early', 'written before the rescue');
    const write = here.git.record;
    const meddled: typeof here.git = {
      ...here.git,
      record: async (place, args, options) => {
        const answer = await write(place, args, options);
        if (args[0] === 'update-ref') put(worktree, 'late', 'written after the rescue');
        return answer;
      },
    };
    expect(await codeOf(removeWorktree(meddled, worktree, 'run-1/T1'))).toBe('git.worktree_changed');
    expect(fs.readFileSync(path.join(worktree.folder, 'late'), 'utf8')).toBe('written after the rescue');
  });

  test('of a folder that vanished keeps its commits and its index, and leaves worktrees of the user alone', async () => {
    const here = await scene();
    const theirs = path.join(here.root, 'unmounted');
    here.user('worktree', 'add', '--quiet', '--detach', theirs);
    fs.rmSync(theirs, { recursive: true });
    const worktree = await here.worktree('T1');
    here.userIn(worktree.folder, 'checkout', '--quiet', '--detach');
    here.userIn(worktree.folder, 'commit', '--quiet', '--allow-empty', '-m', 'on no branch');
    const head = here.userIn(worktree.folder, 'rev-parse', 'HEAD');
    put(worktree, 'staged', 'staged');
    here.userIn(worktree.folder, 'add', 'staged');
    fs.rmSync(worktree.folder, { recursive: true });
    const ref = (await removeWorktree(here.git, worktree, 'run-1/T1'))?.ref;
    expect(here.user('rev-parse', `${ref}^1`)).toBe(head);
    expect(here.user('show', `${ref}:staged`)).toBe('staged');
    expect(fs.existsSync(path.join(here.project, '.git/worktrees', path.basename(theirs)))).toBe(true);
    expect(fs.existsSync(worktree.gitDir)).toBe(false);
  });

  test('loses nothing, whatever state it is in', async () => {
    const here = await scene();
    here.commit({ '.gitignore': '*.ignored\n', 'text.txt': 'one\ntwo\n' });
    const roll = seededRandom(seed);
    const count = byTier({ usual: 12, full: 300 });
    for (let n = 0; n < count; n++) {
      const worktree = await here.worktree(`T${n}`);
      const steps = disturb(here, worktree, roll);
      const before = describeTree(worktree.folder, { skip: /^\.git$|\.ignored$/u });
      const head = headOf(here, worktree);
      // Null: all that was there is what HEAD is, and a branch keeps it.
      const ref = (await removeWorktree(here.git, worktree, `run-1/T${n}`))?.ref ?? head;

      const out = path.join(here.root, 'restored');
      here.user('worktree', 'add', '--quiet', '--detach', out, ref ?? '');
      expect(describeTree(out, { skip: /^\.git$/u }), `seed ${seed}, state ${n}: ${steps.join(', ')}`).toEqual(before);
      here.user('worktree', 'remove', '--force', out);
      expect(fs.existsSync(worktree.folder)).toBe(false);
    }
  });
});

test('a reset brings files, index and branch back, and leaves what is ignored', async () => {
  const here = await scene();
  const base = here.commit({ '.gitignore': 'node_modules/\n' });
  const worktree = await here.worktree('T1');
  const agent = (...args: string[]): string => here.userIn(worktree.folder, ...args);
  put(worktree, 'src/a.ts', 'committed');
  agent('commit', '--quiet', '-am', 'by the agent');
  put(worktree, 'node_modules/x/index.js', 'set up');
  put(worktree, 'deep/new', 'untracked');
  const reset = { branch: 'orchestral/T2', commit: base, rescueAs: 'run-1/T1' };
  const ref = (await resetWorktree(here.git, worktree, reset))?.ref;
  expect(here.user('show', `${ref}:deep/new`)).toBe('untracked');
  expect(agent('status', '--porcelain', '--branch', '--ignored')).toBe('## orchestral/T2\n!! node_modules/');
  expect(here.user('rev-parse', 'orchestral/T2')).toBe(base);
  const tree = here.user('rev-parse', `${ref}^{tree}`);
  await resetWorktree(here.git, worktree, { ...reset, tree });
  expect(fs.readFileSync(path.join(worktree.folder, 'deep/new'), 'utf8')).toBe('untracked');
  expect(agent('rev-parse', 'HEAD')).toBe(base);
});

test('what is kept elsewhere is not rescued, and what a reset would lose is', async () => {
  const here = await scene();
  const base = here.commit({ 'a.txt': 'a' });
  const worktree = await here.worktree('T1');
  const rescues = (): string => here.user('for-each-ref', 'refs/orchestral');
  const reset = { branch: 'orchestral/T1', commit: base, rescueAs: 'run-1/T1' };
  expect(await resetWorktree(here.git, worktree, reset)).toBeNull();
  expect(rescues()).toBe('');
  // Clean, but its branch, which is about to be moved back, is all that holds the commit.
  put(worktree, 'a.txt', 'b');
  here.userIn(worktree.folder, 'commit', '--quiet', '-am', 'by the agent');
  const commit = here.userIn(worktree.folder, 'rev-parse', 'HEAD');
  const rescue = await resetWorktree(here.git, worktree, reset);
  expect(here.user('merge-base', '--is-ancestor', commit, rescue?.ref ?? '')).toBe('');
  // Hidden from git's own status.
  here.userIn(worktree.folder, 'update-index', '--assume-unchanged', 'a.txt');
  put(worktree, 'a.txt', 'hidden');
  const hidden = await removeWorktree(here.git, worktree, 'run-1/T1');
  expect(here.user('show', `${hidden?.ref}:a.txt`)).toBe('hidden');
});

test('work that its branch holds is not rescued when its worktree goes', async () => {
  const here = await scene();
  const worktree = await here.worktree('T1');
  put(worktree, 'new.txt', 'not in the main checkout');
  here.userIn(worktree.folder, 'add', '.');
  here.userIn(worktree.folder, 'commit', '--quiet', '-m', 'work');
  expect(await removeWorktree(here.git, worktree, 'run-1/T1')).toBeNull();
  expect(refs(here)).toBe('');
});

test('a worktree that is as wanted is left alone, but not one with something staged that no file shows', async () => {
  const here = await scene();
  const base = here.commit({ '.gitignore': 'ignored\n' });
  const worktree = await here.worktree('T1');
  const reset = { branch: 'orchestral/T1', commit: base, rescueAs: 'run-1/T1' };
  const began = here.commands.length;
  expect(await resetWorktree(here.git, worktree, reset)).toBeNull();
  expect(here.commands.slice(began).map(({ args }) => args[0])).not.toContain('reset');
  put(worktree, 'ignored', 'added all the same');
  here.userIn(worktree.folder, 'add', '--force', 'ignored');
  const ref = (await resetWorktree(here.git, worktree, reset))?.ref;
  expect(here.user('show', `${ref}:ignored`)).toBe('added all the same');
  expect(here.userIn(worktree.folder, 'ls-files', 'ignored')).toBe('');
});

/** Undefined on a branch without a commit. */
function headOf(here: Scene, worktree: Worktree): string | undefined {
  try {
    return here.userIn(worktree.folder, 'rev-parse', '--verify', '--quiet', 'HEAD');
  } catch {
    return undefined;
  }
}

/** A few things an agent may leave behind, in random order. */
function disturb(here: Scene, worktree: Worktree, roll: (sides: number) => number): string[] {
  const agent = (...args: string[]): string => here.userIn(worktree.folder, ...args);
  const at = (file: string): string => path.join(worktree.folder, file);
  const kinds: Record<string, () => void> = {
    dirty: () => put(worktree, 'readme.md', `dirty ${roll(1000)}`),
    staged: () => {
      put(worktree, 'staged', 'one');
      agent('add', 'staged');
      put(worktree, 'staged', 'two');
    },
    untracked: () => put(worktree, `새 폴더/줄\n바꿈 ${roll(9)}`, 'x'),
    'not utf-8': () => fs.writeFileSync(Buffer.concat([Buffer.from(at('n')), Buffer.from([0xff])]), 'x'),
    ignored: () => put(worktree, 'x.ignored', 'x'),
    deleted: () => fs.rmSync(at('src'), { recursive: true, force: true }),
    executable: () => {
      put(worktree, 'run.sh', '#!/bin/sh');
      fs.chmodSync(at('run.sh'), 0o755);
    },
    link: () => {
      fs.rmSync(at('link'), { force: true });
      fs.symlinkSync(['readme.md', '/nowhere', '..'][roll(3)] ?? '', at('link'));
    },
    binary: () => fs.writeFileSync(at('binary'), Buffer.from(Array.from({ length: 300 }, () => roll(256)))),
    committed: () => {
      agent('add', '-A');
      agent('commit', '--quiet', '--allow-empty', '-m', 'by the agent');
    },
    detached: () => agent('checkout', '--quiet', '--detach'),
    stash: () => {
      put(worktree, 'src/a.ts', 'to stash');
      agent('add', '-A');
      agent('stash', '--quiet');
    },
    hidden: () => {
      if (!fs.existsSync(at('text.txt'))) return;
      agent('update-index', '--skip-worktree', 'text.txt');
      put(worktree, 'text.txt', 'hidden');
    },
    'mid-merge': () => {
      agent('add', '-A');
      agent('commit', '--quiet', '--allow-empty', '-m', 'before');
      agent('merge', '--quiet', '--no-commit', '--no-ff', '--allow-unrelated-histories', unrelated(here));
    },
    'empty orphan': () => agent('checkout', '--quiet', '--orphan', `orphan-${roll(1e9)}`),
  };
  const names = Object.keys(kinds);
  return Array.from({ length: 1 + roll(5) }, () => {
    const name = names[roll(names.length)] ?? 'dirty';
    try {
      kinds[name]?.();
      return name;
    } catch {
      return `${name} (not possible)`;
    }
  });
}

function unrelated({ user }: Scene): string {
  return user('commit-tree', '-m', 'unrelated', user('hash-object', '-t', 'tree', '-w', '/dev/null'));
}
