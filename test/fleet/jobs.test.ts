import { createHmac, diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { realDisk } from '../../src/files/disk.ts';
import { exportPublic, formatWorkerKey, parseWorkerKey, type WorkerKey } from '../../src/fleet/keys.ts';
import { sendMessage, signedMessageIn } from '../../src/fleet/mailbox.ts';
import { fleetPlaces, queueName } from '../../src/fleet/places.ts';
import { KeptGrants } from '../../src/fleet/kept-grants.ts';
import { KnownWorkers, signJob, workerIdentity } from '../../src/fleet/signing.ts';
import { FLEET_PROTOCOL } from '../../src/schema/fleet.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { doneResult, jobNamed } from '../support/fleet-jobs.ts';
import { handlers, newFleetKey, openConnection, openDispatcher, startWorker, until } from '../support/fleet-rig.ts';
import { needs } from '../support/needs.ts';
import { redisServer } from '../support/redis-server.ts';
import { record } from '../support/scorecard.ts';

test('a job is carried out by a worker, and its events and checks come back', async (context) => {
  needs(context, 'redis-server');
  const { url } = await redisServer();
  const key = newFleetKey();
  await startWorker(url, key, {
    perform: async (job, link) => {
      link.onEvent({ type: 'text', text: `working on ${job.id}` });
      const first = await link.check('bad');
      const second = await link.check('good');
      return { result: doneResult(`${first.problems.length} ${second.problems.length}`) };
    },
  });
  const dispatcher = await openDispatcher(url, key);
  const events: unknown[] = [];
  const problem = { path: '', expected: { kind: 'missing' }, got: '' } as const;
  const check = (value: unknown) => ({ isAnswer: true, problems: value === 'good' ? [] : [problem] });
  const done = await dispatcher.dispatch(jobNamed('T1'), handlers({ onEvent: (event) => events.push(event), check }));
  expect(done).toMatchObject({ kind: 'done', result: { outcome: { status: 'answered', text: '1 0' } } });
  expect(events).toEqual([{ type: 'text', text: 'working on T1' }]);
  await dispatcher.close();
});

test('a worker runs nothing unsigned, of another fleet, or that no conductor wants any more', async (context) => {
  needs(context, 'redis-server');
  const { url } = await redisServer();
  const [key, other] = [newFleetKey(), newFleetKey()];
  let began = 0;
  const { events } = await startWorker(url, key, {
    perform: () => {
      began += 1;
      return Promise.resolve({ result: doneResult() });
    },
  });
  const dispatcher = await openDispatcher(url, key);
  const { packages, redis } = await openConnection(url);
  const { prefix } = fleetPlaces(key.fleet);
  const queue = new packages.Queue(queueName('step'), {
    connection: redis,
    prefix,
    streams: { events: { maxLen: 10 } },
  });
  const put = (jobId: string, data: unknown) =>
    queue.addBulk([{ name: 'step', data, opts: { jobId, removeOnComplete: true, removeOnFail: true } }]);
  const job = jobNamed('T1');
  const signed = signJob(key, job);
  await put('a', { body: JSON.stringify(job), signature: 'x' });
  await put('b', job);
  await put('c', signJob(other, job));
  await put('d', { ...signed, body: signed.body.replace('Do T1.', 'Do evil.') });
  // Signed by the right key, and an answer to something else: no job.
  await put('e', new KnownWorkers(key).address(key, 'worker', job));
  await until(() => events.length === 5);
  expect(events.every((event) => event.type === 'refused' && event.why === 'unsigned')).toBe(true);
  // Signed and old: it was asked for, done, and is put there once more.
  expect(await dispatcher.dispatch(job, handlers())).toMatchObject({ kind: 'done' });
  expect(began).toBe(1);
  await until(async () => (await queue.getJobCounts('active'))['active'] === 0);
  await put('again', signed);
  await until(() => events.some((event) => event.type === 'refused' && event.why === 'unknown'));
  expect(began).toBe(1);
  record({
    promise: 'A worker is given jobs that are unsigned, changed, of another fleet, or signed and replayed',
    asked: 'none is begun',
    measured: `${events.filter(({ type }) => type === 'refused').length} refused, ${began - 1} begun`,
  });
  await dispatcher.close();
});

test('a result is taken only from the worker that has the job now', async (context) => {
  needs(context, 'redis-server');
  const { url } = await redisServer();
  const key = newFleetKey();
  const [thief, outsider] = [workerIdentity(key), workerIdentity(newFleetKey())];
  // Somebody who knows the fleet's name and has no key that lets them in.
  const uninvited = workerIdentity({ ...key, join: Buffer.alloc(32) });
  const { redis } = await openConnection(url);
  const grants: string[] = [];
  let finish: () => void = () => undefined;
  const { loop: worker } = await startWorker(url, key, {
    perform: async (_job, { grant }) => {
      grants.push(grant);
      await new Promise<void>((resolve) => (finish = resolve));
      return { result: doneResult('genuine') };
    },
  });
  const dispatcher = await openDispatcher(url, key);
  const dispatched = dispatcher.dispatch(jobNamed('T1'), handlers());
  await until(() => grants.length === 1);
  const [grant = ''] = grants;
  const result = { type: 'result', job: 'T1', grant, seq: 9, events: [], result: doneResult('forged') };
  const forged = [result];
  const places = fleetPlaces(key.fleet);
  const place = places.mailbox('owner');
  const signal = new AbortController().signal;
  const genuine = thief.seal('owner/owner', forged);
  const signed = thief.sign('owner/owner', forged);
  // What the worker that has the job said, as everybody sees it in Redis.
  const said = signedMessageIn(String(await redis.call('GET', places.report(worker.id))));
  for (const message of [
    // Another worker of the fleet, somebody who was never let in, a changed text, and an earlier attempt.
    genuine,
    signed,
    thief.seal('owner/owner', [{ ...result, grant: 'of-another-attempt' }]),
    outsider.seal('owner/owner', forged),
    uninvited.seal('owner/owner', forged),
    { ...genuine, body: genuine.body.replace('forged', 'changed') },
    { ...signed, body: signed.body.replace('forged', 'changed') },
    { body: genuine.body, from: genuine.from ?? '' },
    thief.seal('owner/other', forged),
    // In the name of the one that has the job: with its introduction, and with one that has a key of the thief's in it.
    { ...genuine, from: said?.from ?? '' },
    sealedInNameOf(worker.id, { key, introduction: said?.from ?? '', binding: genuine.from ?? '', value: forged }),
  ])
    await sendMessage(redis, { place, message, signal });
  let isSettled = false;
  void dispatched.finally(() => (isSettled = true));
  await until(() => isSettled || dispatcher.ignored.late + dispatcher.ignored.unsigned === 11);
  const { late, unsigned } = dispatcher.ignored;
  finish();
  expect({ isSettled, late, unsigned }).toEqual({ isSettled: false, late: 3, unsigned: 8 });
  expect(await dispatched).toMatchObject({ kind: 'done', result: { outcome: { text: 'genuine' } } });
  record({
    promise:
      'Results come that are forged by another worker, by outsiders, changed, or of an attempt that was given up',
    asked: 'none is taken',
    measured: `${dispatcher.ignored.late + dispatcher.ignored.unsigned} refused, the genuine one taken`,
  });
  await dispatcher.close();
});

interface Theft {
  readonly key: WorkerKey;
  /** The victim's; and the thief's, whose signature it has for its own key. */
  readonly introduction: string;
  readonly binding: string;
  readonly value: unknown;
}

/** What a worker that was let in can make of what it sees: the victim's name, and a secret that it shares with the conductor. */
function sealedInNameOf(victim: string, { key, introduction, binding, value }: Theft) {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const shared = diffieHellman({ privateKey, publicKey: key.pairPublic });
  const secret = Buffer.from(hkdfSync('sha256', shared, key.fleet, `orchestral fleet pair ${victim}`, 32));
  const body = JSON.stringify(value);
  const text = `orchestral fleet\n${key.fleet}\nowner/owner\n${body}`;
  const [own, pass] = introduction.split('.');
  const from = [own, pass, exportPublic(publicKey), binding.split('.')[3]].join('.');
  return { body, seal: createHmac('sha256', secret).update(text).digest('base64url'), from };
}

test('a worker of another version takes nothing, and others do', async (context) => {
  needs(context, 'redis-server');
  const { url } = await redisServer();
  const key = newFleetKey();
  let wrong = 0;
  const other = await startWorker(url, key, {
    protocol: FLEET_PROTOCOL + 1,
    perform: () => {
      wrong += 1;
      return Promise.resolve({ result: doneResult() });
    },
  });
  const dispatcher = await openDispatcher(url, key);
  const dispatched = dispatcher.dispatch(jobNamed('T1'), handlers());
  await until(() => other.events.some((event) => event.type === 'refused' && event.why === 'protocol'));
  await startWorker(url, key, { perform: () => Promise.resolve({ result: doneResult('right') }) });
  expect(await dispatched).toMatchObject({ result: { outcome: { text: 'right' } } });
  expect(wrong).toBe(0);
  record({
    promise: 'A worker of another version is in the fleet',
    asked: 'it takes nothing and says so',
    measured: `${wrong} steps begun by it; another worker did them`,
  });
  await dispatcher.close();
});

test('a limited worker gives its job back, and another one does it', async (context) => {
  needs(context, 'redis-server');
  const { url } = await redisServer();
  const key = newFleetKey();
  const spent = { input_tokens: 5, output_tokens: 1, cost_usd: 0.5 };
  const limited = await startWorker(url, key, {
    perform: () => Promise.resolve({ result: { kind: 'limited', spent }, pauseMs: 3_600_000 }),
  });
  const dispatcher = await openDispatcher(url, key);
  const dispatched = dispatcher.dispatch(jobNamed('T1'), handlers());
  await until(() => limited.events.some((event) => event.type === 'paused'));
  await startWorker(url, key, { perform: () => Promise.resolve({ result: doneResult('other') }) });
  expect(await dispatched).toMatchObject({ result: { outcome: { text: 'other' } }, spentBefore: [spent] });
  await dispatcher.close();
});

test.for(['remembers', 'forgot'])(
  'a conductor that comes back takes up what a worker did meanwhile; Redis %s',
  async (what, context) => {
    needs(context, 'redis-server');
    const { url } = await redisServer();
    const key = newFleetKey();
    let began = 0;
    let finish: () => void = () => undefined;
    const worker = await startWorker(url, key, {
      perform: async () => {
        began += 1;
        await new Promise<void>((resolve) => (finish = resolve));
        return { result: doneResult() };
      },
    });
    // The first one is never closed: it was killed.
    const connection = await openConnection(url);
    const { Dispatcher } = await import('../../src/fleet/dispatcher.ts');
    const grants = { disk: realDisk, file: path.join(temporaryFolder(), 'grants', 'owner.jsonl') };
    const first = await Dispatcher.open({ connection, key, owner: 'owner', grants });
    void first.dispatch(jobNamed('T1'), handlers());
    await until(() => began === 1);
    // What is not on its disk yet is gone with a Redis that is killed.
    if (what === 'forgot') await connection.redis.call('FLUSHALL');
    connection.close();
    finish();
    await until(() => worker.events.some((event) => event.type === 'ended'));
    // The second one takes the result, and is killed before it recorded it.
    const another = await openConnection(url);
    const second = await Dispatcher.open({ connection: another, key, owner: 'owner', grants });
    expect(await second.dispatch(jobNamed('T1'), handlers())).toMatchObject({ kind: 'done' });
    another.close();
    // The third one reads it before it asks for the job: what comes after it in the mailbox was read, too.
    const { redis } = await openConnection(url);
    const places = fleetPlaces(key.fleet);
    const { signal } = new AbortController();
    const message = { body: 'x', signature: 'x' };
    await sendMessage(redis, { place: places.mailbox('owner'), message, signal });
    const third = await openDispatcher(url, key, { grants });
    await until(() => third.ignored.unsigned === 1);
    const done = await third.dispatch(jobNamed('T1'), handlers());
    expect(done).toMatchObject({ kind: 'done' });
    expect(began).toBe(1);
    const waiting = async () => redis.call('XLEN', places.mailbox('owner'));
    expect(await waiting()).toBe(1);
    // Recorded is over.
    if (done.kind === 'done') done.forget();
    await until(async () => (await waiting()) === 0);
    expect(new KeptGrants(grants).former(jobNamed('T1').id)).toBeUndefined();
    await third.close();
    expect(fs.readdirSync(path.dirname(grants.file))).toEqual([]);
  },
);

test('what is cancelled is broken off where it runs', async (context) => {
  needs(context, 'redis-server');
  const { url } = await redisServer();
  const key = newFleetKey();
  let wasAborted = false;
  let began = false;
  await startWorker(url, key, {
    perform: async (_job, { signal }) => {
      began = true;
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      wasAborted = true;
      return { result: doneResult() };
    },
  });
  const dispatcher = await openDispatcher(url, key);
  const abort = new AbortController();
  const dispatched = dispatcher.dispatch(jobNamed('T1'), handlers({ signal: abort.signal }));
  await until(() => began);
  abort.abort();
  expect(await dispatched).toEqual({ kind: 'cancelled' });
  await until(() => wasAborted);
  await dispatcher.close();
});

test('the key of a worker is one line that says nothing of the key that signs', () => {
  const key = newFleetKey();
  const line = formatWorkerKey(key, 'step');
  expect(parseWorkerKey(`${line}\n`)).toMatchObject({ ok: true, value: { fleet: key.fleet } });
  const secret = key.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url');
  expect(line).not.toContain(secret.slice(-30));
  for (const bad of ['', 'x', line.slice(0, -4), `${line}.more`, line.replace('fleet-1', 'fleet-2')])
    expect(parseWorkerKey(bad)).toMatchObject({ ok: false, error: { code: 'fleet.bad_key' } });
});
