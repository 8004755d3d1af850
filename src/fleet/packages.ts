import { fail, unwrap } from '../base/failure.ts';

/*
 * BullMQ and ioredis are optional: who has no fleet does not install them. So what is used of them is written down here,
 * and they are looked for when a fleet is first used.
 */

/** One connection to Redis. Commands wait while it is lost. */
export interface Redis {
  readonly status: string;
  connect(): Promise<void>;
  disconnect(): void;
  duplicate(): Redis;
  on(event: 'error', listener: (error: Error) => void): this;
  on(event: 'ready' | 'close', listener: () => void): this;
  call(command: string, ...args: readonly (string | number)[]): Promise<unknown>;
  /** Several in one write; what each answers. */
  pipeline(commands: readonly (readonly (string | number)[])[]): {
    exec(): Promise<readonly (readonly [error: Error | null, answer: unknown])[] | null>;
  };
}

interface RedisOptions {
  readonly lazyConnect: boolean;
  readonly protocol: 2 | 3;
  readonly maxRetriesPerRequest: null;
  readonly enableReadyCheck: boolean;
  readonly connectTimeout: number;
  readonly socketTimeout: number;
  readonly keepAlive: number;
  readonly retryStrategy: (times: number) => number;
  readonly reconnectOnError: (error: Error) => boolean;
}

export interface Queue {
  addBulk(jobs: readonly NewJob[]): Promise<unknown>;
  remove(jobId: string): Promise<number>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  isPaused(): Promise<boolean>;
  getJobCounts(...states: readonly string[]): Promise<Readonly<Record<string, number>>>;
  obliterate(options: { readonly force: boolean }): Promise<void>;
  close(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): this;
}

interface NewJob {
  readonly name: string;
  readonly data: unknown;
  readonly opts: { readonly jobId: string; readonly removeOnComplete: boolean; readonly removeOnFail: boolean };
}

export interface QueueWorker {
  pause(doNotWaitActive?: boolean): Promise<void>;
  resume(): void;
  isPaused(): boolean;
  close(force?: boolean): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): this;
  /** The job is over, and the next one is there if there is one. */
  on(event: 'completed', listener: () => void): this;
}

interface WorkerOptions {
  readonly connection: Redis;
  readonly prefix: string;
  readonly concurrency: number;
  readonly lockDuration: number;
  readonly stalledInterval: number;
  readonly maxStalledCount: number;
  readonly runRetryDelay: number;
}

export interface QueuedJob {
  readonly data: unknown;
  /** Back into the queue; then `WaitingError` is thrown. */
  moveToWait(token?: string): Promise<number>;
}

export interface QueuePackages {
  readonly Redis: new (url: string, options: RedisOptions) => Redis;
  readonly Queue: new (
    name: string,
    options: { connection: Redis; prefix: string; streams: { events: { maxLen: number } } },
  ) => Queue;
  readonly Worker: new (
    name: string,
    perform: (job: QueuedJob, token?: string) => Promise<unknown>,
    options: WorkerOptions,
  ) => QueueWorker;
  readonly WaitingError: new () => Error;
}

/** As they are named in package.json. */
const NAMES = { bullmq: 'bullmq', ioredis: 'ioredis' };

export async function loadQueuePackages(): Promise<QueuePackages> {
  try {
    const { Queue, Worker, WaitingError }: Omit<QueuePackages, 'Redis'> = await import(NAMES.bullmq);
    const { Redis }: Pick<QueuePackages, 'Redis'> = await import(NAMES.ioredis);
    return { Queue, Worker, WaitingError, Redis };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (isMissing) return unwrap(fail('fleet.packages_missing', {}));
    throw error;
  }
}
