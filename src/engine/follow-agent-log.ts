import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type LineSplitter, splitLines } from '../base/jsonl.ts';
import { type AgentLogLine, agentLogLineIn } from '../schema/agent-log-line.ts';

export interface Following {
  /** The byte to begin at; below zero, counted from the end (as of `slice`). */
  readonly from?: number;
  /** Goes on until aborted; else it ends with the file. */
  readonly follow: boolean;
  readonly signal: AbortSignal;
}

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
  { from = 0, follow, signal }: Following,
): AsyncGenerator<AgentLogLine, void, void> {
  let tail = Tail.of(file, from);
  try {
    while (!signal.aborted) {
      // Asked before it is read: what was written to the old file before it was replaced is read too.
      const isReplaced = tail !== undefined && tail.isReplaced();
      for (let lines = tail?.read(); lines !== undefined && !signal.aborted; lines = tail?.read()) yield* lines;
      if (isReplaced) tail?.close();
      if (isReplaced || tail === undefined) tail = Tail.of(file, 0);
      if (!follow || !(await passed(LOOK_EVERY_MS, signal))) return;
    }
  } finally {
    tail?.close();
  }
}

/** One file, however it is called by now: as long as it is held open no other gets its inode. */
class Tail {
  readonly #path: string;
  readonly #fd: number;
  readonly #chunk = Buffer.alloc(CHUNK);
  #at: number;
  #found: AgentLogLine[] = [];
  #splitter: LineSplitter;
  /** It was begun inside a line: what comes before the next is not one. */
  #inside: boolean;

  /** Undefined when there is no such file. Where agents write there may be links, and pipes that would never open. */
  static of(path: string, from: number): Tail | undefined {
    try {
      const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
      const fd = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      const found = fs.fstatSync(fd);
      if (found.isFile()) return new Tail(path, fd, from < 0 ? Math.max(0, found.size + from) : from);
      fs.closeSync(fd);
    } catch {
      // Not there yet, or not readable: looked for again.
    }
    return undefined;
  }

  private constructor(path: string, fd: number, at: number) {
    this.#path = path;
    this.#fd = fd;
    this.#at = Math.max(0, at - 1);
    this.#inside = at > 0;
    this.#splitter = this.#split();
  }

  isReplaced(): boolean {
    const named = fs.lstatSync(this.#path, { throwIfNoEntry: false });
    return named !== undefined && named.ino !== fs.fstatSync(this.#fd).ino;
  }

  /** The lines of the next piece of the file; undefined when there is none. */
  read(): AgentLogLine[] | undefined {
    if (fs.fstatSync(this.#fd).size < this.#at) this.#startOver();
    const length = fs.readSync(this.#fd, this.#chunk, 0, CHUNK, this.#at);
    if (length === 0) return undefined;
    this.#at += length;
    this.#splitter.push(this.#chunk.subarray(0, length));
    const found = this.#found;
    this.#found = [];
    return found;
  }

  close(): void {
    fs.closeSync(this.#fd);
  }

  #startOver(): void {
    this.#at = 0;
    this.#inside = false;
    this.#splitter = this.#split();
  }

  #split(): LineSplitter {
    return splitLines((text, cut) => {
      const line = this.#inside || cut ? undefined : agentLogLineIn(text);
      this.#inside = false;
      if (line !== undefined) this.#found.push(line);
    }, LONGEST_LINE);
  }
}

async function passed(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await pause(ms, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
