import { MOST_LETTERS, sendMessage } from './mailbox.ts';
import type { Redis } from './packages.ts';
import type { SignedMessage } from './signing.ts';

interface Posted {
  readonly place: string;
  readonly message: SignedMessage;
}

/**
 * What the conductor writes to Redis beside jobs, gathered while it handles what came in and written at once: what it does for a
 * hundred workers costs one write to the connection, not hundreds.
 */
export class Outbox {
  readonly #redis: Redis;
  readonly #signal: AbortSignal;
  #posted: Posted[] = [];
  #discarded = new Map<string, string[]>();
  #isDue = false;

  constructor(redis: Redis, signal: AbortSignal) {
    this.#redis = redis;
    this.#signal = signal;
  }

  /** Tried until it is there, or until the signal. */
  post(place: string, message: SignedMessage): void {
    this.#posted.push({ place, message });
    this.#schedule();
  }

  /** Of a mailbox, what was dealt with. */
  discard(place: string, ids: readonly string[]): void {
    if (ids.length === 0) return;
    this.#discarded.set(place, [...(this.#discarded.get(place) ?? []), ...ids]);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => void this.#write());
  }

  async #write(): Promise<void> {
    const [posted, discarded] = [this.#posted, this.#discarded];
    this.#isDue = false;
    this.#posted = [];
    this.#discarded = new Map();
    const most = ['MAXLEN', '~', MOST_LETTERS];
    const sent = posted.map(({ place, message }) => ['xadd', place, ...most, '*', 'm', JSON.stringify(message)]);
    const dropped = [...discarded].map(([place, ids]) => ['xdel', place, ...ids]);
    // What is discarded is so at the latest when the work ends; a message has to arrive.
    const written = this.#redis.pipeline([...sent, ...dropped]).exec();
    const results = await written.catch(() => null);
    posted.forEach((one, index) => {
      const [error] = results?.[index] ?? [];
      if (error !== null) void sendMessage(this.#redis, { ...one, signal: this.#signal });
    });
  }
}
