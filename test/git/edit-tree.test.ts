import { expect, it } from 'vitest';
import { editTree, listTree, writeBlobs } from '../../src/git/edit-tree.ts';
import { scene } from './scene.ts';

it('edits many files of a tree with one process for each kind of question', async () => {
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
  here.commands.length = 0;
  const objects = await writeBlobs(git, repository, { contents, like: tree });
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
  expect(here.commands.map(({ args }) => args[0]).filter((one) => one !== 'config')).toEqual([
    'unpack-objects',
    'read-tree',
    'update-index',
    'write-tree',
  ]);
  const now = await listTree(git, repository, made);
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
  expect(await writeBlobs(here.git, here.repository, { contents: [], like: 'abc' })).toEqual([]);
  expect(here.commands).toEqual([]);
});
