import fs from 'node:fs';
import path from 'node:path';
import { type Failure, failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { type Disk, closeQuietly, writeAll } from '../files/disk.ts';
import { diskFailure, getErrno } from '../files/disk-failure.ts';
import { makeDurableFolder, syncFolder } from '../files/replace.ts';
import { discard, writeTemporary } from '../files/temporary.ts';
import { decodeLogLine, type LogRecord } from './log-record.ts';
import type { OnStorePoint } from './crash-points.ts';

const { O_APPEND, O_RDWR } = fs.constants;
const CHUNK_BYTES = 1 << 20;
const NEWLINE = 10;

export interface LogFileOptions {
  readonly disk: Disk;
  readonly path: string;
  readonly onPoint: OnStorePoint;
}

/** How reading went: to the end (dropping a torn last line), or up to a line that is damaged or out of turn. */
export type ReadOutcome =
  | { readonly kind: 'read' }
  /** `after` is what can be read from there on. */
  | { readonly kind: 'bad_line'; readonly line: number; readonly after: readonly LogRecord[] };

/**
 * The log's current segment: an append-only file of lines, one batch written and made durable at a time. Only the
 * holder of the lock appends; anybody may read on.
 */
export class LogFile {
  readonly #options: LogFileOptions;
  readonly #fd: number;
  readonly #ino: number;
  /** Where the last good line ends. */
  #end = 0;
  #headBytes = 0;
  #lines = 0;
  #lastSeq = 0;
  /** Bytes of a torn line lie behind the last good one. */
  #torn = false;

  /** `name` is the one it has now, if it is to get that of `options.path` later. */
  constructor(options: LogFileOptions, name = options.path) {
    this.#options = options;
    this.#fd = options.disk.open(name, O_RDWR | O_APPEND);
    this.#ino = fs.fstatSync(this.#fd).ino;
  }

  get bytes(): number {
    return this.#end;
  }

  /** The length of the first line, which holds the snapshot. */
  get headBytes(): number {
    return this.#headBytes;
  }

  /** What happened to the file since it was last read: told by its path, as another process sees it. */
  look(): 'same' | 'grown' | 'shrunk' | 'replaced' | 'missing' {
    const found = fs.statSync(this.#options.path, { throwIfNoEntry: false });
    if (found === undefined) return 'missing';
    if (found.ino !== this.#ino) return 'replaced';
    if (found.size === this.#end) return 'same';
    return found.size > this.#end ? 'grown' : 'shrunk';
  }

  /** It holds this first line, which was just written, and nothing else. */
  know(seq: number): void {
    this.#end = fs.fstatSync(this.#fd).size;
    this.#headBytes = this.#end;
    this.#lines = 1;
    this.#lastSeq = seq;
  }

  /** Hands over every good line that was not read yet. */
  read(onLine: (line: LogRecord) => void): ReadOutcome {
    let bad: number | undefined;
    const after: LogRecord[] = [];
    const size = readLines(this.#fd, this.#end, (text, end) => {
      const line = decodeLogLine(text);
      if (bad === undefined && line !== undefined && this.#isNext(line)) {
        this.#end = end;
        if (this.#lines === 0) this.#headBytes = end;
        this.#lines += 1;
        this.#lastSeq = line.seq;
        onLine(line);
      } else {
        bad ??= this.#lines + 1;
        if (line !== undefined) after.push(line);
      }
    });
    this.#torn = size > this.#end;
    return bad === undefined || after.length === 0 ? { kind: 'read' } : { kind: 'bad_line', line: bad, after };
  }

  /**
   * Writes and makes durable, or leaves the file as it was; `disk.unsure` when not even that was possible. After a
   * failure this object is to be closed: the kernel may have dropped what it could not write and call the rest clean, so
   * that the descriptor must not be asked again.
   */
  append(pieces: readonly string[], lines: number): Result<void, Failure> {
    const { disk, path: file, onPoint } = this.#options;
    let written = 0;
    try {
      if (this.#torn) disk.truncate(this.#fd, this.#end);
      this.#torn = false;
      for (const bytes of inChunks(pieces)) {
        writeAll(disk, this.#fd, bytes);
        written += bytes.length;
      }
      onPoint('log.written');
      disk.fdatasync(this.#fd);
    } catch (error) {
      const failed = diskFailure(error, 'append', file);
      if (this.#cutBack()) return err(failed);
      const errno = getErrno(error) ?? '';
      return err(failure('disk.unsure', { operation: 'append', errno }, { path: file, cause: error }));
    }
    this.#end += written;
    this.#lines += lines;
    this.#lastSeq += lines;
    onPoint('log.synced');
    return ok();
  }

  close(): void {
    closeQuietly(this.#options.disk, this.#fd);
  }

  #isNext({ seq, type }: LogRecord): boolean {
    return this.#lines === 0 ? type === 'segment' : seq === this.#lastSeq + 1;
  }

  #cutBack(): boolean {
    const { disk, path: file } = this.#options;
    try {
      const fd = disk.open(file, O_RDWR);
      try {
        disk.truncate(fd, this.#end);
        disk.fdatasync(fd);
      } finally {
        closeQuietly(disk, fd);
      }
      return true;
    } catch {
      return false;
    }
  }
}

export interface NewSegment {
  readonly seq: number;
  /** The segment's first line, in pieces. */
  readonly head: Iterable<string>;
  /** Where the segment before it is kept; undefined when there is none to keep. */
  readonly keepAs: string | undefined;
}

export interface SegmentStart {
  readonly file: LogFile;
  /** Whether it will still be there after a power cut. */
  readonly durable: Result<void, Failure>;
}

/** Begins a new segment in place of the current one, which stays under another name: at no instant is there no log. */
export function startSegment(options: LogFileOptions, { seq, head, keepAs }: NewSegment): SegmentStart {
  const { disk, path: file, onPoint } = options;
  makeDurableFolder(disk, path.dirname(file));
  const temporary = writeTemporary(disk, file, inChunks(head));
  onPoint('segment.written');
  let begun: LogFile | undefined;
  try {
    // Once it has its name it is the log: from there on nothing may keep us from writing into it and not the one before.
    begun = new LogFile(options, temporary);
    begun.know(seq);
    if (keepAs !== undefined) {
      disk.link(file, keepAs);
      onPoint('segment.kept');
    }
    disk.rename(temporary, file);
  } catch (error) {
    begun?.close();
    discard(disk, temporary);
    throw error;
  }
  onPoint('segment.begun');
  return { file: begun, durable: syncFolder(disk, path.dirname(file)) };
}

/** Small pieces together, and never so many that it matters how large the whole is. */
function* inChunks(pieces: Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK_BYTES) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/**
 * Calls back with each line that ends in a newline, and the offset after it; gives the size of the file. Asks after
 * each piece of it whether that was enough.
 */
export function readLines(
  fd: number,
  from: number,
  onLine: (text: string, end: number) => void,
  isEnough: () => boolean = () => false,
): number {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let pending: Buffer[] = [];
  let offset = from;
  for (;;) {
    const read = fs.readSync(fd, chunk, 0, CHUNK_BYTES, offset);
    if (read === 0) return offset;
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1 && at < read; at = chunk.indexOf(NEWLINE, start)) {
      const rest = chunk.subarray(start, at);
      const line = pending.length === 0 ? rest : Buffer.concat([...pending, rest]);
      pending = [];
      onLine(line.toString('utf8'), offset + at + 1);
      start = at + 1;
    }
    if (start < read) pending.push(Buffer.from(chunk.subarray(start, read)));
    offset += read;
    if (isEnough()) return offset;
  }
}
