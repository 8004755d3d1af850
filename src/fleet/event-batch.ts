const EVERY_MS = 200;
const MOST_AT_ONCE = 200;

/** Sends events in small batches, in their order. */
export class EventBatch {
  readonly #send: (events: readonly unknown[]) => Promise<void>;
  #waiting: unknown[] = [];
  #timer: NodeJS.Timeout | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(send: (events: readonly unknown[]) => Promise<void>) {
    this.#send = send;
  }

  add(event: unknown): void {
    this.#waiting.push(event);
    if (this.#waiting.length >= MOST_AT_ONCE) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), EVERY_MS);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const events = this.#waiting;
    if (events.length === 0) return;
    this.#waiting = [];
    this.#last = this.#last.then(() => this.#send(events));
  }

  /** Resolves when everything was sent but the last ones, which it gives back. */
  async close(): Promise<readonly unknown[]> {
    clearTimeout(this.#timer);
    const rest = this.#waiting;
    this.#waiting = [];
    await this.#last;
    return rest;
  }
}
