import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StreamEvent } from '../schema/api/event-stream.ts';

/** What the stream says of its own accord is not told again to who comes back. */
type Told = Exclude<StreamEvent, { kind: 'hello' | 'reset' | 'beat' }>;

interface Kept {
  readonly n: number;
  readonly text: string;
}

export interface HubOptions {
  readonly version: string;
  readonly now: () => Date;
  /** Called when the first client comes, and when none was there for a while; settled once everything is told of. */
  readonly onWanted: (isWanted: boolean) => Promise<void> | void;
  readonly limits?: Partial<HubLimits>;
}

export interface HubLimits {
  readonly beatMs: number;
  /** What may wait for a client that does not read. */
  readonly bufferedBytes: number;
  /** Events that are kept for clients that come back. */
  readonly kept: number;
  /** How long events are still gathered when nobody is connected. */
  readonly lingerMs: number;
}

const LIMITS: HubLimits = { beatMs: 15_000, bufferedBytes: 1024 * 1024, kept: 10_000, lingerMs: 60_000 };

/** Tells every connected client what happens, once, in one order. Whoever was away gets what they missed, or is told that they have to look anew. */
export class EventHub {
  readonly #options: HubOptions;
  readonly #limits: HubLimits;
  readonly #clients = new Set<ServerResponse>();
  /** Those of them that are told. */
  readonly #greeted = new Set<ServerResponse>();
  #isReady: Promise<void> | void = undefined;
  readonly #kept: Kept[] = [];
  /** Ids of another time, or of a time when nobody listened, mean nothing. */
  #epoch = newEpoch();
  #last = 0;
  #isWanted = false;
  #linger: NodeJS.Timeout | undefined;
  readonly #beat: NodeJS.Timeout;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
    this.#beat = setInterval(() => this.#sendBeat(), this.#limits.beatMs).unref();
  }

  get clients(): number {
    return this.#clients.size;
  }

  tell(event: Told): void {
    this.#last += 1;
    const text = frame(event, `${this.#epoch}-${this.#last}`);
    this.#kept.push({ n: this.#last, text });
    if (this.#kept.length > this.#limits.kept) this.#kept.splice(0, this.#kept.length - this.#limits.kept);
    for (const client of this.#greeted) this.#write(client, text);
  }

  /** Events were lost on the way here: everybody has to look anew. */
  reset(): void {
    this.#forget();
    const text = frame({ kind: 'reset' }, this.#position());
    for (const client of this.#greeted) this.#write(client, text);
  }

  /** Greeted only once everything that is recorded from then on will be told: who reads after `hello` misses nothing. */
  connect(request: IncomingMessage, response: ServerResponse, after: string | undefined): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'keep-alive',
    });
    response.flushHeaders();
    // A stream lives as long as its client.
    request.socket.setTimeout(0);
    request.socket.setNoDelay(true);
    this.#clients.add(response);
    response.once('close', () => this.#left(response));
    clearTimeout(this.#linger);
    if (!this.#isWanted) {
      this.#isWanted = true;
      this.#isReady = this.#options.onWanted(true);
    }
    const header = request.headers['last-event-id'];
    void this.#greet(response, typeof header === 'string' ? header : after);
  }

  async #greet(response: ServerResponse, after: string | undefined): Promise<void> {
    await this.#isReady;
    if (!this.#clients.has(response)) return;
    this.#greeted.add(response);
    const { version, now } = this.#options;
    this.#write(response, frame({ kind: 'hello', version, at: now().toISOString() }));
    const missed = this.#missedSince(after) ?? [frame({ kind: 'reset' }, this.#position())];
    for (const text of missed) this.#write(response, text);
  }

  close(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#linger);
    for (const client of this.#clients) client.destroy();
  }

  /** Undefined where that cannot be told; nothing for who comes for the first time. */
  #missedSince(id: string | undefined): string[] | undefined {
    if (id === undefined) return [`id: ${this.#position()}\n\n`];
    const [, epoch, n] = /^([0-9a-f]+)-(\d{1,15})$/.exec(id) ?? [];
    const seen = Number(n);
    const oldest = this.#kept[0]?.n ?? this.#last + 1;
    if (epoch !== this.#epoch || seen > this.#last || seen < oldest - 1) return undefined;
    return this.#kept.filter((one) => one.n > seen).map(({ text }) => text);
  }

  #position(): string {
    return `${this.#epoch}-${this.#last}`;
  }

  #write(client: ServerResponse, text: string): void {
    if (client.destroyed) return;
    client.write(text);
    if (client.writableLength > this.#limits.bufferedBytes) client.destroy();
  }

  #sendBeat(): void {
    const text = frame({ kind: 'beat', at: this.#options.now().toISOString() });
    for (const client of this.#greeted) this.#write(client, text);
  }

  #left(client: ServerResponse): void {
    this.#clients.delete(client);
    this.#greeted.delete(client);
    if (this.#clients.size > 0) return;
    this.#linger = setTimeout(() => {
      this.#isWanted = false;
      this.#forget();
      void this.#options.onWanted(false);
    }, this.#limits.lingerMs).unref();
  }

  #forget(): void {
    this.#kept.length = 0;
    this.#epoch = newEpoch();
  }
}

function newEpoch(): string {
  return randomBytes(6).toString('hex');
}

function frame(event: StreamEvent, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
}
