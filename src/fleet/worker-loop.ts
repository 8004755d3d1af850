import { type ConductorMessage, conductorMessage, FLEET_PROTOCOL, type FleetJob, fleetJob } from '../schema/fleet.ts';
import type { JobResult, WorkerReport } from '../schema/fleet.ts';
import type { FleetConnection } from './connect.ts';
import type { WorkerKey } from './keys.ts';
import { isSignedMessage, type Letter, readMailboxes } from './mailbox.ts';
import type { QueuedJob, QueueWorker } from './packages.ts';
import { fleetPlaces, queueName } from './places.ts';
import { type JobLink, type Performed, RunningJob } from './running-job.ts';
import { openJob, type WorkerIdentity, workerIdentity } from './signing.ts';
import { type ClaimAnswer, WorkerClaims } from './worker-claims.ts';
import { WorkerOutbox } from './worker-outbox.ts';
import { WorkerReporter } from './worker-reporter.ts';

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

/** Jobs of several queues may come at once: those that do not fit go back after so long. */
const FULL_MS = 1_000;
/** BullMQ gives a job to another worker when its holder did not renew its lock for so long. */
const LOCK_MS = 15_000;
const STALLED_EVERY_MS = 10_000;

/** Takes jobs and has them carried out, until it is told to end. */
export class WorkerLoop {
  readonly #options: WorkerLoopOptions;
  readonly #identity: WorkerIdentity;
  readonly #queues: QueueWorker[];
  readonly #running = new Map<string, RunningJob>();
  readonly #claims = new WorkerClaims();
  readonly #outbox: WorkerOutbox;
  readonly #reporter: WorkerReporter;
  readonly #end = new AbortController();
  readonly #reading: Promise<void>;
  /** The last message from the conductor; messages are taken away with the next report. */
  #readUntil = '0-0';
  /** Results that are on their way to Redis. */
  readonly #sending = new Set<Promise<void>>();
  #state: WorkerReport['state'] = 'working';
  #resumeTimer: NodeJS.Timeout | undefined;

  constructor(options: WorkerLoopOptions) {
    const { connection, key, name, version, labels, concurrency, protocol = FLEET_PROTOCOL } = options;
    const { redis } = connection;
    const places = fleetPlaces(key.fleet);
    const identity = workerIdentity(key);
    this.#options = options;
    this.#identity = identity;
    this.#outbox = new WorkerOutbox(redis, { places, identity, signal: this.#end.signal });
    this.#queues = [undefined, ...labels].map((label) => this.#takeFrom(queueName(key.takes, label), places.prefix));
    const read = { places: [places.mailbox(this.id)], signal: this.#end.signal };
    this.#reading = readMailboxes(connection.another(), read, (_place, letters) => this.#receive(letters));
    const facts = { name, version, protocol, labels: [...labels], concurrency };
    this.#reporter = new WorkerReporter({ redis, places, identity, facts, moment: () => this.#moment() });
    this.#reporter.report();
  }

  #takeFrom(queue: string, prefix: string): QueueWorker {
    const { connection, concurrency } = this.#options;
    const worker = new connection.packages.Worker(queue, (job, token) => this.#perform(job, token), {
      connection: connection.redis,
      prefix,
      concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_EVERY_MS,
      // Who begins is for the conductor to say: a job may come back as often as workers die.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      runRetryDelay: 1_000,
    });
    worker.on('error', () => undefined);
    // The next job, if there is one, is claimed before that: its claim goes out with the result.
    worker.on('completed', () => void setImmediate(() => this.#outbox.flush()));
    return worker;
  }

  get id(): string {
    return this.#identity.id;
  }

  #moment() {
    void this.#outbox.letExpire();
    const running = [...this.#running.values()].map((one) => one.report());
    return { state: this.#state, running, readUntil: this.#readUntil };
  }

  /** Begins nothing more, and ends when everything is done. */
  async close(): Promise<void> {
    this.#state = 'draining';
    this.#reporter.report();
    clearTimeout(this.#resumeTimer);
    this.#claims.giveUp();
    await Promise.all(this.#queues.map((queue) => queue.close()));
    this.#outbox.flush();
    await Promise.all(this.#sending);
    this.#reporter.stop();
    const { connection } = this.#options;
    if (connection.redis.status === 'ready') await this.#outbox.letExpire();
    await this.#reporter.remove();
    this.#end.abort();
    connection.close();
    await this.#reading;
  }

  async #perform(queued: QueuedJob, token: string | undefined): Promise<void> {
    const { connection, key, onEvent } = this.#options;
    const { data } = queued;
    const job = isSignedMessage(data) ? fleetJob.safeParse(openJob(data, key)).data : undefined;
    if (job?.kind !== key.takes) return onEvent({ type: 'refused', why: 'unsigned' });
    // It came back because Redis was away: it goes on.
    if (this.#running.has(job.id)) return;
    const isFull = this.#isFull();
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
        if (this.#state === 'working' && !isFull) return this.#outbox.expectNoReader(job.owner);
        break;
      default:
        return answer satisfies never;
    }
    await queued.moveToWait(token);
    throw new connection.packages.WaitingError();
  }

  #isFull(): boolean {
    const performing = [...this.#running.values()].filter(({ isPerformed }) => !isPerformed);
    return performing.length + this.#claims.size >= this.#options.concurrency;
  }

  async #claim(job: FleetJob): Promise<{ readonly answer: ClaimAnswer; readonly grant: string }> {
    const { name, protocol = FLEET_PROTOCOL } = this.#options;
    const { nonce, answered } = this.#claims.begin();
    try {
      await this.#outbox.send(job.owner, { type: 'claim', job: job.id, nonce, protocol, name });
      return { answer: await answered, grant: nonce };
    } finally {
      this.#claims.end(nonce);
    }
  }

  async #carryOut(job: FleetJob, grant: string): Promise<void> {
    const { perform, onEvent } = this.#options;
    const running = new RunningJob(job, grant, this.#outbox);
    this.#running.set(job.id, running);
    onEvent({ type: 'began', job });
    let sent: Promise<void> = Promise.resolve();
    try {
      const performed = await running.perform(async (link) => {
        const { result, pauseMs } = await perform(job, link);
        if (pauseMs !== undefined) await this.#pauseFor(pauseMs);
        return result;
      });
      sent = performed.sent;
      this.#outbox.expectNoReader(job.owner);
      onEvent({ type: 'ended', job, result: performed.result });
      this.#reporter.countDone();
    } finally {
      const over = sent.finally(() => {
        this.#running.delete(job.id);
        this.#sending.delete(over);
      });
      this.#sending.add(over);
    }
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
    if (said.type === 'refuse') return void this.#claims.answer(said.grant, said.reason);
    const running = this.#running.get(said.job);
    if (running?.grant === said.grant) running.handle(said);
  }

  /** A conductor that was away may grant what was claimed long ago. */
  #answerGrant({ job, grant, owner }: Extract<ConductorMessage, { type: 'grant' }>): void {
    if (this.#claims.answer(grant, 'grant') || this.#running.get(job)?.grant === grant) return;
    void this.#outbox.send(owner, { type: 'release', job, grant });
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
    this.#reporter.report();
    await Promise.all(this.#queues.map((queue) => queue.pause(true)));
  }
}
