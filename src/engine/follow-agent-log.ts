import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type AgentLogLine, agentLogLineIn } from '../schema/agent-log-line.ts';

export interface Following {
  /** A cursor; without one, from the beginning. */
  readonly after?: string | undefined;
  /** Goes on until aborted or over; else it ends with the file. */
  readonly follow: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Nothing more will be written: what is there is read to its end. Asked whenever there is nothing new. */
  readonly isOver?: () => boolean;
}

export type AgentOutput =
  | { readonly type: 'line'; readonly line: AgentLogLine; readonly cursor: string }
  /** The step was begun anew: what was told so far is of an attempt that came to nothing. */
  | { readonly type: 'restarted' };

const LOOK_EVERY_MS = 200;
const CHUNK = 64 * 1024;
/** A line of ours is shorter by far. */
const LONGEST_LINE = 1024 * 1024;

/**
 * What is in a step's `events.jsonl`, and what comes. The file need not be there yet, may end in half a line, and may be
 * cut or begun anew meanwhile, which is then read from its beginning. Lines that are none of ours are passed over.
 */
export async function* followAgentLog(
  file: string,
  { after, follow, signal, isOver = () => false }: Following,
): AsyncGenerator<AgentOutput, void, void> {
  let tail: Tail | undefined;
  let wasOpened = false;
  const open = (): boolean => {
    const isFirst = !wasOpened;
    tail = Tail.open(file, isFirst ? after : undefined);
    wasOpened ||= tail !== undefined;
    return tail !== undefined && (!isFirst || tail.isAnother);
  };
  const isAborted = () => signal?.aborted === true;
  try {
    if (open()) yield { type: 'restarted' };
    while (!isAborted()) {
      // Asked before it is read: what was written to the old file before it was replaced is read too.
      const isReplaced = tail?.isReplaced() === true;
      const wasOver = isOver();
      for (let found = tail?.read(); found !== undefined && !isAborted(); found = tail?.read()) yield* found;
      if (isReplaced) tail?.close();
      if (isReplaced || tail === undefined) {
        if (open()) yield { type: 'restarted' };
        if (tail !== undefined) continue;
      }
      if (!follow || wasOver) return;
      await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    tail?.close();
  }
}

/** One file, however it is called by now: as long as it is held open no other gets its inode. */
class Tail {
  readonly #path: string;
  readonly #fd: number;
  /** The file is not the one that the cursor is of. */
  readonly isAnother: boolean;
  readonly #chunk = Buffer.alloc(CHUNK);
  #at: number;
  #begun: Buffer[] = [];
  #identity: string | undefined;

  /** Undefined when there is no such file. Where agents write there may be links, and pipes that would never open. */
  static open(path: string, after: string | undefined): Tail | undefined {
    try {
      const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
      const fd = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      if (fs.fstatSync(fd).isFile()) return new Tail(path, fd, after);
      fs.closeSync(fd);
    } catch {
      // Not there yet, or not readable: looked for again.
    }
    return undefined;
  }

  private constructor(path: string, fd: number, after: string | undefined) {
    this.#path = path;
    this.#fd = fd;
    const [identity = '', offset = '0'] = after?.split('~') ?? [];
    const at = Number(offset);
    this.isAnother = after !== undefined && !(this.#isSame(identity) && at <= fs.fstatSync(fd).size);
    this.#at = this.isAnother ? 0 : at;
  }

  isReplaced(): boolean {
    const named = fs.lstatSync(this.#path, { throwIfNoEntry: false });
    return named !== undefined && named.ino !== fs.fstatSync(this.#fd).ino;
  }

  /** The lines of the next piece of the file; undefined when there is none. */
  read(): AgentOutput[] | undefined {
    const found: AgentOutput[] = [];
    if (fs.fstatSync(this.#fd).size < this.#at) {
      [this.#at, this.#begun, this.#identity] = [0, [], undefined];
      found.push({ type: 'restarted' });
    }
    const length = fs.readSync(this.#fd, this.#chunk, 0, CHUNK, this.#at);
    if (length === 0) return found.length > 0 ? found : undefined;
    let from = 0;
    for (let at = this.#newline(from, length); at !== -1; at = this.#newline(from, length)) {
      const line = this.#lineTo(this.#chunk.subarray(from, at));
      const end = this.#at + at + 1;
      if (line !== undefined) found.push({ type: 'line', line, cursor: `${this.#name()}~${end}` });
      from = at + 1;
    }
    if (this.#begunBytes() <= LONGEST_LINE) this.#begun.push(Buffer.from(this.#chunk.subarray(from, length)));
    this.#at += length;
    return found;
  }

  close(): void {
    fs.closeSync(this.#fd);
  }

  #newline(from: number, length: number): number {
    const at = this.#chunk.indexOf(0x0a, from);
    return at < length ? at : -1;
  }

  #lineTo(rest: Uint8Array): AgentLogLine | undefined {
    const isTooLong = this.#begunBytes() > LONGEST_LINE;
    const bytes = isTooLong ? undefined : Buffer.concat([...this.#begun, rest]);
    this.#begun = [];
    return bytes === undefined ? undefined : agentLogLineIn(bytes.toString('utf8'));
  }

  #begunBytes(): number {
    return this.#begun.reduce((sum, { length }) => sum + length, 0);
  }

  /** Of this attempt: its first line has the time when it was begun. */
  #name(): string {
    return (this.#identity ??= this.#readName());
  }

  #isSame(identity: string): boolean {
    return this.#readName() === identity;
  }

  #readName(): string {
    const bytes = Buffer.alloc(512);
    const length = fs.readSync(this.#fd, bytes, 0, bytes.length, 0);
    const [first = ''] = bytes.toString('latin1', 0, length).split('\n');
    return createHash('sha256').update(first).digest('hex').slice(0, 8);
  }
}
