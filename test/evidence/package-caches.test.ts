import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, type TestContext, test } from 'vitest';
import { npmSeed } from '../../src/evidence/npm-seed.ts';
import { setUp } from '../../src/evidence/set-up.ts';
import { must } from '../git/scene.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { needs } from '../support/needs.ts';
import { type CheckScene, checkScene, sandboxOf } from './check-scene.ts';

const exec = promisify(execFile);

describe('in the sandbox, a project’s commands', () => {
  test('cannot change what the person’s package managers keep, only copies of it', async (context) => {
    const here = await checkScene({ 'requirements.txt': '' });
    const sandbox = await sandboxOf(context, here);
    const home = path.join(here.root, 'home');
    const theirs = { '.npm/_cacache/index': 'npm\n', '.cache/pip/wheel': 'pip\n' };
    for (const [name, text] of Object.entries(theirs)) write(path.join(home, name), text);
    const attack = Object.keys(theirs).flatMap((name) => [
      `cat ~/${name} || echo not seen`,
      `echo bad > ~/${name}; echo bad > ~/${path.dirname(name)}/new; echo written`,
    ]);
    const build = (lines: string[]) => ({ commands: { copy: [], build: lines.join('; ') } });
    const confined = { sandbox, env: { ...here.checking.env, XDG_CACHE_HOME: path.join(home, '.cache') } };
    const { output_tail } = await here.prove(build(attack), confined);
    const said = output_tail.split('\n').filter((line) => /^(npm|pip|written)$/.test(line));
    expect(said).toEqual(['written', 'pip', 'written']);
    expect(filesIn(home)).toMatchObject({ '.npm/_cacache/index': 'npm\n', '.cache/pip/wheel': 'pip\n' });
    expect(Object.keys(filesIn(home)).filter((name) => name.endsWith('/new'))).toEqual([]);
    const again = await here.prove(build(['cat ~/.cache/pip/new']), confined);
    expect(again).toMatchObject({ build: { exit_code: 0 } });
  });
});

test('a lock file that names no package has nothing copied, least of all everything', () => {
  const [folder, at, from] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const cache = path.join(at, '_cacache');
  write(path.join(cache, 'content-v2/sha512/aa/bb/private'), 'private');
  const packages = { '': { integrity: 'sha512-A' }, dep: { integrity: 'sha512-' } };
  write(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  const caches = [{ at: cache, from, writable: true }];
  expect(npmSeed({ folder, scratch: temporaryFolder(), caches })).toEqual({ ok: true, value: undefined });
});

describe('npm in the sandbox', () => {
  test('installs what the person has, without the network', async (context) => {
    const { here, registry } = await npmProject(context);
    const home = path.join(here.root, 'home');
    await exec('npm', ['ci', '--no-audit'], { cwd: here.project, env: { PATH: process.env['PATH'], HOME: home } });
    await registry.close();
    const before = filesIn(path.join(home, '.npm'));
    must(await setUp({ ...here.checking, sandbox: await sandboxOf(context, here) }, unready(here)));
    expect(installed(here)).toEqual(['dep']);
    expect(filesIn(path.join(home, '.npm'))).toEqual(before);
  });

  test('installs what the person does not have from the network, and keeps it to itself', async (context) => {
    const { here, registry } = await npmProject(context);
    const sandbox = await sandboxOf(context, here);
    must(await setUp({ ...here.checking, sandbox }, unready(here)));
    expect(installed(here)).toEqual(['dep']);
    expect(filesIn(path.join(here.root, 'home/.npm'))).toEqual({});
    await registry.close();
    // Another worktree of the same project has it.
    const checkout = await here.worktree('more');
    must(await setUp({ ...here.checking, sandbox }, { ...unready(here), worktree: checkout }));
    expect(fs.existsSync(path.join(checkout.folder, 'node_modules/dep/package.json'))).toBe(true);
  });
});

/** With one dependency, which only that registry has. */
async function npmProject(context: TestContext) {
  needs(context, 'npm');
  const registry = await openRegistry();
  context.onTestFinished(() => registry.close());
  const manifest = { name: 'sample', version: '1.0.0', dependencies: { dep: '1.0.0' } };
  const lock = {
    ...manifest,
    lockfileVersion: 3,
    packages: { '': manifest, 'node_modules/dep': { version: '1.0.0', ...registry.dep } },
  };
  const here = await checkScene({
    'package.json': JSON.stringify(manifest),
    'package-lock.json': JSON.stringify(lock),
    '.gitignore': 'node_modules\n',
  });
  return { here, registry };
}

async function openRegistry() {
  const folder = temporaryFolder();
  write(path.join(folder, 'package.json'), '{"name":"dep","version":"1.0.0"}');
  await exec('npm', ['pack', '--silent'], { cwd: folder });
  const bytes = fs.readFileSync(path.join(folder, 'dep-1.0.0.tgz'));
  const server = http.createServer((request, response) => {
    const isIt = request.url === '/dep-1.0.0.tgz';
    response.writeHead(isIt ? 200 : 404).end(isIt ? bytes : '{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  return {
    dep: { resolved: `http://127.0.0.1:${port}/dep-1.0.0.tgz`, integrity },
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

function unready({ checkout, project, own }: CheckScene) {
  return { worktree: checkout, projectRoot: project, commands: own };
}

function installed({ checkout }: CheckScene): string[] {
  return fs.readdirSync(path.join(checkout.folder, 'node_modules')).filter((name) => !name.startsWith('.'));
}

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

function filesIn(folder: string): Record<string, string> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(files.map((file) => [path.relative(folder, file), fs.readFileSync(file, 'latin1')]));
}
