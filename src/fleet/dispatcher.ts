import type { ConductorMessage, FleetJob, JobKind, JobResult, WorkerMessage } from '../schema/fleet.ts';
import type { FleetConnection } from './connect.ts';
import { ConductorMail, type Received } from './conductor-mail.ts';
import { JobQueue } from './job-queue.ts';
import { type Claim, judgeClaim } from './judge-claim.ts';
import { type GrantsPlace, KeptGrants } from './kept-grants.ts';
import type { ConductorKey } from './keys.ts';
import { type Dispatched, endsJob, type JobHandlers, newOpenJob, type OpenJob } from './open-job.ts';
import { Outbox } from './outbox.ts';
import { type FleetPlaces, fleetPlaces } from './places.ts';
import { WorkerPresence } from './presence.ts';
import { KnownWorkers } from './signing.ts';

export interface DispatcherOptions {
  readonly connection: FleetConnection;
  readonly key: ConductorKey;
  /** Of the work: messages about its jobs come there, also after this process. */
  readonly owner: string;
  /** Where it is kept who has which job, for a conductor after this one; undefined where none takes up its jobs. */
  readonly grants?: GrantsPlace | undefined;
  /** Only workers with it take jobs. */
  readonly label?: string | undefined;
}

interface Claimant {
  readonly worker: string;
  readonly takes: JobKind;
}

const TICK_MS = 1_000;
const LOOK_EVERY_MS = 3_000;
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
  readonly #queues: Readonly<Record<JobKind, JobQueue>>;
  readonly #outbox: Outbox;
  readonly #grants: KeptGrants;
  readonly #mail: ConductorMail;
  readonly #open = new Map<string, OpenJob>();
  /** Results that came for jobs that were not asked for yet. */
  readonly #early = new Map<string, Received[]>();
  readonly #end = new AbortController();
  #ticker: NodeJS.Timeout | undefined;
  #lookedAt = -Infinity;
  /** Messages that were refused, by why: for people and tests. */
  readonly ignored = { unsigned: 0, late: 0, replayed: 0 };

  static async open(options: DispatcherOptions): Promise<Dispatcher> {
    const dispatcher = new Dispatcher(options);
    await dispatcher.#begin();
    return dispatcher;
  }

  private constructor({ connection, key, owner, label, grants }: DispatcherOptions) {
    const { redis } = connection;
    this.#connection = connection;
    this.owner = owner;
    this.#label = label;
    this.#key = key;
    this.#places = fleetPlaces(key.fleet);
    this.#known = new KnownWorkers(key);
    this.#presence = new WorkerPresence(redis, { places: this.#places, known: this.#known });
    this.#outbox = new Outbox(redis, this.#end.signal);
    this.#grants = new KeptGrants(grants);
    const isOpen = (open: OpenJob): boolean => this.#open.get(open.job.id) === open;
    const queue = (kind: JobKind) => new JobQueue(connection, key, { kind, label, isOpen });
    this.#queues = { step: queue('step'), check: queue('check') };
    this.#mail = new ConductorMail({
      owner,
      places: this.#places,
      known: this.#known,
      outbox: this.#outbox,
      signal: this.#end.signal,
    });
  }

  async #begin(): Promise<void> {
    const { another } = this.#connection;
    await this.#look();
    this.#mail.read(another(), {
      onMessage: (received) => this.#receive(received),
      onUnsigned: () => (this.ignored.unsigned += 1),
    });
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
  }

  /** How many jobs of a kind workers can have at once, as far as is known. */
  capacity(kind: JobKind): number {
    return this.#presence.capacity(kind, this.#label);
  }

  /** Also such that only finish what they have. */
  hasWorkers(kind: JobKind): boolean {
    return this.#presence.hasAny(kind);
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
      const open = newOpenJob({ job, handlers, settle, grant: this.#grants.former(job.id) });
      this.#open.set(job.id, open);
      handlers.signal.addEventListener('abort', cancel, { once: true });
      this.#queues[job.kind].add(open);
      const early = this.#early.get(job.id) ?? [];
      this.#early.delete(job.id);
      for (const received of early) this.#receive(received);
    });
  }

  #cancel(id: string): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    if (open.grant !== undefined) this.#send(open.grant.worker, { type: 'cancel', job: id, grant: open.grant.nonce });
    this.#grants.forget(id);
    this.#queues[open.job.kind].remove(id);
    open.settle({ kind: 'cancelled' });
  }

  #receive(received: Received): void {
    const { from, takes, message, discard } = received;
    const open = this.#open.get(message.job);
    if (message.type === 'claim') return this.#answerClaim({ worker: from, takes }, message, open);
    if (message.type === 'result' && open === undefined) {
      this.#early.set(message.job, [...(this.#early.get(message.job) ?? []), received]);
      return;
    }
    const isCurrent = open?.grant?.worker === from && open.grant.nonce === message.grant;
    if (open === undefined || !isCurrent) {
      this.ignored.late += 1;
      if (message.type === 'result') return discard();
      // Somebody is at work on what nobody wants any more.
      if (this.#grants.former(message.job) === undefined)
        this.#send(from, { type: 'cancel', job: message.job, grant: message.grant });
      return;
    }
    switch (message.type) {
      case 'events':
        return hear(open, message);
      case 'check': {
        const { isAnswer, problems } = open.handlers.check(message.value);
        const { job, grant, seq } = message;
        return this.#send(from, { type: 'checked', job, grant, seq, is_answer: isAnswer, problems: [...problems] });
      }
      case 'result':
        hear(open, message);
        return this.#take(open, message.result, discard);
      case 'release':
        return putBack(open);
      default:
        return message satisfies never;
    }
  }

  #answerClaim({ worker, takes }: Claimant, claim: Claim, open: OpenJob | undefined): void {
    const { job, nonce } = claim;
    const refuse = (reason: Extract<ConductorMessage, { type: 'refuse' }>['reason']) =>
      this.#send(worker, { type: 'refuse', job, grant: nonce, reason });
    if (open === undefined) return refuse('unknown');
    const verdict = judgeClaim(open, claim, { worker, takes, workers: this.#presence });
    open.seenNonces.add(nonce);
    if (verdict === 'replayed') {
      this.ignored.replayed += 1;
      return;
    }
    if (verdict !== 'grant') {
      if (verdict.isWanted) open.queueAgainAt = performance.now() + SOON_MS;
      return refuse(verdict.refuse);
    }
    const former = open.grant;
    if (former !== undefined) this.#send(former.worker, { type: 'cancel', job, grant: former.nonce });
    open.grant = { worker, nonce };
    open.lastSeq = -1;
    open.absent = 0;
    open.sentExtraMs = 0;
    this.#grants.keep(job, open.grant);
    this.#send(worker, { type: 'grant', owner: this.owner, job, grant: nonce });
  }

  #take(open: OpenJob, result: JobResult, discard: () => void): void {
    const { job, grant, refusedBy, spentBefore } = open;
    const worker = grant?.worker ?? '';
    if (endsJob(job.kind, result)) {
      const forget = (): void => {
        this.#grants.forget(job.id);
        discard();
      };
      return open.settle(
        result.kind === 'done'
          ? { kind: 'done', result, worker, spentBefore, forget }
          : { kind: 'proved', result, worker, forget },
      );
    }
    discard();
    if (result.kind === 'limited') {
      spentBefore.push(result.spent);
      return putBack(open);
    }
    // Whoever answers a step with a check, or the other way round, did not carry it out, either.
    const refused =
      result.kind === 'refused' ? result : ({ kind: 'refused', code: 'fleet.wrong_result', reason: '' } as const);
    refusedBy.add(worker);
    if (refusedBy.size < MOST_REFUSALS && this.#presence.hasOthers(job.kind, refusedBy)) return putBack(open);
    this.#grants.forget(job.id);
    open.settle(refused);
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
        if (now - open.queuedAt > LOOK_EVERY_MS) this.#queues[job.kind].add(open);
      } else if (grant === undefined && open.queueAgainAt <= now && again++ < MOST_AGAIN_AT_ONCE)
        this.#queues[job.kind].add(open);
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
        if (open.absent > MOST_ABSENT) putBack(open);
      }
    } catch {
      // Redis is away: nobody is taken for dead because of that.
    }
  }

  #send(worker: string, value: ConductorMessage): void {
    this.#outbox.post(this.#places.mailbox(worker), this.#known.address(this.#key, worker, value));
  }

  /** Jobs that are still open are given up. */
  async close(): Promise<void> {
    for (const id of this.#open.keys()) this.#cancel(id);
    clearInterval(this.#ticker);
    const { redis } = this.#connection;
    this.#grants.close();
    const tidy = redis.status === 'ready' ? redis.call('DEL', ...this.#mail.places).catch(() => undefined) : undefined;
    await Promise.race([tidy, new Promise((resolve) => setTimeout(resolve, 2_000).unref())]);
    this.#end.abort();
    this.#connection.close();
    await this.#mail.reading;
  }
}

function hear(
  open: OpenJob,
  { seq, events }: Pick<Extract<WorkerMessage, { type: 'events' }>, 'seq' | 'events'>,
): void {
  if (seq <= open.lastSeq) return;
  open.lastSeq = seq;
  for (const event of events) open.handlers.onEvent(event);
}

/** Another worker may have it. */
function putBack(open: OpenJob): void {
  open.grant = undefined;
  open.absent = 0;
  open.queueAgainAt = performance.now() + SOON_MS;
}
