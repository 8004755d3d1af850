import { expect, test } from 'vitest';
import { readMailboxes } from '../../src/fleet/mailbox.ts';
import { fleetPlaces } from '../../src/fleet/places.ts';
import { KnownWorkers, workerIdentity } from '../../src/fleet/signing.ts';
import { WorkerOutbox } from '../../src/fleet/worker-outbox.ts';
import { FLEET_PROTOCOL, type WorkerMessage, workerMessages } from '../../src/schema/fleet.ts';
import { doneResult } from '../support/fleet-jobs.ts';
import { newFleetKey, openConnection, until } from '../support/fleet-rig.ts';
import { needs } from '../support/needs.ts';
import { redisServer } from '../support/redis-server.ts';

const claimOf = (job: string): WorkerMessage => ({
  type: 'claim',
  job,
  nonce: `n-${job}`,
  protocol: FLEET_PROTOCOL,
  name: 'w',
});

const resultOf = (job: string): WorkerMessage => ({
  type: 'result',
  job,
  grant: `n-${job}`,
  seq: 0,
  events: [],
  result: doneResult(),
});

async function openOutbox(url: string) {
  const key = newFleetKey();
  const places = fleetPlaces(key.fleet);
  const [{ redis }, { redis: reader }] = [await openConnection(url), await openConnection(url)];
  const end = new AbortController();
  const known = new KnownWorkers(key);
  const letters: string[][] = [];
  void readMailboxes(
    reader,
    { places: [places.mailbox('a'), places.mailbox('b')], signal: end.signal },
    (place, come) => {
      for (const { message } of come) {
        const owner = place.slice(-1);
        const said = workerMessages.parse(known.open(message, `owner/${owner}`)?.value);
        letters.push([owner, ...said.map(({ type, job }) => `${type} ${job}`)]);
      }
    },
  );
  const outbox = new WorkerOutbox(redis, { places, identity: workerIdentity(key), signal: end.signal });
  return { outbox, letters, end: () => end.abort() };
}

test('a result travels with the claim of the next job, and two results never together', async (context) => {
  needs(context, 'redis-server');
  const { url } = await redisServer();
  const { outbox, letters, end } = await openOutbox(url);
  const sent = [outbox.sendResult('a', resultOf('1')), outbox.send('a', claimOf('2'))];
  sent.push(
    outbox.sendResult('a', resultOf('2')),
    outbox.sendResult('a', resultOf('3')),
    outbox.send('a', claimOf('4')),
  );
  // Another conductor's claim does not take it along.
  sent.push(outbox.sendResult('a', resultOf('4')), outbox.send('b', claimOf('5')));
  outbox.flush();
  await Promise.all(sent);
  await until(() => letters.length === 5);
  const sentTo = (owner: string) => letters.filter(([to]) => to === owner).map(([, ...said]) => said);
  expect(sentTo('a')).toEqual([['result 1', 'claim 2'], ['result 2'], ['result 3', 'claim 4'], ['result 4']]);
  expect(sentTo('b')).toEqual([['claim 5']]);
  end();
});

test('a result whose worker claims nothing more is sent by itself', async (context) => {
  needs(context, 'redis-server');
  const { url } = await redisServer();
  const { outbox, letters, end } = await openOutbox(url);
  await outbox.sendResult('a', resultOf('1'));
  await until(() => letters.length > 0);
  expect(letters).toEqual([['a', 'result 1']]);
  end();
});
