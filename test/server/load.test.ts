import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { ok } from '../../src/base/result.ts';
import { openDashboardPlace } from '../../src/engine/door/dashboard.ts';
import { openRun } from '../../src/engine/descriptors/run.ts';
import { findProject } from '../../src/engine/project.ts';
import { en } from '../../src/i18n/en/index.ts';
import { openProject } from '../../src/index.ts';
import { orchestralProcess } from '../cli/orchestral.ts';
import { expectOk } from '../support/conduct-session.ts';
import { randomFrom } from '../support/random.ts';
import { rehearsed, runProject } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';
import { byTier, isFull, seed } from '../support/tier.ts';

const CLIENTS = 20;
const RUNS = 20;
const EVENTS_A_SECOND = 200;
const SECONDS = byTier({ usual: 4, full: 300 });
const WARM_UP_MS = byTier({ usual: 0, full: 60_000 });

/** Hears everything, however often its connection is cut. */
class Client {
  readonly #port: number;
  readonly #headers: Record<string, string>;
  #last: string | undefined;
  #request: http.ClientRequest | undefined;
  #isOver = false;
  events = 0;
  resets = 0;
  connections = 0;
  readonly delays: number[] = [];

  constructor(port: number, headers: Record<string, string>) {
    this.#port = port;
    this.#headers = headers;
    this.#connect();
  }

  get isReady(): boolean {
    return this.#last !== undefined;
  }

  cut(): void {
    this.#request?.destroy();
  }

  forget(): void {
    this.events = 0;
    this.delays.length = 0;
  }

  close(): void {
    this.#isOver = true;
    this.cut();
  }

  #connect(): void {
    if (this.#isOver) return;
    this.connections += 1;
    const headers = { ...this.#headers, ...(this.#last !== undefined && { 'last-event-id': this.#last }) };
    const again = () => void setTimeout(() => this.#connect(), 20);
    const options = { host: '127.0.0.1', port: this.#port, path: '/api/events', headers, agent: false };
    this.#request = http
      .get(options, (response) => {
        let rest = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const frames = (rest + chunk).split('\n\n');
          rest = frames.pop() ?? '';
          for (const frame of frames) this.#hear(frame);
        });
        response.on('error', () => undefined).once('close', again);
      })
      .on('error', () => undefined);
  }

  #hear(frame: string): void {
    this.#last = /^id: (.*)$/m.exec(frame)?.[1] ?? this.#last;
    const data = /^data: (.*)$/m.exec(frame)?.[1];
    if (data === undefined) return;
    const event = JSON.parse(data) as { kind: string; count: number; at: string };
    if (event.kind === 'reset') this.resets += 1;
    if (event.kind !== 'changed') return;
    this.events += event.count;
    this.delays.push(Date.now() - Date.parse(event.at));
  }
}

function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function residentMb(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}

test(`${CLIENTS} clients hear ${EVENTS_A_SECOND} events a second, none missing however often they come back`, async () => {
  const { folder, env, home } = runProject({ config: { global: { web_port: 0 } } });
  const agent = rehearsed(home, {});
  const api = expectOk(openProject(folder, { env, agent, trust: true }));
  expectOk(await api.remember());
  const project = expectOk(findProject({ cwd: folder, named: folder }));
  const context = { project, env, cwd: folder, words: en, options: {}, trusts: true, onNotice: () => undefined };
  const stores: Awaited<ReturnType<typeof openRun>>[] = [];
  for (let n = 0; n < RUNS; n += 1) {
    const conductor = expectOk(await api.runs.start({ briefing: `Do it ${n}.` }));
    expectOk(await conductor.close());
    stores.push(await openRun(conductor.id, context));
  }
  const orchestral = (...args: string[]) => orchestralProcess(args, { cwd: folder, env: { ...env, CI: '' } });
  onTestFinished(async () => void (await orchestral('dashboard', '--stop')));
  expect((await orchestral('dashboard', '--json')).code).toBe(0);
  const server = expectOk(openDashboardPlace(env)).read();
  if (server === undefined) throw new Error('there is no server');
  const headers = { authorization: `Bearer ${server.token}` };
  const clients = Array.from({ length: CLIENTS }, () => new Client(server.port, headers));
  onTestFinished(() => clients.forEach((client) => client.close()));
  await expect.poll(() => clients.every((client) => client.isReady)).toBe(true);
  const deaf = neverReading(server.port, server.token);

  const idle = Math.max(1, await idleDelay(clients, stores[0]));

  const random = randomFrom(seed);
  const memory: { at: number; mb: number }[] = [];
  const begun = performance.now();
  let told = 0;
  /** For as long, at most that many events a second: a busy disk makes it fewer. */
  const load = async (ms: number, isEnough: () => boolean = () => false) => {
    const end = performance.now() + ms;
    for (let n = 0; performance.now() < end && !isEnough(); n += 1) {
      const began = performance.now();
      const events = [3, 4, 5, 4, 3].map(
        (max_iterations) => ({ type: 'limit_changed', data: { max_iterations } }) as const,
      );
      const writing = [0, 1, 2, 3].flatMap((one) => stores[(n * 4 + one) % RUNS] ?? []);
      await Promise.all(writing.map(async ({ store }) => expectOk(await store.commit(() => ok(events)))));
      told += writing.length * events.length;
      if (n % 10 === 0) {
        for (const client of clients) if (random() < 0.2) client.cut();
        memory.push({ at: performance.now() - begun, mb: residentMb(server.pid) });
      }
      await pause(Math.max(0, (1000 * 20) / EVENTS_A_SECOND - (performance.now() - began)));
    }
  };
  await load(SECONDS * 1000);
  const rate = Math.round(told / SECONDS);
  await expect.poll(() => clients.map(({ events }) => events)).toEqual(clients.map(() => told));
  expect(clients.map(({ resets }) => resets)).toEqual(clients.map(() => 0));
  const reconnects = clients.reduce((sum, { connections }) => sum + connections - 1, 0);
  expect(reconnects).toBeGreaterThan(0);
  const p99 = Math.round(
    quantile(
      clients.flatMap(({ delays }) => delays),
      0.99,
    ),
  );
  const warm = memory.filter(({ at }) => at >= WARM_UP_MS);
  const early = Math.max(...warm.slice(0, Math.ceil(warm.length / 20)).map(({ mb }) => mb));
  const growth = Math.round(Math.max(...warm.slice(-Math.ceil(warm.length / 10)).map(({ mb }) => mb)) - early);
  console.log(
    `${told} events (${rate} a second), ${reconnects} reconnects, p99 ${p99} ms, memory ${Math.round(early)} MB + ${growth} MB`,
  );
  record({
    promise: 'The dashboard stays live',
    asked: `${CLIENTS} clients, ${EVENTS_A_SECOND} events/s, ${SECONDS / 60} min: p99 ≤ 500 ms, none missing after reconnects; memory + ≤ 20 MB after a minute`,
    measured: `${rate} events/s; p99 ${p99} ms (${(p99 / idle).toFixed(1)} × that of a server with one client and nothing else to tell, ${idle} ms); 0 of ${told} events missing after ${reconnects} reconnects; memory + ${growth} MB`,
  });
  if (isFull) expect(growth).toBeLessThanOrEqual(20);
  // What waits in the kernel comes first: a few seconds are not enough to fill it.
  if (isFull) {
    await load(10 * 60_000, () => deaf.isCut());
    expect(deaf.isCut()).toBe(true);
  }
  for (const opened of stores) expectOk(await opened.close());
});

/** How long single events take that nothing else goes on beside, in milliseconds: the slowest of ten. */
async function idleDelay(clients: readonly Client[], opened: Awaited<ReturnType<typeof openRun>> | undefined) {
  const [client] = clients;
  if (client === undefined || opened === undefined) throw new Error('nobody listens');
  for (let n = 1; n <= 10; n += 1) {
    const event = { type: 'limit_changed', data: { max_iterations: 3 + (n % 2) } } as const;
    expectOk(await opened.store.commit(() => ok([event])));
    await expect.poll(() => client.events, { interval: 5 }).toBe(n);
  }
  const slowest = Math.max(...client.delays);
  await expect.poll(() => clients.map(({ events }) => events)).toEqual(clients.map(() => 10));
  for (const each of clients) each.forget();
  return slowest;
}

/** Asks for the stream and takes nothing of it. */
function neverReading(port: number, token: string): { readonly isCut: () => boolean } {
  const socket = net.connect(port, '127.0.0.1');
  socket.pause();
  socket.write(`GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  let isCut = false;
  // Whether it is still there shows when something is sent: what was cut answers with a reset.
  const asking = setInterval(() => socket.write('\r\n'), 1000);
  const end = () => {
    isCut = true;
    clearInterval(asking);
  };
  socket.once('error', end).once('close', end);
  onTestFinished(() => {
    clearInterval(asking);
    socket.destroy();
  });
  return { isCut: () => isCut };
}
