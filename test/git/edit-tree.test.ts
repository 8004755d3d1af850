import { execFileSync } from 'node:child_process';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editTree, listTree, type TreeEdits, writeBlobs } from '../../src/git/edit-tree.ts';
import type { GitFile } from '../../src/git/path-entry.ts';
import { byTier, seed } from '../support/tier.ts';
import { scene } from './scene.ts';

it('edits many files of a tree and starts git once, to read', async () => {
  const here = await scene();
  here.commit({ 'dir/file': 'x\n', '한글 name.txt': 'y\n', 'gone.txt': 'z\n' });
  here.user('update-index', '--chmod=+x', 'dir/file');
  here.user('commit', '-qm', 'mode');
  const tree = here.user('rev-parse', 'HEAD^{tree}');
  const { git, repository } = here;
  const files = await listTree(git, repository, tree);
  expect(files.get('dir/file')?.mode).toBe('100755');
  const long = 'line\n'.repeat(100_000);
  const contents = ['', 'short\n', long, ...Array.from({ length: 200 }, (_, n) => `file ${n}\n`)];
  const objects = writeBlobs(repository, { contents, like: tree });
  const edits = new Map([
    ['gone.txt', null],
    ['dir/file', null],
    // A folder where a file was, and a file where a folder was.
    ['한글 name.txt/inner', { mode: '100644', object: objects[1] ?? '' }],
    ['한글 name.txt', null],
    ['dir', { mode: '100644', object: objects[2] ?? '' }],
    ['empty', { mode: '100644', object: objects[0] ?? '' }],
    ...objects.slice(3).map((object, n) => [`many/${n}`, { mode: '100644', object }] as const),
  ]);
  const made = await editTree(git, repository, { tree, edits });
  const now = await listTree(git, repository, made);
  expect(here.commands.filter(({ args }) => args[0] === 'cat-file')).toHaveLength(1);
  expect(here.commands.map(({ args }) => args[0])).not.toContain('write-tree');
  expect([...now.keys()].filter((path) => !path.startsWith('many/')).toSorted()).toEqual(
    ['dir', 'empty', 'readme.md', 'src/a.ts', 'src/b.ts', '한글 name.txt/inner'].toSorted(),
  );
  expect(here.user('cat-file', '-s', `${made}:dir`)).toBe(String(long.length));
  expect(here.user('show', `${made}:many/199`)).toBe('file 199');
  expect(here.user('fsck', '--strict', '--no-dangling')).toBe('');
  expect(here.user('diff', '--cached', '--name-only')).toBe('');
});

it('gives the same tree for no edits, without a process', async () => {
  const here = await scene();
  here.commands.length = 0;
  expect(await editTree(here.git, here.repository, { tree: 'abc', edits: new Map() })).toBe('abc');
  expect(writeBlobs(here.repository, { contents: [], like: 'abc' })).toEqual([]);
  expect(here.commands).toEqual([]);
});

it('makes the tree that git makes of the same edits', async () => {
  const here = await scene();
  const { git, repository, user } = here;
  const segments = ['a', 'a.b', 'a-', 'b', '한'];
  const names = segments.flatMap((one) => [one, ...segments.map((other) => `${one}/${other}`), `${one}/a/b`]);
  const [object = ''] = writeBlobs(repository, { contents: ['x\n'], like: user('rev-parse', 'HEAD') });
  const index = path.join(here.root, 'index');
  const byGit = (tree: string, edits: TreeEdits): string => {
    const env = { ...process.env, GIT_INDEX_FILE: index };
    const run = (args: string[], input = ''): string =>
      execFileSync('git', args, { cwd: here.project, env, input, encoding: 'utf8' }).trim();
    run(['read-tree', tree]);
    const line = ([name, file]: readonly [string, GitFile | null]): string =>
      file === null ? `0 ${'0'.repeat(40)}\t${name}\0` : `${file.mode} ${file.object}\t${name}\0`;
    const [gone, there] = [[...edits].filter(([, file]) => file === null), [...edits].filter(([, file]) => file)];
    run(['update-index', '-z', '--index-info'], [...gone, ...there].map(line).join(''));
    return run(['write-tree']);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(editsOf(names, object), { maxLength: 4 }), async (all) => {
      let [ours, theirs] = Array.from({ length: 2 }, () => user('rev-parse', 'HEAD^{tree}'));
      for (const edits of all) {
        [ours, theirs] = [await editTree(git, repository, { tree: ours ?? '', edits }), byGit(theirs ?? '', edits)];
        expect(ours).toBe(theirs);
      }
    }),
    { numRuns: byTier({ usual: 15, full: 300 }), ...(seed === 0 ? {} : { seed }) },
  );
});

/** Never a file and something below it at once. */
function editsOf(names: readonly string[], object: string): fc.Arbitrary<TreeEdits> {
  const file = fc.constantFrom<GitFile | null>(null, { mode: '100644', object }, { mode: '100755', object });
  return fc.array(fc.tuple(fc.constantFrom(...names), file), { minLength: 1, maxLength: 8 }).map((pairs) => {
    const edits = new Map<string, GitFile | null>();
    for (const [name, what] of pairs) {
      const clashes = [...edits].some(
        ([other, there]) =>
          what !== null && there !== null && (other.startsWith(`${name}/`) || name.startsWith(`${other}/`)),
      );
      if (!clashes) edits.set(name, what);
    }
    return edits;
  });
}
