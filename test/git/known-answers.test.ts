import { expect, test } from 'vitest';
import { resolveRevision } from '../../src/git/repository.ts';
import { scene } from './scene.ts';

test('what an object holds is asked once', async () => {
  const { git, repository, commands, user } = await scene();
  const commit = user('rev-parse', 'HEAD');
  commands.length = 0;
  for (let n = 0; n < 3; n++) {
    expect(await resolveRevision(git, repository, `${commit}^{tree}`)).toBe(user('rev-parse', 'HEAD^{tree}'));
    expect((await git.read(repository, ['cat-file', 'blob', `${commit}:readme.md`])).stdout.toString()).toBe('hello\n');
  }
  expect(commands).toHaveLength(2);
});

test('an object that is not there yet is asked for again', async () => {
  const { git, repository, user, write } = await scene();
  write('new.md', 'new\n');
  const blob = user('hash-object', 'new.md');
  const read = () => git.read(repository, ['cat-file', 'blob', blob], { exits: [0, 128] });
  expect(await read()).toMatchObject({ exit: 128 });
  user('hash-object', '-w', 'new.md');
  expect(await read()).toMatchObject({ exit: 0 });
});

test('a branch is where it is now, in its own file, packed or gone', async () => {
  const { git, repository, commands, user, commit, worktree } = await scene();
  const ours = await worktree('a');
  const heads = (): Promise<(string | null)[]> =>
    Promise.all([repository, ours].map((at) => resolveRevision(git, at, 'refs/heads/main')));
  const first = user('rev-parse', 'HEAD');
  commands.length = 0;
  expect(await heads()).toEqual([first, first]);
  expect(commands).toHaveLength(0);
  const second = commit({ 'readme.md': 'more\n' });
  expect(await heads()).toEqual([second, second]);
  user('pack-refs', '--all');
  expect(await heads()).toEqual([second, second]);
  user('symbolic-ref', 'refs/heads/main', 'refs/heads/orchestral/a');
  expect(await heads()).toEqual([first, first]);
  user('symbolic-ref', '--delete', 'refs/heads/main');
  expect(await heads()).toEqual([null, null]);
});
