import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type EventsOptions, type ProjectEvent, projectEvents } from '../../../src/engine/door/events.ts';
import type { Project } from '../../../src/engine/project.ts';
import { decodeLogLine } from '../../../src/store/log-record.ts';
import { temporaryFolder } from '../../support/auto-store.ts';
import { bundleDriver } from '../../support/bundle.ts';
import { randomFrom } from '../../support/random.ts';
import { byTier, seed } from '../../support/tier.ts';
import { SESSION, writtenLog, type WrittenLog } from '../../support/written-logs.ts';

const RUN = 'run-20260115-103000';
const LARGE = 6_000_000;

describe('events of a project', () => {
  test('are told in the order of each log, of runs, session and graph at once', async () => {
    const folder = temporaryFolder();
    const logs = [RUN, `${RUN}-2`, SESSION, 'auto'];
    await writeTo(folder, logs, 3);
    const events = await recorded(folder);
    expect(new Set(events.map(({ id }) => id))).toEqual(new Set(logs));
    expectAll(folder, events);
    expect(events.find(({ id }) => id === SESSION)).toMatchObject({ workflow: 'session', type: 'session_started' });
    expect(events.find(({ id }) => id === 'auto')).toMatchObject({ workflow: 'auto', type: 'planned' });
  });

  test('appear when a log is begun later', async () => {
    const folder = temporaryFolder();
    const over = new AbortController();
    const reading = collect(folder, { signal: over.signal }, (events) => events.length === 1);
    await writeTo(folder, [RUN], 0);
    expect(await reading).toMatchObject([{ id: RUN, type: 'run_started' }]);
  });

  test('go on behind a cursor after both sides were begun again', async () => {
    const folder = temporaryFolder();
    await writeTo(folder, [RUN, 'auto'], 2);
    const before = await recorded(folder);
    await writeTo(folder, [RUN, 'auto', SESSION], 2);
    const after = await recorded(folder, before.at(-1)?.cursor);
    expectAll(folder, [...before, ...after]);
  });

  test('go on behind a cursor of an earlier segment', async () => {
    const folder = temporaryFolder();
    const log = await writtenLog(folder, RUN);
    await log.write();
    const before = await recorded(folder);
    for (const bytes of [LARGE, LARGE, 0, LARGE, LARGE, 0]) await log.write(bytes);
    expect(segmentsOf(log)).toHaveLength(5);
    expectAll(folder, [...before, ...(await recorded(folder, before.at(-1)?.cursor))]);
    await log.close();
  });

  test('go on in the next segment for whoever follows', async () => {
    const folder = temporaryFolder();
    const log = await writtenLog(folder, RUN);
    const reading = collect(folder, {}, (events) => events.length === 13);
    for (const bytes of [LARGE, LARGE, 0, LARGE, LARGE, 0]) await log.write(bytes);
    expectAll(folder, await reading);
    await log.close();
  });

  test.each([
    ['its segment is gone', async (log: WrittenLog) => fs.rmSync(segmentsOf(log)[0] ?? '')],
    ['the log was replaced by another', replace],
    ['the log is gone', async (log: WrittenLog) => fs.rmSync(path.dirname(log.path), { recursive: true })],
  ])('begin with a snapshot where %s', async (_, spoil: (log: WrittenLog, folder: string) => Promise<void>) => {
    const folder = temporaryFolder();
    const log = await writtenLog(folder, RUN);
    await log.write();
    const { cursor } = (await recorded(folder)).at(-1) ?? { cursor: '' };
    for (const bytes of [LARGE, LARGE, 0]) await log.write(bytes);
    await log.close();
    const other = await writtenLog(folder, 'auto');
    await spoil(log, folder);
    const [first, ...rest] = await all(folder, cursor);
    expect(first).toMatchObject({ type: 'snapshot', snapshot: { auto: { project: 'sample' } } });
    expect(rest).toEqual([]);
    await other.write();
    expect(await recorded(folder, first?.cursor)).toMatchObject([
      { id: 'auto', type: 'effect_started' },
      { id: 'auto', type: 'effect_interrupted' },
    ]);
    await other.close();
  });

  test('are not skipped in silence for whoever follows and finds a segment gone', async () => {
    const folder = temporaryFolder();
    const log = await writtenLog(folder, RUN);
    const events = projectEvents(projectIn(folder), (text) => text);
    expect((await events.next()).value).toMatchObject({ type: 'run_started' });
    for (const bytes of [0, LARGE, LARGE, LARGE]) await log.write(bytes);
    const [, second = ''] = segmentsOf(log);
    fs.rmSync(second);
    const told: string[] = [];
    for (let next = await events.next(); next.value?.type !== 'snapshot'; next = await events.next())
      told.push(next.value?.type ?? '');
    expect(told).toEqual(['effect_started', 'effect_interrupted', 'effect_started', 'effect_interrupted']);
    await log.close();
  });

  test('go on in other logs where one is damaged', async () => {
    const folder = temporaryFolder();
    const log = await writtenLog(folder, RUN);
    for (const bytes of [LARGE, LARGE, 0]) await log.write(bytes);
    await log.close();
    segmentsOf(log).forEach(damage);
    const told: string[] = [];
    for await (const { type } of projectEvents(projectIn(folder), (text) => text)) {
      told.push(type);
      if (type === 'snapshot') await writeTo(folder, ['auto'], 1);
      if (told.length === 4) break;
    }
    expect(told).toEqual(['snapshot', 'planned', 'effect_started', 'effect_interrupted']);
  });

  test('begin with a snapshot where the cursor is none', async () => {
    const folder = temporaryFolder();
    await writeTo(folder, [RUN], 1);
    expect(await all(folder, 'nonsense')).toMatchObject([{ type: 'snapshot', snapshot: { runs: [{ run_id: RUN }] } }]);
  });

  test('have a short cursor however many runs there are, which knows of all of them', async () => {
    const folder = temporaryFolder();
    const ids = Array.from({ length: 60 }, (_, nth) => `run-20260115-1030${String(nth).padStart(2, '0')}`);
    await writeTo(folder, [...ids, 'auto'], 0);
    const before = await recorded(folder);
    const cursor = before.at(-1)?.cursor ?? '';
    expect(cursor.length).toBeLessThan(1_000);
    await writeTo(folder, ['run-20260116-000000', ids.at(-1) ?? ''], 1);
    expectAll(folder, [...before, ...(await recorded(folder, cursor))]);
    await writeTo(folder, [ids[0] ?? ''], 1);
    expect(await all(folder, cursor)).toMatchObject([{ type: 'snapshot' }]);
  });

  test('hold no secret of the environment', async () => {
    const folder = temporaryFolder();
    await writeTo(folder, [RUN], 1);
    const redact = (text: string) => text.replaceAll(RUN, '***');
    for await (const event of projectEvents(projectIn(folder), redact, { follow: false }))
      expect(JSON.stringify({ ...event, cursor: '' })).not.toContain(RUN);
  });
});

test('a reader that is begun again at any moment sees every event of other processes once', async () => {
  const driver = await bundleDriver('test/support/drivers/log-writer.ts');
  const random = randomFrom(seed);
  const folder = temporaryFolder();
  const logs = [RUN, `${RUN}-2`, SESSION, 'auto'];
  const writes = byTier({ usual: 60, full: 600 });
  const writers = logs.map(async (id, nth) => {
    const args = ['--folder', folder, '--logs', id, '--writes', `${writes}`, '--seed', `${seed + nth}`];
    const child = spawn(process.execPath, [driver, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    return once(child, 'close');
  });
  let isDone = false;
  const written = Promise.all(writers).then((endings) => {
    isDone = true;
    return endings;
  });
  const seen: RecordedEvent[] = [];
  while (!isDone) {
    const most = 1 + Math.floor(random() * 20);
    const part = collect(folder, { after: seen.at(-1)?.cursor }, (events) => events.length >= most || isDone);
    seen.push(...(await Promise.race([part, written.then(() => [])])));
  }
  expect(await written).toEqual(logs.map(() => [0, null]));
  seen.push(...(await recorded(folder, seen.at(-1)?.cursor)));
  expectAll(folder, seen);
});

type RecordedEvent = Exclude<ProjectEvent, { type: 'snapshot' }>;

function projectIn(root: string): Project {
  return { root, hash: SESSION };
}

async function writeTo(folder: string, ids: readonly string[], pairs: number): Promise<void> {
  for (const id of ids) {
    const log = await writtenLog(folder, id);
    for (let nth = 0; nth < pairs; nth++) await log.write();
    await log.close();
  }
}

async function all(folder: string, after?: string): Promise<ProjectEvent[]> {
  const events: ProjectEvent[] = [];
  const options: EventsOptions = { after, follow: false };
  for await (const event of projectEvents(projectIn(folder), (text) => text, options)) events.push(event);
  return events;
}

/** No snapshot among them. */
async function recorded(folder: string, after?: string): Promise<RecordedEvent[]> {
  return (await all(folder, after)).map(expectRecorded);
}

function expectRecorded(event: ProjectEvent): RecordedEvent {
  if (event.type === 'snapshot') throw new Error('a snapshot, where all events are there');
  return event;
}

async function collect(
  folder: string,
  options: EventsOptions,
  isEnough: (events: readonly RecordedEvent[]) => boolean,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of projectEvents(projectIn(folder), (text) => text, options)) {
    events.push(expectRecorded(event));
    if (isEnough(events)) break;
  }
  return events;
}

/** Each line of each log once, in its order. */
function expectAll(folder: string, events: readonly RecordedEvent[]): void {
  const ids = new Set(events.map(({ id }) => id));
  for (const id of ids) {
    const told = events.filter((event) => event.id === id).map(({ seq, at, type }) => ({ seq, at, type }));
    expect(told, id).toEqual(linesOf(folder, id));
  }
}

function linesOf(folder: string, id: string): { seq: number; at: string; type: string }[] {
  return segmentsOf({ path: logPath(folder, id) })
    .flatMap((file) => fs.readFileSync(file, 'utf8').split('\n').slice(0, -1))
    .flatMap((text) => decodeLogLine(text) ?? [])
    .filter(({ type }) => type !== 'segment' && type !== 'shown')
    .map(({ seq, at, type }) => ({ seq, at, type }));
}

function logPath(folder: string, id: string): string {
  if (id === 'auto') return path.join(folder, '.claude/orchestrate-events.log');
  const parent = id.startsWith('run-') ? '.orchestral/runs' : '.claude/orchestrator/sessions';
  return path.join(folder, parent, id, 'events.log');
}

/** Oldest first. */
function segmentsOf({ path: log }: Pick<WrittenLog, 'path'>): string[] {
  const { dir, name, ext } = path.parse(log);
  const older = fs.readdirSync(dir).filter((file) => file.startsWith(`${name}-0`) && file.endsWith(ext));
  return [...older.sort().map((file) => path.join(dir, file)), log];
}

/** The same numbers, other lines. */
async function replace(log: WrittenLog, folder: string): Promise<void> {
  fs.rmSync(path.dirname(log.path), { recursive: true });
  await writeTo(folder, [log.id], 9);
}

function damage(file: string): void {
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('"crc":"', '"crc":"0'));
}
