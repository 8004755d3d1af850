import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { byTier, seed } from '../support/tier.ts';
import { seededRandom } from './seeded-random.ts';
import { runEveryOperation } from './every-operation.ts';
import { fingerprint } from './fingerprint.ts';
import { type Scene, scene } from './scene.ts';

/**
 * Whatever a checkout of the user's is like, everything we do leaves its files, index, stash, configuration, hooks and
 * refs as they were. Only refs and worktrees of our own come.
 */
test('the checkout of the user is untouched', async () => {
  const roll = seededRandom(seed);
  const count = byTier({ usual: 10, full: 500 });
  const here = await withHistory();
  const pristine = path.join(here.root, 'pristine');
  fs.renameSync(here.project, pristine);
  for (let n = 0; n < count; n++) {
    fs.rmSync(here.project, { recursive: true, force: true });
    fs.cpSync(pristine, here.project, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    const state = disturb(here, roll);
    const before = theirs(here);
    const base = here.user('rev-parse', 'HEAD');
    const steps = await runEveryOperation(here, { base, branch: `T${n}`, deliverTo: state.mayDeliver ? ['main'] : [] });
    const what = `seed ${seed}, state ${n}: ${state.names.join(', ')}: ${JSON.stringify(steps)}`;
    expect(theirs(here), what).toEqual(before);
    expect(
      steps.filter(({ code }) => code !== 'ok').map(({ name }) => name),
      what,
    ).toEqual(['changedFiles of a missing object']);
  }
});

async function withHistory(): Promise<Scene> {
  const here = await scene();
  here.userIn(here.root, 'clone', '--quiet', here.project, 'library');
  here.user('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', path.join(here.root, 'library'), 'sub');
  here.commit({
    '.gitignore': '*.ignored\n',
    '한글.txt': 'x\n',
    'local.txt': 'x\n',
    '.gitattributes': '*.bin filter=lfs\n',
  });
  here.user('checkout', '--quiet', '-b', 'side');
  here.commit({ 'src/a.ts': 'side\n' });
  here.user('checkout', '--quiet', 'main');
  here.commit({ 'src/a.ts': 'main\n' });
  here.write('src/b.ts', 'stashed\n');
  here.user('stash', '--quiet');
  here.write('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n');
  return here;
}

/** Without what is ours: new branches and rescues, our worktrees, and folders that held our scratch files. */
function theirs({ project }: Scene): Record<string, string> {
  const ours = /^\.git\/(?:worktrees\/T\d+\/|(?:logs\/)?refs\/(?:orchestral|heads\/T\d+))/u;
  return Object.fromEntries(Object.entries(fingerprint(project)).filter(([name]) => !ours.test(name)));
}

function disturb(here: Scene, roll: (sides: number) => number): { names: string[]; mayDeliver: boolean } {
  const { user, write, project } = here;
  const conflict = (command: string): void => {
    try {
      user(command, 'side');
    } catch {
      // A conflict is what is wanted.
    }
  };
  // `held`: delivery must leave main alone; `loose`: main is not checked out, so that it would rightly move.
  const kinds: Record<string, { does: () => void; held?: true; loose?: true }> = {
    dirty: { does: () => write('readme.md', `dirty ${roll(100)}\n`), held: true },
    staged: { does: () => (write('staged', 'x'), void user('add', 'staged')), held: true },
    'staged and changed': {
      does: () => (write('src/b.ts', 'one\n'), user('add', 'src/b.ts'), write('src/b.ts', 'two\n')),
      held: true,
    },
    'intent to add': { does: () => (write('later', 'x'), void user('add', '-N', 'later')), held: true },
    deleted: { does: () => fs.rmSync(path.join(project, '한글.txt')), held: true },
    untracked: { does: () => write(`new/새\n파일 ${roll(9)}`, 'x') },
    ignored: { does: () => write('secret.ignored', 'x') },
    touched: { does: () => fs.utimesSync(path.join(project, 'readme.md'), 1, 1) },
    hidden: {
      does: () => (user('update-index', '--assume-unchanged', 'local.txt'), write('local.txt', 'hidden\n')),
    },
    'mid-merge': { does: () => conflict('merge'), held: true },
    'mid-rebase': { does: () => conflict('rebase'), held: true },
    'mid-cherry-pick': { does: () => conflict('cherry-pick'), held: true },
    detached: { does: () => void user('checkout', '--quiet', '--detach'), loose: true },
    'a nested repository': { does: () => void user('init', '--quiet', 'nested') },
    'a linked worktree': {
      does: () => void user('worktree', 'add', '--quiet', '--detach', path.join(here.root, `w${roll(1e9)}`)),
    },
    'a dirty submodule': { does: () => write('sub/readme.md', 'dirty\n') },
    'an index lock': { does: () => write('.git/index.lock', ''), held: true },
    'an untracked cache': { does: () => void user('update-index', '--untracked-cache') },
    sparse: { does: () => void user('sparse-checkout', 'set', 'src') },
    'a split index': { does: () => void user('update-index', '--split-index') },
    packed: { does: () => void user('pack-refs', '--all') },
  };
  const names = Object.keys(kinds);
  const done: (typeof kinds)[string][] = [];
  const said = Array.from({ length: 1 + roll(4) }, () => {
    const name = names[roll(names.length)] ?? 'dirty';
    try {
      kinds[name]?.does();
      if (kinds[name] !== undefined) done.push(kinds[name]);
      return name;
    } catch {
      return `${name} (not possible)`;
    }
  });
  const mayDeliver = done.some(({ held }) => held) && !done.some(({ loose }) => loose);
  return { names: said, mayDeliver };
}
