import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectFleet } from '../src/fleet/connect.ts';
import { Dispatcher } from '../src/fleet/dispatcher.ts';
import { formatWorkerKey, obtainConductorKey, parseWorkerKey } from '../src/fleet/keys.ts';
import { WorkerLoop } from '../src/fleet/worker-loop.ts';
import { doneResult, jobNamed } from '../test/support/fleet-jobs.ts';
import { isInstalled } from './scale/peers.ts';
import { printTable } from './table.ts';

/*
 * Jobs that take no time, through a fleet and through bare BullMQ: the same jobs, workers, processes and Redis, in turn. Both
 * have as many jobs under way as the other.
 */

const JOBS = 10_000;
const WORKERS = 100;
const PROCESSES = 4;
const UNDER_WAY = 4 * WORKERS;
const ROUNDS = 3;

type Way = 'fleet' | 'bare';

/** What is used of BullMQ beside what a fleet uses. */
interface BareQueue {
  readonly QueueEvents: new (
    name: string,
    options: unknown,
  ) => {
    on(event: 'completed', heard: (done: { readonly jobId: string }) => void): void;
    waitUntilReady(): Promise<unknown>;
    close(): Promise<void>;
  };
}

const name = 'bullmq';

interface Measured {
  readonly perSecond: number;
  /** Milliseconds from when a job was given out until its result was there. */
  readonly p50: number;
  readonly p99: number;
  /** Megabytes of the conductor, after a fifth of the jobs and after all. */
  readonly memory: readonly [number, number];
}

const [, , role, way, url = '', line = ''] = process.argv;
if (role === 'worker') await work(way === 'bare' ? 'bare' : 'fleet');
else await compare();

async function compare(): Promise<void> {
  if (!isInstalled('redis-server')) return console.log('fleet: redis-server is not installed');
  const rows: Record<Way, Measured[]> = { fleet: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const one of ['bare', 'fleet'] as const) rows[one].push(await measure(one));
  const shares = rows.fleet.map(({ perSecond }, round) => perSecond / (rows.bare[round]?.perSecond ?? NaN));
  const row = (label: string, all: readonly Measured[], share: number) => [
    label,
    median(all.map(({ perSecond }) => perSecond)).toFixed(0),
    share.toFixed(2),
    median(all.map(({ p50 }) => p50)).toFixed(0),
    median(all.map(({ p99 }) => p99)).toFixed(0),
    [0, 1].map((at) => median(all.map(({ memory }) => memory[at] ?? 0)).toFixed(0)).join(' → '),
  ];
  printTable(
    `Fleet: ${JOBS} jobs without work, ${WORKERS} workers in ${PROCESSES} processes, ${UNDER_WAY} under way (medians of ${ROUNDS} rounds)`,
    ['', 'jobs/s', 'of bare', 'p50 ms', 'p99 ms', 'conductor MB'],
    [row('bare BullMQ', rows.bare, 1), row('fleet', rows.fleet, median(shares))],
  );
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}

async function measure(one: Way): Promise<Measured> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fleet-bench-'));
  const key = obtainConductorKey(folder);
  const redis = await startRedis(folder);
  const workers = Array.from({ length: PROCESSES }, () =>
    fork(fileURLToPath(import.meta.url), ['worker', one, redis.url, formatWorkerKey(key)], { stdio: 'inherit' }),
  );
  try {
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const { give, close } = one === 'fleet' ? await openFleet(redis.url, key) : await openBare(redis.url);
    const measured = await giveOut(give);
    await close();
    return measured;
  } finally {
    await Promise.all(workers.map(ended));
    await ended(redis.child);
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function giveOut(give: (id: string) => Promise<unknown>): Promise<Measured> {
  const took: number[] = [];
  let next = 0;
  let atFifth = 0;
  const one = async (): Promise<void> => {
    while (next < JOBS) {
      const id = `job-${next++}`;
      const from = performance.now();
      await give(id);
      took.push(performance.now() - from);
      if (took.length === JOBS / 5) atFifth = process.memoryUsage.rss();
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: UNDER_WAY }, one));
  const perSecond = JOBS / ((performance.now() - began) / 1000);
  const sorted = took.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
  return { perSecond, p50: at(0.5), p99: at(0.99), memory: [atFifth / 2 ** 20, process.memoryUsage.rss() / 2 ** 20] };
}

async function openFleet(at: string, key: ReturnType<typeof obtainConductorKey>) {
  const dispatcher = await Dispatcher.open({ connection: await connectFleet({ url: at }), key, owner: 'bench' });
  const { signal } = new AbortController();
  const check = () => ({ isAnswer: true, problems: [] });
  return {
    give: async (id: string) => {
      const done = await dispatcher.dispatch(jobNamed(id, 'bench'), { signal, onEvent: () => undefined, check });
      if (done.kind === 'done') done.forget();
    },
    close: () => dispatcher.close(),
  };
}

async function openBare(at: string) {
  const connection = await connectFleet({ url: at });
  const { Queue } = connection.packages;
  const { QueueEvents }: BareQueue = await import(name);
  const options = { connection: connection.redis, prefix: 'bare', streams: { events: { maxLen: 10_000 } } };
  const queue = new Queue('jobs', options);
  // From the beginning: by itself it hears nothing of what ends before it first reads, and whoever waits for that waits for ever.
  const heard = { prefix: 'bare', lastEventId: '0-0' };
  const events = new QueueEvents('jobs', { connection: { url: at, maxRetriesPerRequest: null }, ...heard });
  const waiting = new Map<string, () => void>();
  events.on('completed', ({ jobId }) => {
    waiting.get(jobId)?.();
    waiting.delete(jobId);
  });
  await events.waitUntilReady();
  return {
    give: (id: string) =>
      new Promise<void>((resolve) => {
        waiting.set(id, resolve);
        void queue.add('step', jobNamed(id, 'bench'), { jobId: id, removeOnComplete: true, removeOnFail: true });
      }),
    close: async () => {
      await events.close();
      await queue.close();
      connection.close();
    },
  };
}

async function work(one: Way): Promise<void> {
  const key = parseWorkerKey(line);
  if (!key.ok) throw new Error('no key');
  for (let n = 0; n < WORKERS / PROCESSES; n++) {
    const connection = await connectFleet({ url });
    if (one === 'fleet') {
      const perform = () => Promise.resolve({ result: doneResult() });
      const named = { name: `w${n}`, version: '1', labels: [], concurrency: 1, onEvent: () => undefined };
      void new WorkerLoop({ connection, key: key.value, ...named, perform }).id;
    } else {
      const { Worker } = connection.packages;
      const settings = { concurrency: 1, lockDuration: 15_000, stalledInterval: 10_000, maxStalledCount: 2 ** 30 };
      const own = { connection: connection.redis, prefix: 'bare', runRetryDelay: 1_000, ...settings };
      new Worker('jobs', () => Promise.resolve(doneResult()), own).on('error', () => undefined);
    }
  }
  process.send?.('ready');
}

async function startRedis(folder: string): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  server.close();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder, '--appendonly', 'yes'];
  const child = spawn('redis-server', args, { stdio: 'ignore' });
  await pause(500);
  return { url: `redis://127.0.0.1:${port}`, child };
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
