import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { realDisk } from '../../src/files/disk.ts';
import { allowedEnvironment } from '../../src/process/environment.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import { type CacheRequest, packageCaches } from '../../src/sandbox/package-caches.ts';
import { temporaryFolder } from '../support/auto-store.ts';

const MODULES = 'go/pkg/mod';

describe('a cache of a project’s own', () => {
  test('begins as a copy of the person’s: links stay links, and what is read-only stays so', async () => {
    const here = goProject({ 'example.com/dep/go.mod': 'module dep\n' });
    const theirs = path.join(here.home, MODULES);
    fs.symlinkSync('../../../secret', path.join(theirs, 'link'));
    fs.chmodSync(path.join(theirs, 'example.com/dep'), 0o555);
    const own = await here.modules();
    // Whoever removes the folder of the test could not do it otherwise.
    onTestFinished(() => [theirs, own].forEach((one) => fs.chmodSync(path.join(one, 'example.com/dep'), 0o755)));
    expect(namesIn(own)).toEqual(['example.com', 'example.com/dep', 'example.com/dep/go.mod', 'link']);
    expect(fs.readlinkSync(path.join(own, 'link'))).toBe('../../../secret');
    expect(fs.statSync(path.join(own, 'example.com/dep')).mode & 0o777).toBe(0o555);
    fs.writeFileSync(path.join(own, 'example.com/dep/go.mod'), 'changed\n');
    expect(fs.readFileSync(path.join(theirs, 'example.com/dep/go.mod'), 'utf8')).toBe('module dep\n');
  });

  test('is copied once, also where that place is a link', async () => {
    const here = goProject({ first: '' });
    const theirs = here.moveAway();
    expect(namesIn(await here.modules())).toEqual(['first']);
    fs.writeFileSync(path.join(theirs, 'second'), '');
    expect(namesIn(await here.modules())).toEqual(['first']);
  });

  test('begins empty where the person’s is too large, also where that place is a link', async () => {
    for (const isLink of [false, true]) {
      const here = goProject({ large: '' });
      fs.truncateSync(path.join(here.home, MODULES, 'large'), 1024 ** 3 + 1);
      if (isLink) here.moveAway();
      expect(namesIn(await here.modules()), String(isLink)).toEqual([]);
    }
  });

  test.for(['cp', 'du'])('begins empty where %s fails, and nothing half is left', async (program) => {
    const here = goProject({ first: '' });
    const PATH = here.program(program, 'for last; do :; done; touch "$last/half"; exit 1');
    expect(namesIn(await here.modules({ PATH }))).toEqual([]);
    expect(here.leftovers()).toEqual([]);
  });

  test('is begun by one of many who want it at once', async () => {
    const here = goProject({ first: '' });
    const log = path.join(here.root, 'log');
    const PATH = here.program('cp', `echo copied >> '${log}'; sleep 0.3; exec ${realProgram('cp')} "$@"`);
    const all = await Promise.all([1, 2, 3].map(() => here.modules({ PATH })));
    expect(all.map(namesIn)).toEqual([['first'], ['first'], ['first']]);
    // Of modules, and of what was built.
    expect(fs.readFileSync(log, 'utf8')).toBe('copied\ncopied\n');
    expect(here.leftovers()).toEqual([]);
  });

  test('is not there when that was cancelled, and begins as a copy the next time', async () => {
    const here = goProject({ first: '' });
    const began = path.join(here.root, 'began');
    const PATH = here.program('cp', `for last; do :; done; touch "$last/half" '${began}'; sleep 600`);
    const cancel = new AbortController();
    const asked = here.ask({ env: { ...here.env, PATH }, signal: cancel.signal });
    await expect.poll(() => fs.existsSync(began)).toBe(true);
    cancel.abort();
    expect(await asked).toEqual([]);
    expect(here.leftovers()).toEqual([]);
    expect(namesIn(await here.modules())).toEqual(['first']);
  });

  test('is rid of what a killed process left of it', async () => {
    const here = goProject({ first: '' });
    const half = path.join(here.set, 'half-0123456789ab/example.com');
    fs.mkdirSync(half, { recursive: true });
    fs.writeFileSync(path.join(half, 'go.mod'), '');
    fs.chmodSync(half, 0o555);
    expect(namesIn(await here.modules())).toEqual(['first']);
    expect(here.leftovers()).toEqual([]);
  });

  test('never holds the way to a daemon of the person’s', async () => {
    const here = project({ 'build.gradle': '' });
    for (const name of ['daemon/8.0/registry.bin', 'caches/modules-2/dep.jar']) here.put(`.gradle/${name}`);
    const files = (await here.ask()).flatMap(({ from }) => namesIn(from));
    expect(files).toEqual(['modules-2', 'modules-2/dep.jar']);
  });

  test('of npm begins empty', async () => {
    const here = project({ 'package.json': '{}' });
    here.put('.npm/_cacache/index-v5/one');
    expect((await here.ask()).flatMap(({ from }) => namesIn(from))).toEqual([]);
  });

  test('is left out where ours cannot be', async () => {
    const here = project({ 'go.mod': '' });
    fs.mkdirSync(path.dirname(here.set), { recursive: true });
    fs.writeFileSync(here.set, 'no folder');
    expect(await here.ask()).toEqual([]);
  });

  test('is left out where its place cannot be', async () => {
    const here = project({ 'go.mod': '' });
    fs.writeFileSync(path.join(here.home, 'go'), 'no folder');
    expect((await here.ask()).map(({ at }) => path.basename(at))).toEqual(['go-build']);
  });
});

function goProject(modules: Record<string, string>) {
  const here = project({ 'go.mod': '' });
  for (const [name, text] of Object.entries(modules)) here.put(`${MODULES}/${name}`, text);
  return {
    ...here,
    /** To another place, with a link to it. */
    moveAway() {
      const [place, other] = [path.join(here.home, MODULES), path.join(here.root, 'large-disk')];
      fs.renameSync(place, other);
      fs.symlinkSync(other, place);
      return other;
    },
    async modules(env: Record<string, string> = {}) {
      const found = (await here.ask({ env: { ...here.env, ...env } })).find(({ at }) => at.endsWith(MODULES));
      if (found === undefined) throw new Error('left out');
      return found.from;
    },
  };
}

function project(files: Record<string, string>) {
  const root = temporaryFolder();
  const [home, folder, bin] = ['home', 'project', 'bin'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  const caches = path.join(root, 'caches');
  const put = (file: string, text = '') => {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  for (const [name, text] of Object.entries(files)) put(path.join(folder, name), text);
  fs.mkdirSync(home);
  const spawner = createSpawner({
    registry: openRegistry({ folder: path.join(root, 'processes'), disk: realDisk, clock: systemClock }),
    scope: 'caches',
    graceMs: 200,
  });
  const env = allowedEnvironment({ PATH: process.env['PATH'], HOME: home });
  const set = path.join(caches, 'agents');
  const signal = new AbortController().signal;
  return {
    root,
    home,
    set,
    env,
    put: (name: string, text = '') => put(path.join(home, name), text),
    ask: (changed: Partial<CacheRequest> = {}) =>
      packageCaches({ folder, env, caches, spawner, effect: 'run-1/build#1', signal, ...changed }),
    /** A path by which it is found before the real one. */
    program(name: string, script: string) {
      put(path.join(bin, name), `#!/bin/sh\n${script}\n`);
      fs.chmodSync(path.join(bin, name), 0o755);
      return `${bin}:${process.env['PATH']}`;
    },
    leftovers: () => fs.readdirSync(set).filter((name) => !/-[0-9a-f]{16}$/.test(name)),
  };
}

function realProgram(name: string): string {
  const folders = (process.env['PATH'] ?? '').split(':');
  return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file)) ?? name;
}

function namesIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true })
    .map((name) => name.toString())
    .sort();
}
