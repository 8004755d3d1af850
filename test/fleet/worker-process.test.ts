import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { autoProjectWith, filesOn, scriptFor } from '../support/auto-project.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { rehearsedTasks, startAutoIn } from '../support/conduct-auto.ts';
import { fleetKeyOf, fleetWorker, withRemote } from '../support/fleet-project.ts';
import { until } from '../support/fleet-rig.ts';
import { needs } from '../support/needs.ts';
import { redisServer } from '../support/redis-server.ts';
import { SHELL_PROJECT } from '../support/run-project.ts';
import { startProgram } from '../support/start-program.ts';

function workerEnv(key: string, more: Readonly<Record<string, string>>): Record<string, string> {
  const own = { PATH: process.env['PATH'] ?? '', HOME: temporaryFolder(), LANG: 'C.UTF-8', GIT_CONFIG_NOSYSTEM: '1' };
  return { ...own, ORCHESTRAL_FLEET_KEY: key, ...more };
}

const PLAN = '# Tasks\n\n## Phase 1: First\n\n- [ ] T1.1: a\n- [ ] T1.2: b\n- [ ] T1.3: c\n';

test('a worker that is told to end finishes its steps, and others do the rest', async (context) => {
  needs(context, 'git', 'redis-server');
  const { url } = await redisServer();
  const project = autoProjectWith(PLAN, { config: { project: SHELL_PROJECT } });
  withRemote(project);
  const key = await fleetKeyOf(project);
  const ids = ['T1.1', 'T1.2', 'T1.3'];
  const slow = (id: string) => [{ delay_ms: 2_000, edit: { [`${id}.txt`]: `${id}\n` } }];
  const script = scriptFor(ids, Object.fromEntries(ids.map((id) => [id, slow(id)])));
  const agent = rehearsedTasks(project.home, script);
  const env = workerEnv(key, { ORCHESTRAL_FLEET: url });
  const args = ['worker', '--trust', '--name', 'first', '--concurrency', '2', '--agent', agent];
  const worker = startProgram(args, env, project.home);
  const count = (text: RegExp) => (worker.said().match(text) ?? []).length;
  await until(() => worker.said().includes('first is ready'));
  const played = await startAutoIn(project, { fleet: url, parallel: 3 });
  const conducted = played.conduct();
  await until(() => count(/task-executor/g) === 2);
  worker.child.kill('SIGTERM');
  expect(await worker.ended, worker.said()).toBe(0);
  expect(worker.said()).toContain('taking no more jobs');
  expect([count(/task-executor/g), count(/ {2}done/g)]).toEqual([2, 2]);
  const second = await fleetWorker({ url, key, agent, name: 'second' });
  await conducted;
  await played.close();
  expect(filesOn(project)).toEqual(expect.arrayContaining(ids.map((id) => `${id}.txt`)));
  expect(second.events.filter(({ type }) => type === 'began')).toHaveLength(1);
});

/** A certificate of nobody's, for this machine. */
function selfSigned(folder: string) {
  const [certificate, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
  const files = ['-addext', 'subjectAltName=IP:127.0.0.1', '-out', certificate, '-keyout', key];
  execFileSync('openssl', [...request, ...files], { stdio: 'pipe' });
  return { certificate, key };
}

/** As the guide has it. */
const ACL = 'on >PASSWORD ~orchestral:* &* +@all -@admin -@dangerous +info';

test('a fleet works over TLS, as a user of Redis that may do little else', async (context) => {
  needs(context, 'git', 'redis-server', 'openssl');
  const { certificate, key: secret } = selfSigned(temporaryFolder());
  const tls = ['--tls-cert-file', certificate, '--tls-key-file', secret, '--tls-ca-cert-file', certificate];
  const users = `--user orchestral ${ACL} --user other on >PASSWORD ~other:* &* +@all --user default off`.split(' ');
  const { port } = await redisServer({ settings: ['--tls-auth-clients', 'no', ...tls, ...users], isTls: true });
  const urlOf = (user: string, password: string) => `rediss://${user}:${password}@127.0.0.1:${port}`;
  const project = autoProjectWith('# Tasks\n\n## Phase 1: First\n\n- [ ] T1.1: a\n', {
    config: { project: SHELL_PROJECT },
  });
  withRemote(project);
  const key = await fleetKeyOf(project);
  const trusting = { NODE_EXTRA_CA_CERTS: certificate };
  const status = async (url: string, more: Readonly<Record<string, string>> = trusting) => {
    const asked = startProgram(['fleet', 'status'], { ...project.env, ...more, ORCHESTRAL_FLEET: url }, project.folder);
    await asked.ended;
    return asked.said();
  };
  expect(await status(urlOf('orchestral', 'PASSWORD'), {})).toMatch(/cannot be reached: self-signed certificate/);
  expect(await status(urlOf('orchestral', 'wrong'))).toMatch(/cannot be reached: WRONGPASS/);
  expect(await status(urlOf('other', 'PASSWORD'))).toMatch(/cannot be reached: NOPERM/);
  const url = urlOf('orchestral', 'PASSWORD');
  const agent = rehearsedTasks(project.home, scriptFor(['T1.1']));
  const env = workerEnv(key, { ...trusting, ORCHESTRAL_FLEET: url });
  const worker = startProgram(['worker', '--trust', '--name', 'one', '--agent', agent], env, project.home);
  await until(() => worker.said().includes('one is ready'));
  expect(await status(url)).toMatch(/^one +steps +working/m);
  const args = ['auto', '--trust', '--no-dashboard', '--ultra-thin', '--quiet'];
  const auto = startProgram(args, { ...project.env, ...trusting, ORCHESTRAL_FLEET: url }, project.folder);
  expect(await auto.ended, `${auto.said()}${worker.said()}`).toBe(0);
  expect(filesOn(project)).toContain('T1.1.txt');
  expect(worker.said()).toContain('task-executor');
  expect(`${auto.said()}${worker.said()}`).not.toContain('PASSWORD');
});
