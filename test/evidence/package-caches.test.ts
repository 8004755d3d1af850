import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, type TestContext, test } from 'vitest';
import { copyNpmPackages } from '../../src/evidence/npm-seed.ts';
import { setUp } from '../../src/evidence/set-up.ts';
import { must } from '../git/scene.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { needs } from '../support/needs.ts';
import { type CheckScene, checkScene, sandboxOf } from './check-scene.ts';

const exec = promisify(execFile);

describe('what a check writes into a cache', () => {
  const CACHES = { 'go.mod': '', 'requirements.txt': '' };
  const theirs = { '.npm/_cacache/index': 'npm\n', '.cache/go-build/object': 'go\n', 'go/pkg/mod/module': 'mod\n' };
  const build = (...lines: string[]) => ({ commands: { copy: [], build: lines.join('; ') } });
  const attack = Object.keys(theirs).flatMap((name) => [
    `cat ~/${name} 2>/dev/null || echo not seen`,
    `mkdir -p ~/${path.dirname(name)}; echo bad > ~/${name}; echo bad > ~/${path.dirname(name)}/new && echo written`,
  ]);
  const look = Object.keys(theirs).map((name) => `cat ~/${path.dirname(name)}/new 2>/dev/null || echo clean`);

  test.for([true, false])('no other check sees, nor the person (sandbox: %s)', async (confines, context) => {
    const here = await checkScene(CACHES);
    const home = path.join(here.root, 'home');
    for (const [name, text] of Object.entries(theirs)) write(path.join(home, name), text);
    const env = { ...here.checking.env, XDG_CACHE_HOME: path.join(home, '.cache'), GOPATH: path.join(home, 'go') };
    const checking = { env, ...(confines && { sandbox: await sandboxOf(context, here) }) };
    const { output_tail } = await here.prove(build(...attack), checking);
    expect(output_tail.split('\n')).toEqual(['not seen', 'written', 'go', 'written', 'mod', 'written']);
    expect((await here.prove(build(...look), checking)).output_tail).toBe('clean\nclean\nclean');
    const { '.ssh/id': _, '.gitconfig': __, ...left } = filesIn(home);
    expect(left).toEqual(theirs);
    const other = { ...here.checking, ...checking };
    const setup = `{ ${attack.join('; ')}; } > /dev/null`;
    must(await setUp(other, { ...unready(here), commands: { copy: [], setup }, tree: here.tree }));
    expect((await here.prove(build(...look), checking)).output_tail).toBe('clean\nclean\nclean');
    // Of the set-up of a baseline it is kept, where there is a place for it: for set-ups, and for tests as a copy.
    must(await setUp(other, { ...unready(here), commands: { copy: [], setup: `${setup} && true` }, isBaseline: true }));
    const kept = confines ? 'clean\nbad\nbad' : 'clean\nclean\nclean';
    expect((await here.prove(build(...look), checking)).output_tail).toBe(kept);
  });
});

test('a lock file that names no package has nothing copied, least of all everything', async () => {
  const { checking } = await checkScene({});
  const [folder, scratch, from] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const into = path.join(scratch, 'copies');
  const packages = { '': { integrity: 'sha512-A' }, dep: { integrity: 'sha512-' } };
  write(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  write(path.join(from, 'content-v2/sha512/00'), 'a file where a folder is expected');
  await copyNpmPackages(checking, { folder, scratch, from, into });
  expect(fs.existsSync(into)).toBe(false);
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
    must(await setUp({ ...here.checking, sandbox }, { ...unready(here), isBaseline: true }));
    expect(installed(here)).toEqual(['dep']);
    expect(fs.existsSync(path.join(here.root, 'home/.npm'))).toBe(false);
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
