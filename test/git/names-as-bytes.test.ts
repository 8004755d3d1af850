import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { copyFiles } from '../../src/files/copy-files.ts';
import { findHooks } from '../../src/git/content.ts';
import { changedNames } from '../../src/git/diff.ts';
import { scene } from './scene.ts';

test('files whose names are not UTF-8 are copied with the others', async () => {
  const here = await scene();
  const from = here.user('rev-parse', 'HEAD');
  const odd = Buffer.from([0x61, 0xff, 0x62]);
  fs.writeFileSync(Buffer.concat([Buffer.from(`${here.project}/src/`), odd]), 'odd\n');
  here.user('add', '-A');
  const to = here.commit({ 'src/é.ts': 'e\n', 'src/a.ts': null });
  const paths = await changedNames(here.git, here.repository, { from, to });
  expect(paths).toHaveLength(2);
  const into = path.join(here.root, 'code');
  expect(await copyFiles({ from: here.project, paths, into })).toEqual({ ok: true });
  const names = fs.readdirSync(path.join(into, 'src'), { encoding: 'buffer' });
  expect(names.map((name) => name.toString('latin1')).sort()).toEqual(
    ['a\u00ffb', Buffer.from('é.ts').toString('latin1')].sort(),
  );
});

test('hooks that our commands do not run are found, also where the configuration puts them', async () => {
  const here = await scene();
  fs.rmSync(path.join(here.project, '.git/hooks'), { recursive: true, force: true });
  expect(await findHooks(here.git, here.repository)).toEqual([]);
  here.write('.git/hooks/reference-transaction', '#!/bin/sh\n');
  fs.chmodSync(path.join(here.project, '.git/hooks/reference-transaction'), 0o755);
  expect(await findHooks(here.git, here.repository)).toEqual(['reference-transaction']);
  here.user('config', 'core.hooksPath', 'guards');
  expect(await findHooks(here.git, here.repository)).toEqual([]);
  here.write('guards/pre-push', '#!/bin/sh\n');
  fs.chmodSync(path.join(here.project, 'guards/pre-push'), 0o755);
  expect(await findHooks(here.git, here.repository)).toEqual(['pre-push']);
});
