import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { ok } from '../../src/base/result.ts';
import { realDisk } from '../../src/files/disk.ts';
import { temporaryName } from '../../src/files/temporary.ts';
import { knownProjects, rememberProject } from '../../src/store/projects.ts';
import { temporaryFolder } from '../support/auto-store.ts';

const options = (privateFolder: string) => ({
  privateFolder,
  disk: realDisk,
  clock: systemClock,
  command: 'test',
  onNotice: () => {},
});

test('the latest project comes first, each stands once', async () => {
  const home = path.join(temporaryFolder(), 'private');
  expect(knownProjects(home)).toEqual(ok([]));
  for (const name of ['/a', '/b', '/a']) await rememberProject({ path: name, hash: '12345678' }, options(home));
  const known = knownProjects(home);
  expect(known.ok && known.value.map((project) => project.path)).toEqual(['/a', '/b']);
  expect(fs.statSync(home).mode & 0o777).toBe(0o700);
  expect(fs.readdirSync(home)).toEqual(['projects.json']);
});

test('projects that are opened at the same time are all remembered', async () => {
  const home = temporaryFolder();
  const paths = Array.from({ length: 20 }, (_, index) => `/project-${index}`);
  await Promise.all(paths.map((name) => rememberProject({ path: name, hash: '12345678' }, options(home))));
  const known = knownProjects(home);
  expect(known.ok && known.value.map((project) => project.path).sort()).toEqual(paths.sort());
});

test('a list that cannot be read is never written over', async () => {
  const home = temporaryFolder();
  fs.writeFileSync(path.join(home, 'projects.json'), '{"version":1,');
  const remembered = await rememberProject({ path: '/a', hash: '12345678' }, options(home));
  expect(remembered).toMatchObject({ ok: false, error: { code: 'document.lost' } });
  expect(fs.readFileSync(path.join(home, 'projects.json'), 'utf8')).toBe('{"version":1,');
});

test('what a process that was killed left beside the list goes, what a living one is about to use stays', async () => {
  const home = temporaryFolder();
  const living = temporaryName(path.join(home, 'projects.json.lock'));
  const dead = living.replace(/(\.tmp-[0-9a-f]{6})-\d+-/, '$1-4194305-');
  for (const file of [living, dead]) fs.writeFileSync(file, '');
  await rememberProject({ path: '/a', hash: '12345678' }, options(home));
  expect(fs.readdirSync(home).sort()).toEqual(['projects.json', path.basename(living)]);
});
