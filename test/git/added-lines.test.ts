import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addedLines } from '../../src/git/hunks.ts';
import { type Scene, scene } from './scene.ts';

test('the new and changed lines of each file, by their numbers', async () => {
  const here = await scene();
  const from = here.commit({ 'a.txt': '1\n2\n3\n4\n5\n', gone: 'x\n', 'moved.txt': 'same\n'.repeat(20) });
  fs.rmSync(path.join(here.project, 'gone'));
  here.write('a.txt', '1\ntwo\n3\n5\n6');
  here.user('mv', 'moved.txt', 'new place.txt');
  fs.appendFileSync(path.join(here.project, 'new place.txt'), 'more\n');
  here.write('한글 이름.ts', 'const 가 = 1;\n');
  here.write('tab\tquote"back\\slash\nline', 'other\n');
  here.write('image', Buffer.from([0, 1, 2, 10, 3]));
  here.write('empty', '');
  here.user('add', '-A');
  here.user('commit', '--quiet', '-m', 'all kinds');
  expect(await added(here, from)).toEqual({
    'a.txt': ['2 two', '5 6'],
    'new place.txt': ['21 more'],
    '한글 이름.ts': ['1 const 가 = 1;'],
    'tab\tquote"back\\slash\nline': ['1 other'],
  });
});

test('lines that look like a patch are lines', async () => {
  const here = await scene();
  const from = here.commit({ 'a.txt': '-- a/b\n++ b/c\n' });
  here.commit({ 'a.txt': '++ b/evil\n@@ -1 +1 @@\ndiff --git a/x b/y\n\\ No newline at end of file\n' });
  expect(await added(here, from)).toEqual({
    'a.txt': ['1 ++ b/evil', '2 @@ -1 +1 @@', '3 diff --git a/x b/y', '4 \\ No newline at end of file'],
  });
});

test('no attribute hides what was added', async () => {
  const here = await scene();
  const from = here.user('rev-parse', 'HEAD');
  here.commit({ '.gitattributes': '*.ts -diff\n', 'src/a.ts': 'a\nhidden\n' });
  const worktree = await here.worktree('one');
  expect((await addedLines(here.git, worktree, { from, to: 'HEAD' })).get('src/a.ts')).toEqual([
    { number: 2, text: 'hidden' },
  ]);
  expect((await added(here, from))['src/a.ts']).toEqual(['2 hidden']);
});

async function added(here: Scene, from: string): Promise<Record<string, string[]>> {
  const files = await addedLines(here.git, here.repository, { from, to: 'HEAD' });
  return Object.fromEntries(
    [...files].map(([file, lines]) => [file, lines.map(({ number, text }) => `${number} ${text}`)]),
  );
}
