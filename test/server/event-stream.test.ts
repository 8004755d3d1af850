import http from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { openProject } from '../../src/index.ts';
import { streamEvent, type StreamEvent } from '../../src/schema/api/event-stream.ts';
import { readPart } from '../../src/schema/api/read-request.ts';
import { Coalescer } from '../../src/server/coalesce.ts';
import { EventHub } from '../../src/server/event-hub.ts';
import { expectOk } from '../support/conduct-session.ts';
import { rehearsed, runProject } from '../support/run-project.ts';
import { serving } from './serving.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(2);

interface Heard {
  readonly id: string | undefined;
  readonly event: StreamEvent;
}

/** Reads a stream of events; every one is checked by its schema. */
function listen(port: number, headers: Record<string, string>) {
  const heard: Heard[] = [];
  const waiting = new Set<() => void>();
  let last: string | undefined;
  const asked = http.get({ host: '127.0.0.1', port, path: '/api/events', headers, agent: false }, (response) => {
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      const frames = (rest + chunk).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) hear(frame);
      for (const look of waiting) look();
    });
    response.on('error', () => undefined);
  });
  asked.on('error', () => undefined);
  const hear = (frame: string) => {
    const [, id] = /^id: (.*)$/m.exec(frame) ?? [];
    const [, data] = /^data: (.*)$/m.exec(frame) ?? [];
    last = id ?? last;
    if (data === undefined) return;
    const event = readPart(streamEvent, JSON.parse(data));
    if (!event.ok) throw new Error(JSON.stringify(event.error));
    expect(frame).toContain(`event: ${event.value.kind}\n`);
    heard.push({ id, event: event.value });
  };
  return {
    heard,
    lastId: () => last ?? '',
    close: () => asked.destroy(),
    /** Until what was heard satisfies it. */
    until: (isEnough: (heard: readonly Heard[]) => boolean): Promise<void> =>
      new Promise((resolve) => {
        const look = () => {
          if (!isEnough(heard)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

async function scene() {
  const repository = runProject();
  const agent = rehearsed(repository.home, {});
  const project = expectOk(openProject(repository.folder, { env: repository.env, agent, trust: true }));
  expectOk(await project.remember());
  const server = await serving(repository.env, { agent });
  const headers = { authorization: `Bearer ${server.token}` };
  return { ...repository, project, server, headers };
}

const seqs = (heard: readonly Heard[]) => heard.flatMap(({ event }) => (event.kind === 'changed' ? [event] : []));
const count = (heard: readonly Heard[]) => seqs(heard).reduce((sum, one) => sum + one.count, 0);

test('a client that comes back hears what it missed, without a gap and without anything twice', async () => {
  const { project, server, headers } = await scene();
  const first = listen(server.port, headers);
  await first.until((heard) => heard.some(({ event }) => event.kind === 'hello'));
  const conductor = expectOk(await project.runs.start({ briefing: 'Do it.' }));
  await first.until((heard) => seqs(heard).length > 0);
  first.close();
  // Nobody listens meanwhile.
  expectOk(await conductor.conduct());
  const all = await project.snapshot();
  expectOk(await conductor.close());
  const again = listen(server.port, { ...headers, 'last-event-id': first.lastId() });
  const last = all.runs[0];
  expect(last?.step).toBe('ready_for_merge');
  await again.until((heard) => seqs(heard).some(({ types }) => types.includes('packed')));
  again.close();
  const both = [...first.heard, ...again.heard];
  expect(both.map(({ event }) => event.kind)).not.toContain('reset');
  const ids = both.flatMap(({ id }) => (id === undefined ? [] : [Number(id.split('-')[1])]));
  expect(ids).toEqual(ids.map((_, n) => (ids[0] ?? 0) + n));
  const recorded = [];
  for await (const event of project.events({ follow: false })) recorded.push(event);
  const told = recorded.filter(({ type }) => type !== 'snapshot');
  const packedAt = told.findIndex(({ type }) => type === 'packed');
  expect(count(both)).toBeGreaterThanOrEqual(packedAt + 1);
  expect(count(both)).toBeLessThanOrEqual(told.length);
});

test('who comes back with an id of another server has to look anew', async () => {
  const { server, headers } = await scene();
  for (const id of ['0123456789ab-7', 'nonsense']) {
    const client = listen(server.port, { ...headers, 'last-event-id': id });
    await client.until((heard) => heard.some(({ event }) => event.kind === 'reset'));
    client.close();
  }
});

test('tasks of a list are told as they change', async () => {
  const { project, server, headers, write } = await scene();
  write({ 'TASKS.md': '# Tasks\n\n## Phase 1\n\n- [ ] T1 First\n- [ ] T2 Second (depends: T1)\n' });
  const { conductor } = expectOk(await project.auto.start({ mode: 'normal' }));
  expectOk(await conductor.close());
  const client = listen(server.port, headers);
  await client.until((heard) => heard.some(({ event }) => event.kind === 'hello'));
  // Once it follows the project: what happens before is in what the page reads.
  const seen = client.until((heard) => heard.some(({ event }) => event.kind === 'tasks'));
  const mark = setInterval(
    () => void project.auto.mark({ verdict: 'complete', tasks: ['T1'], isConfirmed: true }),
    300,
  );
  await seen;
  clearInterval(mark);
  client.close();
  const tasks = client.heard.flatMap(({ event }) => (event.kind === 'tasks' ? event.tasks : []));
  expect(tasks.map(({ id, status }) => `${id} ${status}`)).toContain('T1 completed');
});

test('a client that never reads is cut off, and the others hear on', async () => {
  const hub = new EventHub({ version: '1', now: () => new Date(), onWanted: () => undefined });
  const server = http.createServer((request, response) => hub.connect(request, response, undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    hub.close();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const reader = listen(port, {});
  const deaf = http.get({ host: '127.0.0.1', port, path: '/', agent: false });
  const cut = new Promise<void>((resolve) => deaf.on('response', (response) => response.pause().on('close', resolve)));
  deaf.on('error', () => undefined);
  while (hub.clients < 2) await new Promise((resolve) => setImmediate(resolve));
  const words = 'x'.repeat(60_000);
  let n = 0;
  const output = {
    kind: 'output',
    project: '01234567',
    workflow: 'run',
    id: 'run-1',
    effect: 'run-1/build#1',
  } as const;
  while (hub.clients === 2 && n < 2000) {
    n += 1;
    hub.tell({ ...output, size: n, words });
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(hub.clients).toBe(1);
  deaf.destroy();
  await cut;
  await reader.until((heard) => heard.filter(({ event }) => event.kind === 'output').length === n);
  reader.close();
});

test('above twenty a second events of one log come as one, and none is lost', async () => {
  const told: { count: number; types: readonly string[]; seq: number }[] = [];
  const coalescer = new Coalescer(
    (event) => told.push(event),
    () => 0,
  );
  const changed = {
    kind: 'changed',
    project: '01234567',
    workflow: 'run',
    id: 'run-1',
    at: '2026-01-01T00:00:00Z',
  } as const;
  for (let seq = 1; seq <= 200; seq += 1)
    coalescer.add({ ...changed, types: [seq % 2 === 0 ? 'built' : 'tested'], count: 1, seq });
  coalescer.add({ ...changed, id: 'run-2', types: ['built'], count: 1, seq: 1 });
  expect(told).toHaveLength(21);
  while (told.length < 22) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(told.at(-1)).toMatchObject({ count: 180, seq: 200, types: ['tested', 'built'] });
});
