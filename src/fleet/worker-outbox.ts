import type { WorkerMessage } from '../schema/fleet.ts';
import { sendMessage } from './mailbox.ts';
import type { Redis } from './packages.ts';
import type { FleetPlaces } from './places.ts';
import type { WorkerIdentity } from './signing.ts';

/** How long a result waits at most for the claim of the next job. */
const HOLD_MS = 200;
/** How many messages of events Redis keeps for one conductor. */
const MOST_EVENTS = 2_000;
const MAILBOX_S = 7 * 86_400;

interface OutboxOptions {
  readonly places: FleetPlaces;
  readonly identity: WorkerIdentity;
  readonly signal: AbortSignal;
}

interface Held {
  readonly result: WorkerMessage;
  readonly timer: NodeJS.Timeout;
  readonly written: (writing: Promise<void>) => void;
}

/**
 * What a worker writes to conductors. A result waits a moment for the claim of the next job, which is asked for at the same
 * time: both cost one message. Every promise resolves once the message is in Redis, or when the worker ends.
 */
export class WorkerOutbox {
  readonly #redis: Redis;
  readonly #options: OutboxOptions;
  /** The results that wait, by conductor: one for each, because a conductor keeps a message until its result is recorded. */
  readonly #held = new Map<string, Held>();
  /** Conductors that were sent something: what they never fetch does not stay for ever. */
  readonly #sentTo = new Set<string>();

  constructor(redis: Redis, options: OutboxOptions) {
    this.#redis = redis;
    this.#options = options;
  }

  send(owner: string, message: WorkerMessage): Promise<void> {
    const held = this.#release(owner);
    if (held === undefined) return this.#write(owner, [message]);
    const writing = this.#write(owner, [held.result, message]);
    held.written(writing);
    return writing;
  }

  sendEvents(owner: string, message: WorkerMessage): Promise<void> {
    return this.#write(owner, [message], { place: `${owner}:events`, most: MOST_EVENTS });
  }

  sendResult(owner: string, result: WorkerMessage): Promise<void> {
    this.#flush(owner);
    return new Promise((written) => {
      const timer = setTimeout(() => this.#flush(owner), HOLD_MS);
      this.#held.set(owner, { result, timer, written });
    });
  }

  /** Writes what still waits. */
  flush(): void {
    for (const owner of this.#held.keys()) this.#flush(owner);
  }

  #flush(owner: string): void {
    const held = this.#release(owner);
    held?.written(this.#write(owner, [held.result]));
  }

  #release(owner: string): Held | undefined {
    const held = this.#held.get(owner);
    clearTimeout(held?.timer);
    this.#held.delete(owner);
    return held;
  }

  expectNoReader(owner: string): void {
    this.#sentTo.add(owner);
  }

  async letExpire(): Promise<void> {
    const mailboxes = [...this.#sentTo].map((owner) => this.#options.places.mailbox(owner));
    this.#sentTo.clear();
    await Promise.all(mailboxes.map((mailbox) => this.#redis.call('EXPIRE', mailbox, MAILBOX_S))).catch(
      () => undefined,
    );
  }

  #write(
    owner: string,
    messages: readonly WorkerMessage[],
    { place = owner, most }: { readonly place?: string; readonly most?: number } = {},
  ): Promise<void> {
    const { places, identity, signal } = this.#options;
    return sendMessage(this.#redis, {
      place: places.mailbox(place),
      message: identity.seal(`owner/${owner}`, messages),
      signal,
      ...(most !== undefined && { most }),
    });
  }
}
