import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { changedFiles, changedNames, patchBetween } from '../../src/git/diff.ts';
import { scene } from './scene.ts';

test('names what changed between two trees, with lines and modes', async () => {
  const here = await scene();
  const from = here.commit({ 'old name': 'line\n'.repeat(20), 'gone\n지움': 'x\n', plain: 'x\n' });
  here.user('mv', 'old name', 'new\tname');
  here.write('image', Buffer.from([0, 1, 2]));
  here.write('src/a.ts', 'a\nmore\n');
  fs.rmSync(path.join(here.project, 'gone\n지움'));
  fs.rmSync(path.join(here.project, 'plain'));
  fs.symlinkSync('readme.md', path.join(here.project, 'plain'));
  fs.chmodSync(path.join(here.project, 'src/b.ts'), 0o755);
  here.user('add', '-A');
  here.user('commit', '--quiet', '-m', 'all kinds');
  const changed = await changedFiles(here.git, here.repository, { from, to: 'HEAD' });
  expect(changed).toMatchObject([
    { path: 'gone\n지움', kind: 'deleted', mode: '000000', added: 0, deleted: 1 },
    { path: 'image', kind: 'added', mode: '100644', added: null, deleted: null },
    { path: 'new\tname', kind: 'renamed', from: 'old name', mode: '100644', added: 0, deleted: 0 },
    { path: 'plain', kind: 'type_changed', mode: '120000', added: 1, deleted: 1 },
    { path: 'src/a.ts', kind: 'modified', mode: '100644', added: 1, deleted: 0 },
    { path: 'src/b.ts', kind: 'modified', mode: '100755', added: 0, deleted: 0 },
  ]);
  expect(changed.find(({ path: at }) => at === 'src/a.ts')?.objects).toEqual({
    before: here.user('rev-parse', `${from}:src/a.ts`),
    after: here.user('rev-parse', 'HEAD:src/a.ts'),
  });
  expect(await changedFiles(here.git, here.repository, { from, to: from })).toEqual([]);
  const names = await changedNames(here.git, here.repository, { from, to: here.user('rev-parse', 'HEAD') });
  const listed = here.user('diff-tree', '-r', '-z', '--name-only', '--no-renames', '--diff-filter=d', from, 'HEAD');
  expect(names.map(String)).toEqual(listed.split('\0').slice(0, -1));
});

test('a patch is cut where it grows too long', async () => {
  const here = await scene();
  const from = here.user('rev-parse', 'HEAD');
  const to = here.commit({ big: 'line\n'.repeat(100_000) });
  const whole = await patchBetween(here.git, here.repository, { from, to, atMost: 10_000_000 });
  expect([whole.cut, whole.text.split('\n').length]).toEqual([false, 100_007]);
  const part = await patchBetween(here.git, here.repository, { from, to, atMost: 1000 });
  expect([part.cut, part.text]).toEqual([true, whole.text.slice(0, 1000)]);
});
