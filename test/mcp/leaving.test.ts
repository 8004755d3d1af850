import { describe, expect } from 'vitest';
import { autoProjectWith, scriptFor } from '../support/auto-project.ts';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import { rehearsed, runProject } from '../support/run-project.ts';
import { byTier, isFull } from '../support/tier.ts';
import { connect, INITIALIZE, rawServer, request, trusted } from './mcp-client.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(3);

/** An agent that works until it is ended. */
const WORKS = { builder: [{ say: 'working', run: 'exec sleep 600' }] };
const ENDLESS = { 'T1.1': [{ say: 'working', run: 'exec sleep 600' }] };

describe('a client that leaves', () => {
  test('while something starts finds it again, at work', async () => {
    const project = runProject();
    const api = await trusted(project);
    const agent = rehearsed(project.home, WORKS);
    const server = await rawServer(project, { ORCHESTRAL_AGENT: agent });
    server.send(INITIALIZE);
    await server.next();
    server.send(request(1, 'tools/call', { name: 'start_run', arguments: { briefing: 'Do it' } }));
    // Gone before it has an answer.
    await expect.poll(async () => (await api.snapshot()).runs.length).toBe(1);
    server.child.stdin?.destroy();
    server.child.stdout?.destroy();
    expect(await server.ended).toBe(0);
    const { call } = await connect(project, { agent });
    const status = await call('status');
    expect(status.data).toMatchObject({ work: [{ kind: 'run', state: 'running' }] });
    const [{ id } = { id: '' }] = status.data['work'] as { id: string }[];
    await expect.poll(async () => (await call('log', { id })).data['agents']).toMatchObject([{ words: 'working' }]);
    // It was not begun over this connection.
    expect((await call('stop', { id })).text).toContain('mcp.not_yours');
  });

  test('while a task is carried out finds the job, and joins it by asking for the same', async () => {
    const project = autoProjectWith('- [ ] T1.1: Write it\n');
    await trusted(project);
    const agent = rehearsedTasks(project.home, scriptFor(['T1.1'], ENDLESS));
    const first = await connect(project, { agent });
    const begun = await first.call('exec', { task: 'T1.1', seconds: 1 });
    expect(begun.data).toMatchObject({ kind: 'job', state: 'running', line: null });
    const { id } = begun.data;
    await first.leave();
    const second = await connect(project, { agent });
    expect((await second.call('status')).data).toMatchObject({
      work: [{ id, state: 'running', at: 'auto exec T1.1' }, {}],
    });
    expect((await second.call('exec', { task: 'T1.1', seconds: 0 })).data).toMatchObject({ id, state: 'running' });
    expect((await second.call('wait', { id, seconds: 0 })).data).toMatchObject({ state: 'running', answer: null });
    expect((await second.call('stop', { id })).text).toContain('mcp.not_yours');
  });

  test('by dying leaves no server behind', async () => {
    const server = await rawServer(runProject());
    server.send(INITIALIZE);
    await server.next();
    server.send(request(1, 'tools/call', { name: 'wait', arguments: {} }));
    server.child.stdin?.destroy();
    server.child.stdout?.destroy();
    expect(await server.ended).toBe(0);
  });
});

describe('a call that is taken back', () => {
  test('ends the job that it began', async () => {
    const project = autoProjectWith('- [ ] T1.1: Write it\n');
    const api = await trusted(project);
    const { call } = await connect(project, { agent: rehearsedTasks(project.home, scriptFor(['T1.1'], ENDLESS)) });
    const taken = new AbortController();
    const calling = call('exec', { task: 'T1.1' }, { signal: taken.signal });
    await expect.poll(async () => (await api.snapshot()).auto?.running ?? []).toHaveLength(1);
    taken.abort();
    await expect(calling).rejects.toThrow();
    await expect.poll(async () => (await api.jobs.list()).map(({ is_running }) => is_running)).toEqual([false]);
    // The task is free again; no agent is left at it.
    expect((await call('next')).data).toMatchObject({ line: 'READY:T1.1' });
  });

  if (isFull)
    test('stops the run that it began, and nothing of others', async () => {
      const project = runProject();
      const api = await trusted(project);
      const { call } = await connect(project, { agent: rehearsed(project.home, WORKS) });
      const before = String((await call('start_run', { briefing: 'The first' })).data['id']);
      const taken = new AbortController();
      const calling = call('start_run', { briefing: 'The second' }, { signal: taken.signal });
      await expect.poll(async () => (await api.snapshot()).runs.length).toBe(2);
      taken.abort();
      await expect(calling).rejects.toThrow();
      const steps = async () => (await api.snapshot()).runs.map(({ run_id, step }) => [run_id === before, step]);
      await expect.poll(steps).toContainEqual([false, 'stopped']);
      await expect.poll(async () => (await api.conductors()).map(({ id }) => id)).toEqual([before]);
      // Whoever only waits ends nothing.
      const waiting = new AbortController();
      const wait = call('wait', { id: before }, { signal: waiting.signal });
      waiting.abort();
      await expect(wait).rejects.toThrow();
      expect((await call('wait', { id: before, seconds: 0 })).data).toMatchObject({ state: 'running' });
      await call('stop', { id: before });
      expect((await call('wait', { id: before })).data).toMatchObject({ state: 'stopped' });
    });
});

test('a hundred calls at once', async () => {
  const project = runProject();
  await trusted(project);
  const { call } = await connect(project, { agent: rehearsed(project.home, WORKS) });
  const id = String((await call('start_run', { briefing: 'Do it' })).data['id']);
  const kinds: (() => Promise<unknown>)[] = [
    async () => expect((await call('status')).data).toMatchObject({ counts: { runs: 1 } }),
    async () => expect((await call('wait', { id, seconds: 1 })).data).toMatchObject({ id, state: 'running' }),
    async () => expect((await call('show', { id })).data).toMatchObject({ kind: 'run' }),
    async () => expect((await call('list', { what: 'runs' })).data).toMatchObject({ total: 1 }),
    async () => expect((await call('list', { what: 'nothing' })).isError).toBe(true),
  ];
  await Promise.all(Array.from({ length: 100 }, async (_, n) => kinds[n % kinds.length]?.()));
  await call('stop', { id });
});

test('a list that takes longer than the client waits is driven to its end', async () => {
  const count = byTier({ usual: 2, full: 12 });
  const ids = Array.from({ length: count }, (_, n) => `T1.${n + 1}`);
  const project = autoProjectWith(ids.map((id) => `- [ ] ${id}: Write it\n`).join(''));
  await trusted(project);
  const slow = Object.fromEntries(ids.map((id) => [id, [{ run: 'sleep 2', edit: { [`${id}.txt`]: `${id}\n` } }]]));
  const agent = rehearsedTasks(project.home, scriptFor(ids, slow));
  // Far longer than `--within`, which is what answers have to keep to: the machine may be busy.
  const limit = { timeout: 300_000 };
  const { call } = await connect(project, { agent, args: ['--within', '700ms'] });
  const told: string[] = [];
  const progress = { ...limit, onprogress: ({ message = '' }) => void told.push(message) };
  let states = 0;
  const line = async (tool: string, args: Record<string, unknown> = {}): Promise<string> => {
    let { data } = await call(tool, args, progress);
    while (data['state'] === 'running') {
      states++;
      ({ data } = await call(tool, args, progress));
      if (data['kind'] === 'job' && data['line'] === null)
        data = (await call('wait', { id: data['id'] }, progress)).data;
    }
    return String(data['line'] ?? data['answer']);
  };
  for (;;) {
    const next = await line('next');
    if (next === 'ALL_DONE') break;
    const ready = /^READY:(.+)$/.exec(next)?.[1];
    if (ready === undefined) {
      expect(next).toMatch(/^(?:PHASE_DONE:|READY:$)/);
      continue;
    }
    for (const task of ready.split(',')) expect(await line('exec', { task })).toBe(`DONE:${task}`);
  }
  expect(states).toBeGreaterThan(count);
  expect(told.some((message) => message.startsWith('auto: '))).toBe(true);
  for (const id of ids) expect(project.git('show', `main:${id}.txt`)).toBe(id);
});
