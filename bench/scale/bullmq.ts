import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { temporaryFolder } from '../../test/support/auto-store.ts';
import type { Scale } from './ours.ts';
import { importPeer } from './peers.ts';

interface Adding {
  addBulk(jobs: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

/** What is used of BullMQ; its own types are not here. */
interface BullMq {
  readonly Queue: new (name: string, options: unknown) => Adding;
  readonly FlowProducer: new (options: unknown) => Adding;
  readonly Worker: new (
    name: string,
    work: () => Promise<number>,
    options: unknown,
  ) => {
    on(event: 'completed', heard: () => void): void;
    waitUntilReady(): Promise<unknown>;
    close(): Promise<void>;
  };
}

const QUEUE = 'tasks';
const AT_ONCE = 1000;

type Size = Pick<Scale, 'tasks' | 'width' | 'parallel'>;

/**
 * The same graph: a flow for each chain, in which a job waits for the one below it, taken out by one worker in the same
 * process. The time of starting Redis is not counted.
 */
export function bullMqFlows(peers: string, size: Size): Promise<{ readonly ms: number }> {
  const chain = (number: number): unknown => {
    let job: object | undefined;
    for (let task = number; task < size.tasks; task += size.width) {
      job = { ...jobOf(task), queueName: QUEUE, ...(job !== undefined && { children: [job] }) };
    }
    return job;
  };
  return workOff(peers, size, async ({ FlowProducer }, connection) => {
    const flows = new FlowProducer({ connection });
    await flows.addBulk(Array.from({ length: Math.min(size.width, size.tasks) }, (_, number) => chain(number)));
    return flows;
  });
}

/** As many jobs that do not depend on each other, which spares BullMQ what the others have to do. */
export function bullMq(peers: string, size: Size): Promise<{ readonly ms: number }> {
  return workOff(peers, size, async ({ Queue }, connection) => {
    const queue = new Queue(QUEUE, { connection });
    for (let from = 0; from < size.tasks; from += AT_ONCE) {
      const length = Math.min(AT_ONCE, size.tasks - from);
      await queue.addBulk(Array.from({ length }, (_, at) => jobOf(from + at)));
    }
    return queue;
  });
}

function jobOf(task: number): { readonly name: string; readonly data: { readonly id: string } } {
  return { name: 'task', data: { id: `T1.${task + 1}` } };
}

async function workOff(
  peers: string,
  { tasks, parallel }: Size,
  add: (bullMq: BullMq, connection: unknown) => Promise<Adding>,
): Promise<{ readonly ms: number }> {
  const library = (await importPeer(peers, 'bullmq')) as BullMq;
  const { Redis } = (await importPeer(peers, 'ioredis')) as {
    Redis: new (options: unknown) => { quit(): Promise<unknown>; disconnect(): void };
  };
  const redis = await startRedis();
  const connection = () => new Redis({ path: redis.socket, maxRetriesPerRequest: null });
  const [forQueue, forWorker] = [connection(), connection()];
  try {
    const began = performance.now();
    const worker = new library.Worker(QUEUE, () => Promise.resolve(1), {
      connection: forWorker,
      concurrency: parallel,
    });
    let completed = 0;
    const all = new Promise<void>((done) => {
      worker.on('completed', () => {
        completed += 1;
        if (completed === tasks) done();
      });
    });
    await worker.waitUntilReady();
    const adding = await add(library, forQueue);
    await all;
    const ms = performance.now() - began;
    await worker.close();
    await adding.close();
    return { ms };
  } finally {
    forQueue.disconnect();
    forWorker.disconnect();
    redis.stop();
  }
}

/** Its own, on a socket nobody else has; every write is on the disk before it is answered. */
async function startRedis(): Promise<{ readonly socket: string; stop(): void }> {
  const folder = temporaryFolder();
  const socket = path.join(folder, 'redis.sock');
  const args = ['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', ''];
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always'];
  const child = spawn('redis-server', [...args, ...durable], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of child.stdout) if (String(chunk).includes('eady to accept')) break;
  return {
    socket,
    stop: () => {
      child.kill('SIGKILL');
      void once(child, 'close');
    },
  };
}
