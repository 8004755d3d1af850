import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectEvents } from '../../../src/engine/door/events.ts';
import { SnapshotReader } from '../../../src/engine/door/snapshot.ts';
import { snapshot as snapshotSchema } from '../../../src/schema/views/snapshot.ts';
import { temporaryFolder } from '../../support/auto-store.ts';
import { SESSION, writtenLog } from '../../support/written-logs.ts';

const RUN = 'run-20260115-103000';

test('a snapshot is JSON as its schema says, of runs, session and graph', async () => {
  const folder = temporaryFolder();
  for (const id of [RUN, `${RUN}-2`, SESSION, 'auto']) await (await writtenLog(folder, id)).close();
  const { snapshot } = new SnapshotReader({ root: folder, hash: SESSION }).take();
  expect(snapshotSchema.parse(JSON.parse(JSON.stringify(snapshot)))).toEqual(snapshot);
  expect(snapshot).toMatchObject({
    project: { path: folder, hash: SESSION, is_prepared: false },
    runs: [{ run_id: `${RUN}-2`, step: 'prepare', iteration: 1, conductor: null }, { run_id: RUN }],
    sessions: [{ hash: SESSION, request_id: 'R1', stage: 'discovery', base: { branch: 'main' } }],
    auto: { stage: 'prepare', counts: { total: 3, ready: 3 }, order: ['T1.1', 'T1.2', 'T1.3'], tasks: { 'T1.1': {} } },
    spent: { calls: 0, cost_usd: null },
    unreadable: [],
  });
});

test('a project in which nothing was begun has a snapshot, and events after it', async () => {
  const folder = temporaryFolder();
  const { snapshot } = new SnapshotReader({ root: folder, hash: SESSION }).take();
  expect(snapshot).toMatchObject({ runs: [], sessions: [], auto: null, waiting: [] });
  await (await writtenLog(folder, RUN)).close();
  expect(await eventsAfter(folder, snapshot.cursor)).toEqual(['run_started']);
});

test('events after a snapshot are those that are not in it', async () => {
  const folder = temporaryFolder();
  const log = await writtenLog(folder, RUN);
  await log.write();
  const reader = new SnapshotReader({ root: folder, hash: SESSION });
  reader.take();
  await log.write(6_000_000);
  const { snapshot } = reader.take();
  expect(await eventsAfter(folder, snapshot.cursor)).toEqual([]);
  await log.write();
  await log.close();
  expect(await eventsAfter(folder, snapshot.cursor)).toEqual(['effect_started', 'effect_interrupted']);
});

test('a log of a later program is told of, and hides nothing else', async () => {
  const folder = temporaryFolder();
  for (const id of [RUN, 'auto']) await (await writtenLog(folder, id)).close();
  const log = path.join(folder, '.orchestral/runs', RUN, 'events.log');
  const { encodeLogLine } = await import('../../../src/store/log-record.ts');
  const lines = fs.readFileSync(log, 'utf8').split('\n').length;
  fs.appendFileSync(log, encodeLogLine({ seq: lines, at: '2030-01-01T00:00:00.000Z', type: 'dreamt', data: {} }));
  const { snapshot } = new SnapshotReader({ root: folder, hash: SESSION }).take();
  expect(snapshot.unreadable).toEqual([{ log: `.orchestral/runs/${RUN}/events.log`, code: 'log.newer' }]);
  expect(snapshot.auto?.project).toBe('sample');
});

async function eventsAfter(folder: string, after: string): Promise<string[]> {
  const types: string[] = [];
  const options = { after, follow: false };
  for await (const { type } of projectEvents({ root: folder, hash: SESSION }, (text) => text, options))
    types.push(type);
  return types;
}
