import {
  type FleetJob,
  FLEET_PROTOCOL,
  jobGrant,
  type JobResult,
  type WorkerMessage,
  workerMessage,
} from '../schema/fleet.ts';
import type { FleetConnection } from './connect.ts';
import type { ConductorKey } from './keys.ts';
import type { Dispatched, Grant, JobHandlers, OpenJob } from './open-job.ts';
import { type Letter, readMailboxes, signedMessageIn } from './mailbox.ts';
import { Outbox } from './outbox.ts';
import type { Queue } from './packages.ts';
import { WorkerPresence } from './presence.ts';
import { type FleetPlaces, fleetPlaces, queueName } from './places.ts';
import { KnownWorkers, openOwn, sealOwn, signJob } from './signing.ts';

export interface DispatcherOptions {
  readonly connection: FleetConnection;
  readonly key: ConductorKey;
  /** Of the work: messages about its jobs come there, also after this process. */
  readonly owner: string;
  /** Only workers with it take jobs. */
  readonly label?: string | undefined;
}

const TICK_MS = 1_000;
const LOOK_EVERY_MS = 3_000;
/** After this long a job that nobody claimed is put into the queue again: Redis may have lost it. */
const UNCLAIMED_MS = 30_000;
const SOON_MS = 300;
const MOST_ABSENT = 3;
const MOST_REFUSALS = 3;
const MOST_AGAIN_AT_ONCE = 500;

/** Gives jobs to workers and gets what they make of them. One for each work that is conducted. */
export class Dispatcher {
  readonly #connection: FleetConnection;
  /** See `DispatcherOptions`. */
  readonly owner: string;
  readonly #label: string | undefined;
  readonly #places: FleetPlaces;
  readonly #known: KnownWorkers;
  readonly #presence: WorkerPresence;
  readonly #key: ConductorKey;
  readonly #queue: Queue;
  readonly #outbox: Outbox;
  /** Those that are put into the queue with the next write to Redis. */
  #toQueue: OpenJob[] = [];
  readonly #open = new Map<string, OpenJob>();
  /** What earlier conductors of this work granted, and what came for jobs that were not asked for yet. */
  readonly #former = new Map<string, Grant>();
  readonly #early = new Map<
    string,
    { readonly letter: Letter; readonly from: string; readonly message: WorkerMessage }[]
  >();
  readonly #end = new AbortController();
  #reading: Promise<void> = Promise.resolve();
  #ticker: NodeJS.Timeout | undefined;
  #lookedAt = -Infinity;
  /** Messages that were refused, by why: for people and tests. */
  readonly ignored = { unsigned: 0, late: 0, replayed: 0 };

  static async open(options: DispatcherOptions): Promise<Dispatcher> {
    const dispatcher = new Dispatcher(options);
    await dispatcher.#begin();
    return dispatcher;
  }

  private constructor({ connection, key, owner, label }: DispatcherOptions) {
    this.#connection = connection;
    this.owner = owner;
    this.#label = label;
    this.#key = key;
    this.#places = fleetPlaces(key.fleet);
    this.#known = new KnownWorkers(key);
    this.#presence = new WorkerPresence(connection.redis, { places: this.#places, known: this.#known });
    this.#outbox = new Outbox(connection.redis, this.#end.signal);
    const { Queue: QueueOf } = connection.packages;
    this.#queue = new QueueOf(queueName(label), {
      connection: connection.redis,
      prefix: this.#places.prefix,
      streams: { events: { maxLen: 100 } },
    });
    // What the connection says is heard where it was opened.
    this.#queue.on('error', () => undefined);
  }

  async #begin(): Promise<void> {
    const { redis, another } = this.#connection;
    const listed = await redis.call('HVALS', this.#places.grants(this.owner));
    for (const text of Array.isArray(listed) ? (listed as unknown[]) : []) this.#takeFormerGrant(text);
    await this.#look();
    const places = [this.#events(), this.#places.mailbox(this.owner)];
    const read = { places, signal: this.#end.signal };
    this.#reading = readMailboxes(another(), read, (place, letters) => this.#receive(place, letters));
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
  }

  #events(): string {
    return this.#places.mailbox(`${this.owner}:events`);
  }

  /** How many jobs workers can have at once, as far as is known. */
  capacity(): number {
    return this.#presence.capacity(this.#label);
  }

  /** Has a worker carry out a job. The same job asked for again, by a conductor after this one, is taken up where it is. */
  dispatch(job: FleetJob, handlers: JobHandlers): Promise<Dispatched> {
    return new Promise((resolve) => {
      const cancel = () => this.#cancel(job.id);
      const settle = (outcome: Dispatched): void => {
        handlers.signal.removeEventListener('abort', cancel);
        this.#open.delete(job.id);
        resolve(outcome);
      };
      if (handlers.signal.aborted) return resolve({ kind: 'cancelled' });
      const open: OpenJob = {
        job,
        handlers,
        settle,
        seen: new Set(),
        refusedBy: new Set(),
        spentBefore: [],
        grant: this.#former.get(job.id),
        lastSeq: -1,
        absent: 0,
        sentExtraMs: 0,
        queuedAt: 0,
        queueAgainAt: 0,
      };
      this.#open.set(job.id, open);
      handlers.signal.addEventListener('abort', cancel, { once: true });
      this.#enqueue(open);
      const early = this.#early.get(job.id) ?? [];
      this.#early.delete(job.id);
      for (const { letter, from, message } of early) this.#handle(from, message, letter);
    });
  }

  #enqueue(open: OpenJob): void {
    open.queuedAt = performance.now();
    open.queueAgainAt = open.queuedAt + UNCLAIMED_MS;
    if (this.#toQueue.push(open) === 1) setImmediate(() => this.#fillQueue());
  }

  #fillQueue(): void {
    const wanted = this.#toQueue.filter((open) => this.#open.get(open.job.id) === open);
    this.#toQueue = [];
    const jobs = wanted.map(({ job }) => ({
      name: 'step',
      data: signJob(this.#key, job),
      opts: { jobId: job.id, removeOnComplete: true, removeOnFail: true },
    }));
    // Where Redis is away the commands wait; where it refuses, the jobs are put there again later.
    this.#queue.addBulk(jobs).catch(() => {
      for (const open of wanted) open.queueAgainAt = performance.now() + TICK_MS;
    });
  }

  #cancel(id: string): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    if (open.grant !== undefined) this.#send(open.grant.worker, { type: 'cancel', job: id, grant: open.grant.nonce });
    this.#forget(id);
    // One that a worker has is refused when it is claimed.
    this.#queue.remove(id).catch(() => undefined);
    open.settle({ kind: 'cancelled' });
  }

  #forget(id: string): void {
    this.#former.delete(id);
    this.#outbox.setField(this.#places.grants(this.owner), id, undefined);
  }

  #receive(place: string, letters: readonly Letter[]): void {
    const done: string[] = [];
    for (const letter of letters) {
      const opened = this.#known.open(letter.message, `owner/${this.owner}`);
      const message = opened === undefined ? undefined : workerMessage.safeParse(opened.value).data;
      if (message?.type !== 'result') done.push(letter.id);
      if (opened === undefined || message === undefined) this.ignored.unsigned += 1;
      else if (message.type === 'result' && !this.#open.has(message.job)) {
        const kept = this.#early.get(message.job) ?? [];
        this.#early.set(message.job, [...kept, { letter, from: opened.worker, message }]);
      } else this.#handle(opened.worker, message, letter);
    }
    this.#outbox.discard(place, done);
  }

  #discard({ id }: Letter): void {
    this.#outbox.discard(this.#places.mailbox(this.owner), [id]);
  }

  #handle(worker: string, message: WorkerMessage, letter: Letter): void {
    const open = this.#open.get(message.job);
    if (message.type === 'claim') return this.#answerClaim(worker, message, open);
    const isCurrent = open?.grant?.worker === worker && open.grant.nonce === message.grant;
    if (open === undefined || !isCurrent) {
      this.ignored.late += 1;
      // Somebody is at work on what nobody wants any more.
      if (message.type === 'result') this.#discard(letter);
      else if (!this.#former.has(message.job))
        this.#send(worker, { type: 'cancel', job: message.job, grant: message.grant });
      return;
    }
    switch (message.type) {
      case 'events':
        return this.#hear(open, message);
      case 'check': {
        const { isAnswer, problems } = open.handlers.check(message.value);
        const { job, grant, seq } = message;
        return this.#send(worker, { type: 'checked', job, grant, seq, is_answer: isAnswer, problems: [...problems] });
      }
      case 'result':
        this.#hear(open, message);
        return this.#take(open, message.result, letter);
      case 'release':
        return this.#putBack(open);
      default:
        return message satisfies never;
    }
  }

  #hear(open: OpenJob, { seq, events }: { readonly seq: number; readonly events: readonly unknown[] }): void {
    if (seq <= open.lastSeq) return;
    open.lastSeq = seq;
    for (const event of events) open.handlers.onEvent(event);
  }

  #answerClaim(worker: string, claim: Extract<WorkerMessage, { type: 'claim' }>, open: OpenJob | undefined): void {
    const { job, nonce, protocol } = claim;
    const refuse = (reason: 'unknown' | 'running' | 'protocol') =>
      this.#send(worker, { type: 'refuse', job, grant: nonce, reason });
    if (open === undefined) return refuse('unknown');
    if (open.seen.has(nonce)) {
      this.ignored.replayed += 1;
      return;
    }
    open.seen.add(nonce);
    if (protocol !== FLEET_PROTOCOL) {
      open.queueAgainAt = performance.now() + SOON_MS;
      return refuse('protocol');
    }
    if (open.grant !== undefined && this.#presence.isThere(open.grant.worker)) return refuse('running');
    if (open.refusedBy.has(worker) && this.#presence.hasOthers(open.refusedBy)) {
      open.queueAgainAt = performance.now() + SOON_MS;
      return refuse('running');
    }
    const former = open.grant;
    if (former !== undefined) this.#send(former.worker, { type: 'cancel', job, grant: former.nonce });
    open.grant = { worker, nonce };
    open.lastSeq = -1;
    open.absent = 0;
    open.sentExtraMs = 0;
    const kept = JSON.stringify(sealOwn(this.#key, { job, worker, nonce }));
    this.#outbox.setField(this.#places.grants(this.owner), job, kept);
    this.#send(worker, { type: 'grant', owner: this.owner, job, grant: nonce });
  }

  #take(open: OpenJob, result: JobResult, letter: Letter): void {
    const { job, grant, refusedBy, spentBefore } = open;
    if (result.kind === 'done') {
      const forget = (): void => {
        this.#forget(job.id);
        this.#discard(letter);
      };
      return open.settle({ kind: 'done', result, worker: grant?.worker ?? '', spentBefore, forget });
    }
    this.#discard(letter);
    if (result.kind === 'limited') spentBefore.push(result.spent);
    else if (grant !== undefined) refusedBy.add(grant.worker);
    if (result.kind === 'refused' && (refusedBy.size >= MOST_REFUSALS || !this.#presence.hasOthers(refusedBy))) {
      this.#forget(job.id);
      return open.settle(result);
    }
    this.#putBack(open);
  }

  #putBack(open: OpenJob): void {
    open.grant = undefined;
    open.absent = 0;
    open.queueAgainAt = performance.now() + SOON_MS;
  }

  #tick(): void {
    const now = performance.now();
    if (now - this.#lookedAt > LOOK_EVERY_MS) void this.#look();
    let again = 0;
    for (const open of this.#open.values()) {
      const { grant, handlers, job } = open;
      const extraMs = handlers.extraMs?.() ?? 0;
      if (grant !== undefined && extraMs !== open.sentExtraMs) {
        open.sentExtraMs = extraMs;
        this.#send(grant.worker, { type: 'extend', job: job.id, grant: grant.nonce, ms: extraMs });
      }
      if (grant !== undefined && !this.#presence.isThere(grant.worker)) {
        // It may only be out of reach: whoever claims the job next gets it instead.
        if (now - open.queuedAt > LOOK_EVERY_MS) this.#enqueue(open);
      } else if (grant === undefined && open.queueAgainAt <= now && again++ < MOST_AGAIN_AT_ONCE) this.#enqueue(open);
    }
  }

  /** Which workers are there now. */
  async #look(): Promise<void> {
    this.#lookedAt = performance.now();
    try {
      const granted = [...this.#open.values()].filter(({ grant }) => grant !== undefined);
      const there = await this.#presence.look(granted.map(({ grant }) => grant?.worker ?? ''));
      for (const open of granted) {
        const running = there.get(open.grant?.worker ?? '');
        open.absent = running === undefined || running.has(open.job.id) ? 0 : open.absent + 1;
        if (open.absent > MOST_ABSENT) this.#putBack(open);
      }
    } catch {
      // Redis is away: nobody is taken for dead because of that.
    }
  }

  #takeFormerGrant(text: unknown): void {
    const message = typeof text === 'string' ? signedMessageIn(text) : undefined;
    if (message === undefined) return;
    const grant = jobGrant.safeParse(openOwn(message, this.#key)).data;
    if (grant !== undefined) this.#former.set(grant.job, { worker: grant.worker, nonce: grant.nonce });
  }

  #send(worker: string, value: unknown): void {
    this.#outbox.post(this.#places.mailbox(worker), this.#known.address(this.#key, worker, value));
  }

  /** Jobs that are still open are given up. */
  async close(): Promise<void> {
    for (const id of this.#open.keys()) this.#cancel(id);
    clearInterval(this.#ticker);
    const { redis } = this.#connection;
    const own = [this.#places.mailbox(this.owner), this.#events(), this.#places.grants(this.owner)];
    const tidy = redis.status === 'ready' ? redis.call('DEL', ...own).catch(() => undefined) : undefined;
    await Promise.race([tidy, new Promise((resolve) => setTimeout(resolve, 2_000).unref())]);
    this.#end.abort();
    this.#connection.close();
    await this.#reading;
  }
}
