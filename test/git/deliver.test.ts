import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { deliverToBranch } from '../../src/git/deliver.ts';
import { fingerprint } from './fingerprint.ts';
import { type Scene, scene } from './scene.ts';

/** A commit ahead of main, which stays where it is. */
async function ahead(
  files: Record<string, string> = { 'src/a.ts': 'delivered\n' },
  before: Record<string, string> = {},
) {
  const here = await scene();
  if (Object.keys(before).length > 0) here.commit(before);
  here.user('checkout', '--quiet', '-b', 'work');
  const commit = here.commit(files);
  here.user('checkout', '--quiet', 'main');
  return { here, delivery: { branch: 'main', commit, message: 'orchestral run-1: deliver' } };
}

function changes({ user }: Scene): string {
  return user('status', '--porcelain');
}

describe('delivery', () => {
  test('to a branch that is not checked out moves the ref alone', async () => {
    const { here, delivery } = await ahead();
    here.user('checkout', '--quiet', '-b', 'elsewhere');
    here.write('src/a.ts', 'dirty\n');
    expect(await deliverToBranch(here.git, here.repository, delivery)).toEqual({ kind: 'moved' });
    expect(here.user('rev-parse', 'main')).toBe(delivery.commit);
    expect(here.user('reflog', '-1', '--format=%gs', 'main')).toBe('orchestral run-1: deliver');
    expect(changes(here)).toBe('M src/a.ts');
    expect(await deliverToBranch(here.git, here.repository, delivery)).toEqual({ kind: 'already_there' });
  });

  test('to a clean checkout updates its files, and spares what is untracked', async () => {
    const { here, delivery } = await ahead();
    here.write('notes.txt', 'mine');
    fs.utimesSync(path.join(here.project, 'src/a.ts'), 1, 1);
    const delivered = await deliverToBranch(here.git, here.repository, delivery);
    expect(delivered).toEqual({ kind: 'fast_forwarded', folder: here.project });
    expect(fs.readFileSync(path.join(here.project, 'src/a.ts'), 'utf8')).toBe('delivered\n');
    expect(here.user('reflog', '-1', '--format=%gs', 'main')).toBe('orchestral run-1: deliver: Fast-forward');
    expect(changes(here)).toBe('?? notes.txt');
  });

  test('to a linked checkout of the user goes there', async () => {
    const { here, delivery } = await ahead();
    here.user('checkout', '--quiet', '--detach');
    const linked = path.join(here.root, 'linked');
    here.user('worktree', 'add', '--quiet', linked, 'main');
    const delivered = await deliverToBranch(here.git, here.repository, delivery);
    expect(delivered).toEqual({ kind: 'fast_forwarded', folder: linked });
    expect(fs.readFileSync(path.join(linked, 'src/a.ts'), 'utf8')).toBe('delivered\n');
    expect(here.userIn(linked, 'status', '--porcelain') + changes(here)).toBe('');
  });

  test.each(['.claude/orchestrate-state.json', 'packages/api/.claude/orchestrator/sessions/x/state.json'])(
    'does not mind that %s, which git knows, has changed: it is our own',
    async (place) => {
      const { here, delivery } = await ahead({ 'src/a.ts': 'delivered\n' }, { [place]: '{}\n' });
      here.write(place, '{"changed":true}\n');
      expect(await deliverToBranch(here.git, here.repository, delivery)).toMatchObject({ kind: 'fast_forwarded' });
      expect(fs.readFileSync(path.join(here.project, place), 'utf8')).toBe('{"changed":true}\n');
    },
  );

  test('in the way of merge options planted for the branch is the same', async () => {
    const { here, delivery } = await ahead();
    here.user('config', 'branch.main.mergeOptions', '--squash --no-ff --abort');
    here.user('config', 'merge.ff', 'false');
    expect(await deliverToBranch(here.git, here.repository, delivery)).toMatchObject({ kind: 'fast_forwarded' });
    expect(here.user('rev-parse', 'main')).toBe(delivery.commit);
  });

  const inTheWay: [what: string, why: string, prepare: (here: Scene) => void][] = [
    ['a changed file', 'changed_files', ({ write }) => write('readme.md', 'dirty\n')],
    ['a staged file', 'changed_files', ({ write, user }) => (write('new', 'x'), void user('add', 'new'))],
    ['a deleted file', 'changed_files', ({ project }) => fs.rmSync(path.join(project, 'readme.md'))],
    ['an untracked file in the way', 'refused', ({ write }) => write('added/file', 'mine')],
    [
      'an ignored file in the way',
      'refused',
      ({ write }) => (write('.git/info/exclude', 'added\n'), write('added/file', 'mine')),
    ],
    [
      'a change hidden by assume-unchanged',
      'refused',
      ({ write, user }) => (user('update-index', '--assume-unchanged', 'src/a.ts'), write('src/a.ts', 'hidden\n')),
    ],
    [
      'a change hidden by skip-worktree',
      'refused',
      ({ write, user }) => (user('update-index', '--skip-worktree', 'src/a.ts'), write('src/a.ts', 'hidden\n')),
    ],
    ['an index lock', 'index_locked', ({ write }) => write('.git/index.lock', '')],
    [
      'a merge in progress',
      'operation_in_progress',
      ({ user }) => {
        const other = user('commit-tree', '-p', 'HEAD', '-m', 'other', 'HEAD^{tree}');
        user('merge', '--no-ff', '--no-commit', '--quiet', other);
      },
    ],
    ['a bisect', 'operation_in_progress', ({ user }) => void user('bisect', 'start')],
    ['a commit of the user', 'branch_moved', ({ commit }) => void commit({ mine: 'x' })],
  ];
  test.each(inTheWay)('leaves a checkout with %s alone', async (_what, why, prepare) => {
    const { here, delivery } = await ahead({ 'src/a.ts': 'delivered\n', 'added/file': 'delivered\n' });
    prepare(here);
    const before = fingerprint(here.project);
    expect(await deliverToBranch(here.git, here.repository, delivery)).toMatchObject({ kind: 'left_alone', why });
    expect(fingerprint(here.project)).toEqual(before);
  });

  test('is not kept from a checkout by documents of Orchestral’s own that git knows', async () => {
    const state = '.claude/orchestrate-state.json';
    const { here, delivery } = await ahead({ 'src/a.ts': 'delivered\n' }, { [state]: '{}\n', 'web/.orchestral/x': '' });
    for (const name of [state, 'web/.orchestral/x']) here.write(name, '{"changed": true}\n');
    expect(await deliverToBranch(here.git, here.repository, delivery)).toMatchObject({ kind: 'fast_forwarded' });
    expect(
      changes(here)
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([`M ${state}`, 'M web/.orchestral/x']);
    here.write('src/b.ts', 'mine\n');
    here.user('add', 'src/b.ts');
    const again = { ...delivery, commit: here.user('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'Next') };
    expect(await deliverToBranch(here.git, here.repository, again)).toMatchObject({ why: 'changed_files' });
  });

  test('names the file that the person changed as well, when asked to deliver all the same', async () => {
    const { here, delivery } = await ahead({ 'src/a.ts': 'delivered\n' });
    here.write('src/a.ts', 'mine\n');
    const delivered = await deliverToBranch(here.git, here.repository, { ...delivery, asked: true });
    expect(delivered).toMatchObject({ kind: 'left_alone', why: 'refused', detail: 'src/a.ts' });
  });
});
