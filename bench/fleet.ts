import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connectFleet } from '../src/fleet/connect.ts';
import { Dispatcher } from '../src/fleet/dispatcher.ts';
import { formatWorkerKey, obtainConductorKey, parseWorkerKey } from '../src/fleet/keys.ts';
import type { Queue as FleetQueue } from '../src/fleet/packages.ts';
import { WorkerLoop } from '../src/fleet/worker-loop.ts';
import type { JobResult, StepJob } from '../src/schema/fleet.ts';
import { jobNamed } from '../test/support/fleet-jobs.ts';
import { isInstalled } from './scale/peers.ts';
import { ended, type RedisUsage, startRedis, usageOf } from './scale/redis.ts';
import { rehearsing } from './scale/rehearsed-jobs.ts';
import { printTable } from './table.ts';

/*
 * Rehearsed jobs through a fleet and through bare BullMQ, in turn: the same jobs, agents, workers, processes and settings of
 * Redis, with as many jobs under way. Either conductor gets the result and the agent's events of each job.
 */

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    jobs: { type: 'string', default: '10000' },
    workers: { type: 'string', default: '100' },
    processes: { type: 'string', default: '4' },
    /** Milliseconds that the agent takes for a job. */
    work: { type: 'string', default: '0' },
  },
  allowPositionals: true,
});
const JOBS = Number(values.jobs);
const WORKERS = Number(values.workers);
const PROCESSES = Number(values.processes);
const UNDER_WAY = 4 * WORKERS;
const ROUNDS = Number(values.rounds);
const WORK_MS = Number(values.work);

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
  /** Milliseconds from when a job was given out until it began, and until its result was there. */
  readonly queued: readonly number[];
  readonly took: readonly number[];
  /** Megabytes that the conductor needs after a fifth of the jobs and after all: without garbage, which comes and goes. */
  readonly memory: readonly [number, number];
  /** What Redis read and wrote for each job: how often, and kilobytes. */
  readonly traffic: { readonly reads: number; readonly writes: number; readonly kilobytes: number };
  /** Milliseconds of processor time for each job. */
  readonly cpu: { readonly conductor: number; readonly workers: number; readonly redis: number };
}

const [role, way, url = '', line = ''] = positionals;
if (role === 'worker') await work(way === 'bare' ? 'bare' : 'fleet');
else await compare();

async function compare(): Promise<void> {
  if (!isInstalled('redis-server')) return console.log('fleet: redis-server is not installed');
  const rows: Record<Way, Measured[]> = { fleet: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const one of round % 2 === 0 ? (['bare', 'fleet'] as const) : (['fleet', 'bare'] as const))
      rows[one].push(await measure(one));
  const total = ({ cpu }: Measured) => cpu.conductor + cpu.workers + cpu.redis;
  const share = (of: (one: Measured) => number) =>
    median(rows.fleet.map((one, round) => of(one) / of(rows.bare[round] as Measured)));
  const row = (label: string, all: readonly Measured[], shares: readonly [number, number]) => {
    const at = (of: (one: Measured) => number, digits = 0) => median(all.map(of)).toFixed(digits);
    const parts = (['conductor', 'workers', 'redis'] as const).map((part) => at(({ cpu }) => cpu[part], 2));
    return [
      label,
      at(({ perSecond }) => perSecond),
      shares[0].toFixed(2),
      at(({ took }) => quantile(took, 0.5)),
      at(({ took }) => quantile(took, 0.99)),
      at(({ queued }) => quantile(queued, 0.5)),
      at(({ queued }) => quantile(queued, 0.99)),
      `${at(({ memory }) => memory[0], 1)} → ${at(({ memory }) => memory[1], 1)}`,
      `${at(({ traffic }) => traffic.reads, 1)} + ${at(({ traffic }) => traffic.writes, 1)}`,
      at(({ traffic }) => traffic.kilobytes, 1),
      `${at(total, 2)} (${parts.join(' + ')})`,
      shares[1].toFixed(2),
    ];
  };
  printTable(
    `Fleet: ${JOBS} rehearsed jobs of ${WORK_MS} ms, ${WORKERS} workers in ${PROCESSES} processes, ${UNDER_WAY} under way (medians of ${ROUNDS} rounds)`,
    [
      '',
      'jobs/s',
      'of bare',
      'p50 ms',
      'p99 ms',
      'queue p50 ms',
      'queue p99 ms',
      'conductor heap MB',
      'reads + writes of Redis a job',
      'KB a job',
      'CPU ms a job',
      'of bare',
    ],
    [
      row('bare BullMQ', rows.bare, [1, 1]),
      row('fleet', rows.fleet, [share(({ perSecond }) => perSecond), share(total)]),
    ],
  );
}

function median(figures: readonly number[]): number {
  return quantile(figures, 0.5);
}

function quantile(figures: readonly number[], part: number): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(part * (figures.length - 1))] ?? 0;
}

async function measure(one: Way): Promise<Measured> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fleet-bench-'));
  const key = obtainConductorKey(folder);
  const redis = await startRedis(folder);
  const options = [`--workers=${WORKERS}`, `--processes=${PROCESSES}`, `--work=${WORK_MS}`];
  const workers = Array.from({ length: PROCESSES }, () => {
    const args = [...options, '--', 'worker', one, redis.url, formatWorkerKey(key, 'step')];
    return fork(fileURLToPath(import.meta.url), args, { stdio: 'inherit' });
  });
  try {
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const { give, close } = one === 'fleet' ? await openFleet(redis.url, key) : await openBare(redis.url);
    const watch = await connectFleet({ url: redis.url });
    const before = { conductor: process.cpuUsage(), redis: await usageOf(watch.redis), workers: await report(workers) };
    const given = await giveOut(give);
    const { user, system } = process.cpuUsage(before.conductor);
    const [after, redisAfter] = [await report(workers), await usageOf(watch.redis)];
    const ofRedis = (name: keyof RedisUsage) => (redisAfter[name] - before.redis[name]) / JOBS;
    const cpu = {
      conductor: (user + system) / 1000 / JOBS,
      workers: (after.cpuMs - before.workers.cpuMs) / JOBS,
      redis: ofRedis('cpuMs'),
    };
    const traffic = { reads: ofRedis('reads'), writes: ofRedis('writes'), kilobytes: ofRedis('bytes') / 1024 };
    watch.close();
    await close();
    const queued = [...given.from].map(([id, from]) => (after.began.get(id) ?? Infinity) - from);
    return { ...given, cpu, traffic, queued };
  } finally {
    await Promise.all(workers.map(ended));
    await ended(redis.child);
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** By the one clock of this machine. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

interface WorkReport {
  readonly cpuMs: number;
  readonly began: readonly (readonly [string, number])[];
}

/** What the processes of workers used so far, and when jobs began there. */
async function report(workers: readonly ChildProcess[]) {
  const reports = workers.map(async (worker): Promise<WorkReport> => {
    const answer = once(worker, 'message');
    worker.send('report');
    return (await answer)[0];
  });
  const all = await Promise.all(reports);
  return { cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0), began: new Map(all.flatMap(({ began }) => began)) };
}

async function giveOut(give: (id: string) => Promise<unknown>) {
  const from = new Map<string, number>();
  const took: number[] = [];
  let next = 0;
  let atFifth = 0;
  const one = async (): Promise<void> => {
    while (next < JOBS) {
      const id = `job-${next++}`;
      const began = now();
      from.set(id, began);
      await give(id);
      took.push(now() - began);
      if (took.length === JOBS / 5) atFifth = heap();
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: UNDER_WAY }, one));
  const perSecond = JOBS / ((performance.now() - began) / 1000);
  const memory = [atFifth, heap()] as const;
  return { perSecond, took, from, memory };
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

async function openFleet(at: string, key: ReturnType<typeof obtainConductorKey>) {
  const dispatcher = await Dispatcher.open({ connection: await connectFleet({ url: at }), key, owner: 'bench' });
  const { signal } = new AbortController();
  const check = () => ({ isAnswer: true, problems: [] });
  return {
    give: async (id: string) => {
      const done = await dispatcher.dispatch(jobNamed(id, 'bench'), { signal, onEvent: () => undefined, check });
      if (done.kind !== 'done' || done.result.outcome.status !== 'answered') throw new Error(JSON.stringify(done));
      done.forget();
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
  // As a fleet does: several at a time.
  const added: Parameters<FleetQueue['addBulk']>[0][number][] = [];
  events.on('completed', ({ jobId }) => {
    waiting.get(jobId)?.();
    waiting.delete(jobId);
  });
  await events.waitUntilReady();
  return {
    give: (id: string) =>
      new Promise<void>((resolve) => {
        waiting.set(id, resolve);
        const opts = { jobId: id, removeOnComplete: true, removeOnFail: true };
        if (added.push({ name: 'step', data: jobNamed(id, 'bench'), opts }) === 1)
          setImmediate(() => void queue.addBulk(added.splice(0)));
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
  const began: [string, number][] = [];
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1000, began } satisfies WorkReport);
  });
  for (let n = 0; n < WORKERS / PROCESSES; n++) {
    const connection = await connectFleet({ url });
    const rehearse = rehearsing(WORK_MS);
    const perform = (job: StepJob, onEvent: (event: unknown) => void): Promise<JobResult> => {
      began.push([job.id, now()]);
      return rehearse(job, onEvent);
    };
    if (one === 'fleet') {
      const named = { name: `w${n}`, version: '1', labels: [], concurrency: 1, onEvent: () => undefined };
      void new WorkerLoop({
        connection,
        key: key.value,
        ...named,
        perform: async (job, { onEvent }) => ({ result: await perform(job as StepJob, onEvent) }),
      }).id;
    } else {
      const { Worker } = connection.packages;
      const settings = { concurrency: 1, lockDuration: 15_000, stalledInterval: 10_000, maxStalledCount: 2 ** 30 };
      const own = { connection: connection.redis, prefix: 'bare', runRetryDelay: 1_000, ...settings };
      const performBare = async ({ data }: { readonly data: unknown }) => {
        const events: unknown[] = [];
        const result = await perform(data as StepJob, (event) => void events.push(event));
        return { result, events };
      };
      new Worker('jobs', performBare, own).on('error', () => undefined);
    }
  }
  process.send?.('ready');
}
