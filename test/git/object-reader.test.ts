import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { resolveRevision } from '../../src/git/repository.ts';
import { scene } from './scene.ts';

test('one process answers every question about objects', async () => {
  const { git, repository, commands, user } = await scene();
  const commit = user('rev-parse', 'HEAD');
  commands.length = 0;
  const objects = git.objects(repository);
  const answers = await Promise.all([
    resolveRevision(git, repository, `${commit}^{tree}`),
    objects.read(`${commit}:readme.md`),
    objects.inspect(`${commit}:src/a.ts`),
    objects.read(`${commit}:not/there`),
    objects.read('no such name'),
  ]);
  expect(answers).toMatchObject([
    user('rev-parse', 'HEAD^{tree}'),
    { type: 'blob', content: Buffer.from('hello\n') },
    { type: 'blob', size: 2 },
    null,
    null,
  ]);
  expect(commands.map(({ args }) => args.join(' '))).toEqual(['cat-file --batch-command']);
});

test('contents of every size and kind arrive whole, in their order', async () => {
  const { git, repository, user, write } = await scene();
  const contents = [0, 1, 65_536, 3_000_000].map((size) => Buffer.alloc(size, '\n\0x'));
  const names = contents.map((content, n) => {
    write(`file-${n}`, content.toString('latin1'));
    return user('hash-object', '-w', `file-${n}`);
  });
  const asked = Array.from({ length: 40 }, (_, n) => n % contents.length);
  const read = await Promise.all(asked.map((n) => git.objects(repository).read(names[n] ?? '')));
  expect(read.map((object, n) => object?.content.equals(contents[asked[n] ?? 0] ?? Buffer.of()))).toEqual(
    asked.map(() => true),
  );
});

test('an object that is not there yet is asked for again, in a pack or a file of its own', async () => {
  const { git, repository, user, write, commit } = await scene();
  write('new.md', 'new\n');
  const blob = user('hash-object', 'new.md');
  const read = async () => (await git.objects(repository).read(blob))?.content.toString();
  expect(await read()).toBeUndefined();
  user('hash-object', '-w', 'new.md');
  expect(await read()).toBe('new\n');
  commit({ 'new.md': 'new\n' });
  user('gc', '--quiet', '--prune=now');
  expect(await read()).toBe('new\n');
});

test('a branch is where it is now, in its own file, packed or gone', async () => {
  const { git, repository, user, commit, worktree } = await scene();
  const ours = await worktree('a');
  const heads = (): Promise<(string | null)[]> =>
    Promise.all([repository, ours].map((at) => resolveRevision(git, at, 'refs/heads/main')));
  const first = user('rev-parse', 'HEAD');
  expect(await heads()).toEqual([first, first]);
  const second = commit({ 'readme.md': 'more\n' });
  expect(await heads()).toEqual([second, second]);
  user('pack-refs', '--all');
  expect(await heads()).toEqual([second, second]);
  user('symbolic-ref', 'refs/heads/main', 'refs/heads/orchestral/a');
  expect(await heads()).toEqual([first, first]);
  user('symbolic-ref', '--delete', 'refs/heads/main');
  expect(await heads()).toEqual([null, null]);
});

test('when a reader dies another takes its place, and answers what it was asked', async () => {
  const { git, repository, commands, user } = await scene();
  const commit = user('rev-parse', 'HEAD');
  const objects = git.objects(repository);
  const reader = await untilReading(() => objects.inspect(commit), repository.commonDir);
  const before = commands.length;
  process.kill(reader, 'SIGKILL');
  expect(await objects.inspect(commit)).toMatchObject({ type: 'commit' });
  expect(commands.length).toBeGreaterThan(before);
});

test('it is gone soon after the last question', async () => {
  const { git, repository, user } = await scene();
  const commit = user('rev-parse', 'HEAD');
  await untilReading(() => git.objects(repository).inspect(commit), repository.commonDir);
  await expect.poll(() => readersOf(repository.commonDir)).toEqual([]);
});

/** On a busy machine it may be gone before anybody looks. */
async function untilReading(ask: () => Promise<unknown>, commonDir: string): Promise<number> {
  for (;;) {
    await ask();
    const [reader] = readersOf(commonDir);
    if (reader !== undefined) return reader;
  }
}

/** Processes of `cat-file` that work in this folder. */
function readersOf(commonDir: string): number[] {
  return fs.readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const isReader = fs.readFileSync(path.join('/proc', pid, 'cmdline'), 'utf8').includes('cat-file');
      return isReader && fs.readlinkSync(path.join('/proc', pid, 'cwd')) === fs.realpathSync(commonDir)
        ? [Number(pid)]
        : [];
    } catch {
      return [];
    }
  });
}
