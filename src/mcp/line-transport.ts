import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { parseJson } from '../base/json.ts';

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  /** Called once the client has left, before anybody else hears of it. */
  readonly onLeave: () => void;
  /** Called when the client wants to hear of changes: the SDK answers that itself and tells nobody. */
  readonly onListen: () => void;
}

/** More than any call needs: a briefing has at most 1 MiB. */
const LONGEST_LINE = 8 * 1024 * 1024;
/** Requests without an answer yet. A client that asks more than this at once is told so. */
const MOST_REQUESTS = 256;

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const BUSY = -32_000;

/**
 * JSON-RPC in lines. Whatever a client sends, the connection stays: a line that is no message is answered with an error
 * and forgotten, one that is too long is never held in memory. While the client does not read, nothing more is read
 * from it.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #onLeave: () => void;
  readonly #onListen: () => void;
  readonly #open = new Set<string | number>();
  #parts: Buffer[] = [];
  #size = 0;
  #isTooLong = false;
  #isClosed = false;

  constructor({ input, output, onLeave, onListen }: Streams) {
    this.#input = input;
    this.#output = output;
    this.#onLeave = onLeave;
    this.#onListen = onListen;
  }

  start(): Promise<void> {
    this.#input.on('data', (chunk: Buffer) => this.#read(chunk));
    for (const event of ['end', 'close', 'error']) this.#input.on(event, () => void this.close());
    this.#output.on('error', () => void this.close());
    this.#output.on('drain', () => this.#input.resume());
    return Promise.resolve();
  }

  /** Whether the client leaves what it was sent unread: what can wait should. */
  get isBlocked(): boolean {
    return this.#output.writableNeedDrain;
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    if (!('method' in message) && message.id !== undefined) this.#open.delete(message.id);
    if (!this.#output.write(`${JSON.stringify(message)}\n`)) this.#input.pause();
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#input.pause();
    this.#parts = [];
    this.#onLeave();
    this.onclose?.();
    return Promise.resolve();
  }

  #read(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a)) {
      this.#keep(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      this.#endLine();
      if (this.#isClosed) return;
    }
    this.#keep(rest);
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    this.#isTooLong ||= this.#size > LONGEST_LINE;
    if (this.#isTooLong) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #endLine(): void {
    const line = Buffer.concat(this.#parts).toString('utf8');
    const isTooLong = this.#isTooLong;
    [this.#parts, this.#size, this.#isTooLong] = [[], 0, false];
    if (isTooLong) return this.#refuse(INVALID_REQUEST, `a line has at most ${LONGEST_LINE} bytes`);
    if (line.trim() === '') return;
    const value = parseJson(line);
    if (value === undefined) return this.#refuse(PARSE_ERROR, 'not JSON');
    const message = readMessage(value);
    if (message === undefined) return this.#refuse(INVALID_REQUEST, 'not a JSON-RPC message');
    if ('method' in message && 'id' in message) {
      if (this.#open.size >= MOST_REQUESTS)
        return this.#refuse(BUSY, `at most ${MOST_REQUESTS} requests at once`, message.id);
      this.#open.add(message.id);
    }
    if ('method' in message && message.method === 'subscriptions/listen') this.#onListen();
    // What was taken back is never answered.
    if ('method' in message && message.method === 'notifications/cancelled')
      this.#forget(message.params?.['requestId']);
    this.onmessage?.(message);
  }

  #forget(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#open.delete(id);
  }

  #refuse(code: number, message: string, id?: string | number): void {
    void this.send({ jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code, message } });
  }
}

/** Undefined for JSON that is none; how deep it is nested must not matter. */
function readMessage(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return undefined;
  }
}
