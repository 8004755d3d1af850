import { expect, test } from 'vitest';
import { searchableTree } from '../../src/evidence/search-tree.ts';
import { classifyChange } from '../../src/languages/classify-change.ts';
import { must, scene } from '../git/scene.ts';

test('finds the files of a tree that hold a text', async () => {
  const here = await scene();
  here.commit({
    'src/a.js': `import './help.js';\nimport './helper.js';`,
    'src/b.js': `import './helper.js'; help`,
    'src/한글.js': 'helper.js',
    'c.sh': 'a -e b\n',
    'd.txt': 'help.js\n',
  });
  const tree = must(await searchableTree(here.git, here.repository, here.user('rev-parse', 'HEAD^{tree}')));
  const found = must(await tree.mentions(['help.js', 'helper.js', 'nowhere', '-e', 'help', '']));
  expect(Object.fromEntries([...found].map(([text, paths]) => [text, paths.toSorted()]))).toEqual({
    'help.js': ['src/a.js'],
    'helper.js': ['src/a.js', 'src/b.js', 'src/한글.js'],
    help: ['src/a.js', 'src/b.js', 'src/한글.js'],
    nowhere: [],
    '-e': ['c.sh'],
  });
  expect(must(await tree.mentions([]))).toEqual(new Map());
});

test('a change between two trees has its classes', async () => {
  const here = await scene();
  const base = { 'src/a.js': '', 'test/a.test.js': `import './help.js';`, 'test/help.js': 'export const a = 1;' };
  here.commit(base);
  const before = must(await searchableTree(here.git, here.repository, here.user('rev-parse', 'HEAD^{tree}')));
  here.commit({ ...base, 'test/help.js': 'export const a = 2;' });
  const after = must(await searchableTree(here.git, here.repository, here.user('rev-parse', 'HEAD^{tree}')));
  const files = [{ path: 'test/help.js', kind: 'modified', before: '1', after: '2' }] as const;
  const options = { commands: ['npx vitest run'], taskLists: [], hash: (content: string) => content };
  const parts = must(await classifyChange({ before, after, files, ...options }));
  expect(parts).toEqual([{ ...files[0], class: 'support' }]);
});
