import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { unwrap } from '../../src/base/failure.ts';
import { obtainConductorKey } from '../../src/fleet/keys.ts';
import type { FleetStatus } from '../../src/fleet/manage.ts';
import { privateFolder } from '../../src/store/private-folder.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { doneResult, jobNamed } from '../support/fleet-jobs.ts';
import { handlers, newFleetKey, openDispatcher, startWorker, until } from '../support/fleet-rig.ts';
import { needs } from '../support/needs.ts';
import { redisServer } from '../support/redis-server.ts';
import { serving } from '../server/serving.ts';
import { runInProcess } from '../support/run-in-process.ts';

/** A person's machine with the key of a fleet, and its commands. */
function conductorMachine(url: string) {
  const home = temporaryFolder();
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', ORCHESTRAL_FLEET: url };
  const fleet = (...args: string[]) => runInProcess(['fleet', ...args], { cwd: home, env });
  return {
    env,
    key: obtainConductorKey(unwrap(privateFolder(env))),
    fleet,
    status: async (): Promise<FleetStatus> => JSON.parse((await fleet('status', '--json')).stdout),
  };
}

test('a fleet is looked at, paused, resumed, drained and forgotten', async (context) => {
  needs(context, 'redis-server');
  const { url } = await redisServer();
  const { env, key, fleet, status } = conductorMachine(url);
  expect((await fleet()).stdout).toBe('No worker is there.\nQueue: 0 waiting, 0 with workers\n');
  const began: string[] = [];
  const finish = new Map<string, () => void>();
  const { events } = await startWorker(url, key, {
    name: 'one',
    labels: ['linux'],
    perform: async ({ id }) => {
      began.push(id);
      await new Promise<void>((resolve) => finish.set(id, resolve));
      return { result: doneResult() };
    },
  });
  const dispatcher = await openDispatcher(url, key);
  const first = dispatcher.dispatch(jobNamed('T1'), handlers());
  await until(async () => (await status()).workers[0]?.running[0]?.effect === 'auto/T1/work#1');
  const lines = (await fleet('status')).stdout.split('\n');
  expect(lines[1]).toMatch(/^one +steps +working +1\/1 +1\.0\.0 +linux +0$/);
  expect(lines[2]).toMatch(/^ {2}auto\/T1\/work#1 {2}\d+ s$/);
  expect(lines).toContain('Queue: 0 waiting, 1 with workers');

  // The page of the dashboard is told the same.
  const { call } = await (await serving(env)).browser();
  expect(await call('fleet', {})).toMatchObject({
    ok: true,
    value: {
      workers: [
        { name: 'one', is_usable: true, labels: ['linux'], running: [{ effect: 'auto/T1/work#1' }], recent: 0 },
      ],
      is_paused: false,
    },
  });

  // What runs goes on, and nothing else begins.
  expect(await fleet('pause')).toMatchObject({ code: 0, stderr: expect.stringContaining('The fleet is paused') });
  const second = dispatcher.dispatch(jobNamed('T2'), handlers());
  finish.get('T1')?.();
  await first;
  await until(async () => (await status()).queues[0]?.waiting === 1 && (await status()).workers[0]?.done === 1);
  const queues = [
    { kind: 'step', label: null, waiting: 1, active: 0 },
    { kind: 'step', label: 'linux', waiting: 0, active: 0 },
  ];
  expect(await status()).toMatchObject({ isPaused: true, isDurable: true, queues });
  expect(began).toEqual(['T1']);
  expect((await fleet('status')).stdout).toContain('paused: nothing is started');
  expect(await fleet('resume')).toMatchObject({ code: 0 });
  await until(() => began.includes('T2'));
  finish.get('T2')?.();
  expect(await second).toMatchObject({ kind: 'done' });

  await fleet('pause');
  const third = new AbortController();
  void dispatcher.dispatch(jobNamed('T3'), handlers({ signal: third.signal }));
  await until(async () => (await status()).queues[0]?.waiting === 1);
  expect(await fleet('forget', '--yes')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Forgotten: \d+ ent/),
  });
  const { isPaused, queues: left, workers } = await status();
  expect([isPaused, left[0]?.waiting, workers.length]).toEqual([false, 0, 1]);
  third.abort();

  expect(await fleet('drain', 'nobody')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no worker is called 'nobody'"),
  });
  expect(events).not.toContainEqual({ type: 'drain' });
  expect(await fleet('drain', 'one')).toMatchObject({ code: 0, stderr: '1 worker ends when its steps are done.\n' });
  await until(() => events.some(({ type }) => type === 'drain'));
  await dispatcher.close();
});

test('commands about a fleet say what is wrong with them', async (context) => {
  needs(context, 'redis-server');
  const { url } = await redisServer({ appendonly: 'no' });
  const { fleet } = conductorMachine(url);
  expect(await fleet('stats')).toMatchObject({ code: 2, stderr: expect.stringContaining('fleet status') });
  expect(await fleet('pause', 'one')).toMatchObject({ code: 2 });
  expect((await fleet('status')).stderr).toContain('append-only file');
  const nowhere = conductorMachine('redis://127.0.0.1:1');
  expect((await nowhere.fleet('status')).stderr).toMatch(
    /^error: redis:\/\/127\.0\.0\.1:1 cannot be reached: .*REFUSED/,
  );
  const secret = conductorMachine('http://me:secret@host');
  expect((await secret.fleet('status')).stderr).not.toContain('secret');
});

test('steps with a label go only to workers that have it', async (context) => {
  needs(context, 'redis-server');
  const { url } = await redisServer();
  const key = newFleetKey();
  const did: string[] = [];
  const named = (name: string, labels: readonly string[]) =>
    startWorker(url, key, {
      name,
      labels,
      concurrency: 2,
      perform: ({ id }) => {
        did.push(`${id} ${name}`);
        return Promise.resolve({ result: doneResult() });
      },
    });
  await named('plain', ['linux']);
  const dispatcher = await openDispatcher(url, key, { label: 'gpu' });
  expect(dispatcher.capacity('step')).toBe(0);
  const ids = ['T1', 'T2', 'T3', 'T4'];
  const done = ids.map((id) => dispatcher.dispatch(jobNamed(id), handlers()));
  await named('fast', ['linux', 'gpu']);
  await Promise.all(done);
  expect(did.toSorted()).toEqual(ids.map((id) => `${id} fast`));
  await dispatcher.close();
});

test('without BullMQ and ioredis a fleet says how to get them, in both languages', () => {
  const folder = temporaryFolder();
  for (const part of ['bin', 'dist', 'package.json', 'templates'])
    fs.cpSync(part, path.join(folder, part), { recursive: true });
  const say = (lang: string): string => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, LANG: lang, ORCHESTRAL_FLEET: 'redis://127.0.0.1:1' };
    const args = [path.join(folder, 'bin/orchestral.js'), 'fleet', 'status'];
    try {
      return execFileSync(process.execPath, args, { env, cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      return error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    }
  };
  expect(say('C.UTF-8')).toBe(
    'error: a fleet needs BullMQ and ioredis, which are not installed\n  install them beside Orchestral: npm install -g bullmq@6 ioredis@6\n',
  );
  expect(say('ko_KR.UTF-8')).toContain('npm install -g bullmq@6 ioredis@6');
});
