import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { setUp } from '../../src/evidence/set-up.ts';
import { must } from '../git/scene.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { type CheckScene, checkScene, sandboxOf } from './check-scene.ts';

const TOKEN = 'sesame-sesame';
const servers: http.Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Registry {
  /** `127.0.0.1:4873` */
  readonly host: string;
  readonly integrity: string;
  /** Whether each request was signed. */
  readonly signed: boolean[];
}

/** A registry with one package, for whoever has the token. What the package runs when it is installed looks for that. */
async function startRegistry(): Promise<Registry> {
  const folder = temporaryFolder();
  const scripts = { postinstall: 'cat ~/.npmrc > ../../seen.txt 2>/dev/null || echo nothing > ../../seen.txt' };
  fs.mkdirSync(path.join(folder, 'package'));
  fs.writeFileSync(
    path.join(folder, 'package/package.json'),
    JSON.stringify({ name: 'dep', version: '1.0.0', scripts }),
  );
  execFileSync('tar', ['czf', 'dep.tgz', 'package'], { cwd: folder });
  const tarball = fs.readFileSync(path.join(folder, 'dep.tgz'));
  const signed: boolean[] = [];
  const server = http.createServer((request, response) => {
    const isSigned = request.headers.authorization === `Bearer ${TOKEN}`;
    signed.push(isSigned);
    response.writeHead(isSigned ? 200 : 401).end(isSigned ? tarball : '{"error":"sign in"}');
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  return { host: `127.0.0.1:${address.port}`, integrity, signed };
}

function sceneFor({ host, integrity }: Registry): Promise<CheckScene> {
  const resolved = `http://${host}/dep/-/dep-1.0.0.tgz`;
  const dependencies = { dep: '1.0.0' };
  const packages = {
    '': { name: 'sample', dependencies },
    'node_modules/dep': { version: '1.0.0', resolved, integrity, hasInstallScript: true },
  };
  return checkScene({
    'package.json': JSON.stringify({ name: 'sample', dependencies }),
    'package-lock.json': JSON.stringify({ name: 'sample', lockfileVersion: 3, requires: true, packages }),
    '.npmrc': `registry=http://${host}/\n`,
    '.gitignore': 'node_modules\nseen.txt\n',
  });
}

function request(here: CheckScene) {
  return { worktree: here.checkout, projectRoot: here.project, commands: here.own };
}

test.for([
  [true, TOKEN],
  [false, TOKEN],
  // As people have it who keep the token in their environment.
  [false, '${NPM_TOKEN}'],
] as const)(
  'a registry that asks for a token gets it; what packages run does not see it (sandbox: %s, %s)',
  async ([confines, written], context) => {
    const registry = await startRegistry();
    const here = await sceneFor(registry);
    const home = path.join(here.root, 'home');
    fs.mkdirSync(home, { recursive: true });
    fs.writeFileSync(path.join(home, '.npmrc'), `//${registry.host}/:_authToken=${written}\n`);
    const personal = { NPM_TOKEN: TOKEN };
    const checking = { ...here.checking, personal, ...(confines && { sandbox: await sandboxOf(context, here) }) };
    must(await setUp(checking, request(here)));
    expect(registry.signed).toContain(true);
    expect(fs.existsSync(path.join(here.checkout.folder, 'node_modules/dep/package.json'))).toBe(true);
    expect(fs.readFileSync(path.join(here.checkout.folder, 'seen.txt'), 'utf8')).toBe('nothing\n');
  },
);

test('without the token the refusal is what is said', async () => {
  const registry = await startRegistry();
  const here = await sceneFor(registry);
  const failed = await setUp(here.checking, request(here));
  expect(failed).toMatchObject({ ok: false, error: { code: 'checks.setup_failed' } });
  if (!failed.ok && failed.error.code === 'checks.setup_failed')
    expect(failed.error.params.error).toMatch(/40[13]|sign in|authenticate/i);
});
