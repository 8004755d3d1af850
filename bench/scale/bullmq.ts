import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { temporaryFolder } from '../../test/support/auto-store.ts';
import { importPeer } from './peers.ts';

/** What is used of BullMQ; its own types are not here. */
interface BullMq {
  readonly Queue: new (
    name: string,
    options: unknown,
  ) => {
    addBulk(jobs: readonly unknown[]): Promise<unknown>;
    close(): Promise<void>;
  };
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

const AT_ONCE = 1000;

/**
 * As many jobs that do nothing, put into a queue and taken out by one worker in the same process. They do not depend on
 * each other, which spares BullMQ what the others have to do. The time of starting Redis is not counted.
 */
export async function bullMq(
  peers: string,
  { tasks, parallel }: { tasks: number; parallel: number },
): Promise<{ readonly ms: number }> {
  const { Queue, Worker } = (await importPeer(peers, 'bullmq')) as BullMq;
  const { Redis } = (await importPeer(peers, 'ioredis')) as {
    Redis: new (options: unknown) => { quit(): Promise<unknown>; disconnect(): void };
  };
  const redis = await startRedis();
  const connection = () => new Redis({ path: redis.socket, maxRetriesPerRequest: null });
  const [forQueue, forWorker] = [connection(), connection()];
  try {
    const began = performance.now();
    const queue = new Queue('tasks', { connection: forQueue });
    const worker = new Worker('tasks', () => Promise.resolve(1), { connection: forWorker, concurrency: parallel });
    let completed = 0;
    const all = new Promise<void>((done) => {
      worker.on('completed', () => {
        completed += 1;
        if (completed === tasks) done();
      });
    });
    await worker.waitUntilReady();
    for (let from = 0; from < tasks; from += AT_ONCE) {
      const length = Math.min(AT_ONCE, tasks - from);
      await queue.addBulk(Array.from({ length }, (_, at) => ({ name: 'task', data: { id: `T1.${from + at + 1}` } })));
    }
    await all;
    const ms = performance.now() - began;
    await worker.close();
    await queue.close();
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
