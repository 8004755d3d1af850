import type { WorkerMessage } from '../schema/fleet.ts';
import { sendMessage } from './mailbox.ts';
import type { Redis } from './packages.ts';
import type { FleetPlaces } from './places.ts';
import type { WorkerIdentity } from './signing.ts';

/** How many messages of events Redis keeps for one conductor. */
const MOST_EVENTS = 2_000;
const MAILBOX_S = 7 * 86_400;

interface OutboxOptions {
  readonly places: FleetPlaces;
  readonly identity: WorkerIdentity;
  readonly signal: AbortSignal;
}

/** What a worker writes to conductors. Every promise resolves once the message is in Redis, or when the worker ends. */
export class WorkerOutbox {
  readonly #redis: Redis;
  readonly #options: OutboxOptions;
  /** Conductors that were sent something: what they never fetch does not stay for ever. */
  readonly #sentTo = new Set<string>();

  constructor(redis: Redis, options: OutboxOptions) {
    this.#redis = redis;
    this.#options = options;
  }

  send(owner: string, message: WorkerMessage): Promise<void> {
    return this.#write(owner, message);
  }

  sendEvents(owner: string, message: WorkerMessage): Promise<void> {
    return this.#write(owner, message, { place: `${owner}:events`, most: MOST_EVENTS });
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
    message: WorkerMessage,
    { place = owner, most }: { readonly place?: string; readonly most?: number } = {},
  ): Promise<void> {
    const { places, identity, signal } = this.#options;
    return sendMessage(this.#redis, {
      place: places.mailbox(place),
      message: identity.seal(`owner/${owner}`, message),
      signal,
      ...(most !== undefined && { most }),
    });
  }
}
