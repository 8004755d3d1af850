import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { approveRun } from '../../src/engine/operations/runs/decide.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { conductAll, startRunIn } from '../support/conduct-run.ts';
import { expectOk } from '../support/conduct-session.ts';
import { needs } from '../support/needs.ts';
import { publishedProject } from './published-project.ts';

/** An ssh server of this user on loopback, which knows one key. */
async function sshServer(folder: string): Promise<{ readonly port: number }> {
  const key = (name: string) =>
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path.join(folder, name)]);
  key('host');
  key('person');
  fs.copyFileSync(path.join(folder, 'person.pub'), path.join(folder, 'authorized'));
  const port = await freePort();
  const options = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${folder}/host`,
    `AuthorizedKeysFile ${folder}/authorized`,
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'UsePAM no',
    'StrictModes no',
    `PidFile ${folder}/sshd.pid`,
  ];
  fs.writeFileSync(path.join(folder, 'sshd_config'), `${options.join('\n')}\n`);
  const server = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', path.join(folder, 'sshd_config')], { stdio: 'ignore' });
  onTestFinished(async () => {
    server.kill();
    await once(server, 'close');
  });
  for (;;) {
    const socket = net.connect(port, '127.0.0.1');
    const came = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (came) return { port };
    await pause(50);
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('work is pushed over ssh with the key of the person, and only with it', async (context) => {
  needs(context, 'gh', 'sshd', 'ssh-keygen');
  const folder = temporaryFolder();
  fs.mkdirSync('/run/sshd', { recursive: true });
  const { port } = await sshServer(folder);
  const address = (bare: string) => `ssh://${os.userInfo().username}@127.0.0.1:${port}${bare}`;
  const project = await publishedProject({ address });
  const ssh = `ssh -F none -oBatchMode=yes -oStrictHostKeyChecking=no -oUserKnownHostsFile=${folder}/known`;
  const { open } = expectOk(
    await startRunIn({ ...project, env: { ...project.env, GIT_SSH_COMMAND: `${ssh} -i ${folder}/none` } }),
  );
  expectOk(await conductAll(open, { approves: false }));
  await approveRun(open, { commit: open.state().work?.commit ?? '', allow: 'all' });
  await open.conduct(new AbortController().signal);
  expect(open.state().step).toMatchObject({ at: 'ready_for_merge', refusal: { why: 'signed_out' } });
  expectOk(await open.close());

  // The person's own configuration names the key now.
  fs.appendFileSync(path.join(project.home, '.gitconfig'), `[core]\nsshCommand = ${ssh} -i ${folder}/person\n`);
  const { openRun } = await import('../../src/engine/descriptors/run.ts');
  const { runContext } = await import('../support/conduct-run.ts');
  const later = await openRun(open.id, runContext(project));
  await approveRun(later, { commit: later.state().work?.commit ?? '', allow: 'all' });
  await later.conduct(new AbortController().signal);
  expect(later.state()).toMatchObject({ step: { at: 'proposed' }, proposal: { number: 7 } });
  expect(project.github.git('show', `orchestral/${open.id}:answer.txt`)).toBe('right');
  expectOk(await later.close());
});
