import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { CheckContext } from '../../src/evidence/check-context.ts';
import { withCheckEnvironment } from '../../src/evidence/check-environment.ts';
import { readSurroundings } from '../../src/evidence/surroundings.ts';
import { ok } from '../../src/base/result.ts';
import { OWN_VENV } from '../../src/languages/python/set-up.ts';
import { must } from '../git/scene.ts';
import { needs } from '../support/needs.ts';
import { type CheckScene, checkScene, sandboxOf } from './check-scene.ts';

test('with the network off, tests reach no service, set-up does, and a proof is another one', async (context) => {
  const server = net.createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  context.onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const line = `node -e "require('net').connect(${port}, '127.0.0.1').on('error', () => process.exit(9)).on('connect', () => process.exit(0))"`;
  const here = await checkScene({});
  const sandbox = { ...(await sandboxOf(context, here)), network: 'off' as const };
  expect(await codeOf(here, sandbox, line)).toBe(9);
  expect(await codeOf(here, sandbox, line, 'set-up')).toBe(0);
  expect(await codeOf(here, { ...sandbox, network: 'on' }, line)).toBe(0);
  const around = { folder: here.checkout.folder, projectRoot: here.project, commands: here.own };
  const read = (network: 'on' | 'off') =>
    readSurroundings({ ...here.checking, sandbox: { ...sandbox, network } }, around);
  expect((await read('off')).environment).not.toBe((await read('on')).environment);
  expect((await read('on')).environment).toBe((await readSurroundings(here.checking, around)).environment);
});

test('tests make namespaces, and mount in them, only where the project says so', async (context) => {
  needs(context, 'unshare');
  const here = await checkScene({});
  const sandbox = await sandboxOf(context, here);
  const line = 'unshare --user --map-root-user --mount mount -t tmpfs none /mnt';
  expect(await codeOf(here, sandbox, line)).not.toBe(0);
  expect(await codeOf(here, { ...sandbox, userns: 'on' }, `mkdir -p m; ${line.replace('/mnt', 'm')}`)).toBe(0);
});

test('a link that a project puts where its programs are looked up shows nothing', async (context) => {
  const here = await checkScene({});
  const sandbox = await sandboxOf(context, here);
  const [secret, bin] = [path.join(here.root, 'home/.ssh/id'), path.join(here.checkout.folder, OWN_VENV, 'bin')];
  fs.mkdirSync(bin, { recursive: true });
  fs.symlinkSync('/bin/sh', path.join(bin, 'python'));
  fs.symlinkSync(secret, path.join(bin, 'planted'));
  expect(await codeOf(here, sandbox, `test ! -e '${secret}' && test -e '${bin}/python'`)).toBe(0);
  fs.rmSync(path.dirname(bin), { recursive: true });
  fs.writeFileSync(path.join(path.dirname(secret), 'python'), '');
  fs.mkdirSync(path.dirname(bin));
  fs.symlinkSync(path.dirname(secret), bin);
  expect(await codeOf(here, sandbox, `test ! -e '${secret}'`)).toBe(0);
});

type Sandbox = Awaited<ReturnType<typeof sandboxOf>>;

async function codeOf(
  here: CheckScene,
  sandbox: Sandbox,
  line: string,
  purpose: 'set-up' | 'tests' = 'tests',
): Promise<number | null> {
  const context: CheckContext = { ...here.checking, sandbox };
  const options = { folder: here.checkout.folder, purpose };
  const ran = must(
    await withCheckEnvironment(context, options, async (environment) => ok(must(await environment.run(line)))),
  );
  return ran.status === 'ended' ? ran.exit_code : null;
}
