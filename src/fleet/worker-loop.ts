import { randomBytes } from 'node:crypto';
import {
  type ConductorMessage,
  conductorMessage,
  FLEET_PROTOCOL,
  type FleetJob,
  fleetJob,
  type JobResult,
  type WorkerMessage,
  type WorkerReport,
} from '../schema/fleet.ts';
import type { FleetConnection } from './connect.ts';
import { EventBatch } from './event-batch.ts';
import type { WorkerKey } from './keys.ts';
import { isSignedMessage, type Letter, readMailboxes, sendMessage } from './mailbox.ts';
import type { QueuedJob, QueueWorker } from './packages.ts';
import { type FleetPlaces, fleetPlaces, queueName } from './places.ts';
import { openJob, type WorkerIdentity, workerIdentity } from './signing.ts';
import { removeReport, writeReport } from './worker-reports.ts';

/** What whoever carries out a job has to do with the conductor meanwhile. */
export interface JobLink {
  /** The conductor does not want it any more, or this worker ends. */
  readonly signal: AbortSignal;
  /** Names this attempt of this worker. */
  readonly grant: string;
  readonly onEvent: (event: unknown) => void;
  readonly check: (value: unknown) => Promise<Checked>;
  readonly extraMs: () => number;
}

export type Checked = Pick<Extract<ConductorMessage, { type: 'checked' }>, 'is_answer' | 'problems'>;

/** `pauseMs`: nothing else is begun here for so long. */
export interface Performed {
  readonly result: JobResult;
  readonly pauseMs?: number | undefined;
}

export type WorkerEvent =
  | { readonly type: 'refused'; readonly why: 'unsigned' | 'unknown' | 'protocol' }
  | { readonly type: 'began'; readonly job: FleetJob }
  | { readonly type: 'ended'; readonly job: FleetJob; readonly result: JobResult }
  | { readonly type: 'paused'; readonly ms: number }
  | { readonly type: 'drain' };

export interface WorkerLoopOptions {
  readonly connection: FleetConnection;
  readonly key: WorkerKey;
  readonly name: string;
  readonly version: string;
  readonly labels: readonly string[];
  readonly concurrency: number;
  /** Of messages: another one than ours only in tests. */
  readonly protocol?: number;
  readonly perform: (job: FleetJob, link: JobLink) => Promise<Performed>;
  readonly onEvent: (event: WorkerEvent) => void;
}

interface Running {
  readonly job: FleetJob;
  readonly grant: string;
  readonly began: number;
  readonly abort: AbortController;
  readonly checks: Map<number, (checked: Checked) => void>;
  extraMs: number;
}

type Answer = 'grant' | Extract<ConductorMessage, { type: 'refuse' }>['reason'] | 'silence';

const REPORT_EVERY_MS = 3_000;
const RECENT_MS = 10 * 60_000;
/** A conductor that says nothing for so long is away: it puts the job into the queue again when it is back. */
const ANSWER_MS = 20_000;
/** Jobs of several queues may come at once: those that do not fit go back after so long. */
const FULL_MS = 1_000;
const MAILBOX_S = 7 * 86_400;
/** BullMQ gives a job to another worker when its holder did not renew its lock for so long. */
const LOCK_MS = 15_000;
const STALLED_EVERY_MS = 10_000;

/** Takes jobs and has them carried out, until it is told to end. */
export class WorkerLoop {
  readonly #options: WorkerLoopOptions;
  readonly #places: FleetPlaces;
  readonly #identity: WorkerIdentity;
  readonly #queues: QueueWorker[];
  readonly #running = new Map<string, Running>();
  readonly #claims = new Map<string, (answer: Answer) => void>();
  readonly #end = new AbortController();
  readonly #reading: Promise<void>;
  readonly #reporter: NodeJS.Timeout;
  /** The last message from the conductor; messages are taken away with the next report. */
  #readUntil = '0-0';
  /** Results that are on their way to Redis. */
  readonly #sending = new Set<Promise<void>>();
  /** Conductors that were sent something: what they never fetch does not stay for ever. */
  readonly #sentTo = new Set<string>();
  #state: WorkerReport['state'] = 'working';
  #done = 0;
  /** When steps ended, those of the last minutes: as `performance.now()`. */
  #recent: number[] = [];
  #resumeTimer: NodeJS.Timeout | undefined;

  constructor(options: WorkerLoopOptions) {
    const { connection, key, concurrency, labels } = options;
    this.#options = options;
    this.#places = fleetPlaces(key.fleet);
    this.#identity = workerIdentity(key);
    const { Worker } = connection.packages;
    this.#queues = [undefined, ...labels].map((label) => {
      const worker = new Worker(queueName(label), (job, token) => this.#perform(job, token), {
        connection: connection.redis,
        prefix: this.#places.prefix,
        concurrency,
        lockDuration: LOCK_MS,
        stalledInterval: STALLED_EVERY_MS,
        // Who begins is for the conductor to say: a job may come back as often as workers die.
        maxStalledCount: Number.MAX_SAFE_INTEGER,
        runRetryDelay: 1_000,
      });
      worker.on('error', () => undefined);
      return worker;
    });
    const read = { places: [this.#places.mailbox(this.id)], signal: this.#end.signal };
    this.#reading = readMailboxes(connection.another(), read, (_place, letters) => this.#receive(letters));
    this.#reporter = setInterval(() => this.#report(), REPORT_EVERY_MS);
    this.#report();
  }

  get id(): string {
    return this.#identity.id;
  }

  /** Begins nothing more, and ends when everything is done. */
  async close(): Promise<void> {
    this.#state = 'draining';
    this.#report();
    clearTimeout(this.#resumeTimer);
    for (const answer of this.#claims.values()) answer('silence');
    await Promise.all(this.#queues.map((queue) => queue.close()));
    await Promise.all(this.#sending);
    clearInterval(this.#reporter);
    const { connection } = this.#options;
    if (connection.redis.status === 'ready') await this.#letExpire();
    if (connection.redis.status === 'ready')
      await removeReport(connection.redis, this.#places, this.id).catch(() => undefined);
    this.#end.abort();
    connection.close();
    await this.#reading;
  }

  async #perform(queued: QueuedJob, token: string | undefined): Promise<void> {
    const { connection, key, onEvent, concurrency } = this.#options;
    const { data } = queued;
    const job = isSignedMessage(data) ? fleetJob.safeParse(openJob(data, key)).data : undefined;
    if (job === undefined) return onEvent({ type: 'refused', why: 'unsigned' });
    // It came back because Redis was away: it goes on.
    if (this.#running.has(job.id)) return;
    const isFull = this.#running.size + this.#claims.size >= concurrency;
    if (isFull) await new Promise((resolve) => setTimeout(resolve, FULL_MS));
    const { answer, grant } =
      isFull || this.#state !== 'working' ? ({ answer: 'silence', grant: '' } as const) : await this.#claim(job);
    switch (answer) {
      case 'grant':
        return this.#carryOut(job, grant);
      case 'running':
        return;
      case 'unknown':
        return onEvent({ type: 'refused', why: answer });
      case 'protocol':
        onEvent({ type: 'refused', why: answer });
        this.#state = 'other_version';
        await this.#pauseQueues();
        break;
      case 'silence':
        // A conductor that is away puts the job into the queue again when it is back; one that is gone never does.
        if (this.#state === 'working' && !isFull) return void this.#sentTo.add(job.owner);
        break;
      default:
        return answer satisfies never;
    }
    await queued.moveToWait(token);
    throw new connection.packages.WaitingError();
  }

  async #claim(job: FleetJob): Promise<{ readonly answer: Answer; readonly grant: string }> {
    const { name, protocol = FLEET_PROTOCOL } = this.#options;
    const nonce = randomBytes(16).toString('base64url');
    const answered = new Promise<Answer>((resolve) => {
      const timer = setTimeout(() => resolve('silence'), ANSWER_MS);
      this.#claims.set(nonce, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
    try {
      await this.#send(job, { type: 'claim', job: job.id, nonce, protocol, name });
      return { answer: await answered, grant: nonce };
    } finally {
      this.#claims.delete(nonce);
    }
  }

  async #letExpire(): Promise<void> {
    const places = [...this.#sentTo].map((owner) => this.#places.mailbox(owner));
    this.#sentTo.clear();
    const { redis } = this.#options.connection;
    await Promise.all(places.map((place) => redis.call('EXPIRE', place, MAILBOX_S))).catch(() => undefined);
  }

  async #carryOut(job: FleetJob, grant: string): Promise<void> {
    const { perform, onEvent } = this.#options;
    const abort = new AbortController();
    const began = performance.now();
    const running: Running = { job, grant, began, abort, checks: new Map(), extraMs: 0 };
    this.#running.set(job.id, running);
    onEvent({ type: 'began', job });
    let seq = 0;
    let sent: Promise<void> = Promise.resolve();
    const batch = new EventBatch((events) => {
      const message: WorkerMessage = { type: 'events', job: job.id, grant, seq: seq++, events: [...events] };
      return this.#send(job, message, { place: `${job.owner}:events`, most: 2_000 });
    });
    try {
      const link: JobLink = {
        signal: abort.signal,
        grant,
        onEvent: (event) => batch.add(event),
        extraMs: () => running.extraMs,
        check: (value) => this.#ask(running, value),
      };
      const { result, pauseMs } = await perform(job, link);
      if (pauseMs !== undefined) await this.#pauseFor(pauseMs);
      const events = [...(await batch.close())];
      // Nobody waits for what was cancelled. It is written before BullMQ is told that the job is over; both answers are waited for at once.
      if (!abort.signal.aborted) sent = this.#send(job, { type: 'result', job: job.id, grant, seq, events, result });
      this.#sentTo.add(job.owner);
      onEvent({ type: 'ended', job, result });
      this.#done += 1;
      this.#recent.push(performance.now());
    } finally {
      const over = sent.finally(() => {
        this.#running.delete(job.id);
        this.#sending.delete(over);
      });
      this.#sending.add(over);
    }
  }

  #ask({ job, grant, checks, abort }: Running, value: unknown): Promise<Checked> {
    const seq = checks.size;
    return new Promise((resolve) => {
      checks.set(seq, resolve);
      abort.signal.addEventListener('abort', () => resolve({ is_answer: true, problems: [] }), { once: true });
      void this.#send(job, { type: 'check', job: job.id, grant, seq, value });
    });
  }

  #receive(letters: readonly Letter[]): void {
    for (const { id, message } of letters) {
      const said = conductorMessage.safeParse(this.#identity.open(message)).data;
      if (said !== undefined) this.#handle(said);
      this.#readUntil = id;
    }
  }

  #handle(said: ConductorMessage): void {
    if (said.type === 'drain') return this.#options.onEvent({ type: 'drain' });
    if (said.type === 'grant') return this.#answerGrant(said);
    if (said.type === 'refuse') return this.#claims.get(said.grant)?.(said.reason);
    const running = this.#running.get(said.job);
    if (running?.grant !== said.grant) return;
    if (said.type === 'cancel') running.abort.abort();
    else if (said.type === 'extend') running.extraMs = said.ms;
    else running.checks.get(said.seq)?.(said);
  }

  /** A conductor that was away may grant what was claimed long ago. */
  #answerGrant({ job, grant, owner }: Extract<ConductorMessage, { type: 'grant' }>): void {
    const claim = this.#claims.get(grant);
    if (claim !== undefined) claim('grant');
    else if (this.#running.get(job)?.grant !== grant) void this.#send({ owner }, { type: 'release', job, grant });
  }

  async #pauseFor(ms: number): Promise<void> {
    if (this.#state !== 'working') return;
    this.#state = 'limited';
    this.#options.onEvent({ type: 'paused', ms });
    await this.#pauseQueues();
    this.#resumeTimer = setTimeout(
      () => {
        if (this.#state !== 'limited') return;
        this.#state = 'working';
        for (const queue of this.#queues) queue.resume();
      },
      Math.min(ms, 2 ** 31 - 1),
    );
  }

  async #pauseQueues(): Promise<void> {
    this.#report();
    await Promise.all(this.#queues.map((queue) => queue.pause(true)));
  }

  #report(): void {
    const { connection, name, version, labels, concurrency, protocol = FLEET_PROTOCOL } = this.#options;
    const now = performance.now();
    this.#recent = this.#recent.filter((ended) => now - ended < RECENT_MS);
    const report: WorkerReport = {
      id: this.id,
      name,
      version,
      protocol,
      labels: [...labels],
      concurrency,
      state: this.#state,
      running: [...this.#running.values()].map(({ job, began }) => ({
        job: job.id,
        owner: job.owner,
        effect: job.effect,
        seconds: Math.round((now - began) / 1000),
      })),
      done: this.#done,
      recent: this.#recent.length,
    };
    // A report that is late is followed by the next one; while Redis is away they must not pile up.
    if (connection.redis.status !== 'ready') return;
    void this.#letExpire();
    writeReport(connection.redis, {
      places: this.#places,
      identity: this.#identity,
      report,
      readUntil: this.#readUntil,
    }).catch(() => undefined);
  }

  #send(
    { owner }: Pick<FleetJob, 'owner'>,
    message: WorkerMessage,
    { place = owner, most }: { readonly place?: string; readonly most?: number } = {},
  ): Promise<void> {
    const sealed = this.#identity.seal(`owner/${owner}`, message);
    return sendMessage(this.#options.connection.redis, {
      place: this.#places.mailbox(place),
      message: sealed,
      signal: this.#end.signal,
      ...(most !== undefined && { most }),
    });
  }
}
