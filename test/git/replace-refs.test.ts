import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mergeCommits } from '../../src/git/merge.ts';
import { scene } from './scene.ts';

test('a commit is merged as its name says, whatever the repository would have in its place', async () => {
  const here = await scene();
  const base = here.user('rev-parse', 'HEAD');
  const shown = here.commit({ 'a.txt': 'as approved\n' });
  here.user('reset', '--quiet', '--hard', base);
  const other = here.commit({ 'a.txt': 'something else\n' });
  here.user('reset', '--quiet', '--hard', base);
  here.user('replace', shown, other);
  expect(here.user('show', `${shown}:a.txt`)).toBe('something else');
  const { tree } = await mergeCommits(here.git, here.repository, { ours: base, theirs: shown });
  expect(here.user('cat-file', 'blob', `${tree}:a.txt`)).toBe('as approved');
});

test('nor has it other parents than its own', async () => {
  const here = await scene();
  const base = here.user('rev-parse', 'HEAD');
  const work = here.commit({ 'a.txt': 'work\n' });
  here.user('reset', '--quiet', '--hard', base);
  fs.mkdirSync(path.join(here.repository.commonDir, 'info'), { recursive: true });
  fs.writeFileSync(path.join(here.repository.commonDir, 'info/grafts'), `${base} ${work}\n`);
  const asked = ['merge-base', '--is-ancestor', work, base];
  expect((await here.git.read(here.repository, asked, { exits: [0, 1] })).exit).toBe(1);
});
