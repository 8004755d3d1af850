import fs from 'node:fs';
import path from 'node:path';
import { type Disk, writeAll } from '../files/disk.ts';
import { discard, writeTemporary } from '../files/temporary.ts';
import { decodeLine, type Line } from './line.ts';
import type { OnStorePoint } from './points.ts';

const { O_APPEND, O_RDWR } = fs.constants;
const CHUNK_BYTES = 1 << 20;
const NEWLINE = 10;

export interface LogFileOptions {
  readonly disk: Disk;
  readonly path: string;
  readonly onPoint: OnStorePoint;
}

/** How reading went: to the end (dropping a torn last line), or into a damaged line with good ones after it. */
export type ReadOutcome =
  | { readonly kind: 'read' }
  | { readonly kind: 'bad_line'; readonly line: number; readonly after: readonly Line[] };

/**
 * The log's current segment: an append-only file of lines, one batch written and made durable at a time. Only the
 * holder of the lock appends; anybody may read on.
 */
export class LogFile {
  readonly #options: LogFileOptions;
  #fd: number;
  #ino: number;
  /** Where the last good line ends. */
  #end = 0;
  #headBytes = 0;
  #lines = 0;
  #lastSeq = 0;
  /** Bytes of a torn line lie behind the last good one. */
  #torn = false;

  constructor(options: LogFileOptions) {
    this.#options = options;
    this.#fd = options.disk.open(options.path, O_RDWR | O_APPEND);
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

  /** Hands over every good line that was not read yet. */
  read(onLine: (line: Line) => void): ReadOutcome {
    let bad: number | undefined;
    const after: Line[] = [];
    const size = readLines(this.#fd, this.#end, (text, end) => {
      const line = decodeLine(text);
      const good = line !== undefined && (this.#lastSeq === 0 || line.seq === this.#lastSeq + 1);
      if (bad !== undefined) {
        if (line !== undefined) after.push(line);
      } else if (good) {
        this.#end = end;
        if (this.#lines === 0) this.#headBytes = end;
        this.#lines += 1;
        this.#lastSeq = line.seq;
        onLine(line);
      } else {
        bad = this.#lines + 1;
      }
    });
    this.#torn = size > this.#end;
    return bad === undefined || after.length === 0 ? { kind: 'read' } : { kind: 'bad_line', line: bad, after };
  }

  /**
   * Writes and makes durable, or throws with the file as it was. After a failed fdatasync the kernel may have dropped
   * what it could not write and call the rest clean, so that descriptor is not asked again: the cut goes through a new one.
   */
  append(text: string, lines: number): void {
    const { disk, onPoint } = this.#options;
    const bytes = Buffer.from(text);
    try {
      if (this.#torn) disk.truncate(this.#fd, this.#end);
      this.#torn = false;
      writeAll(disk, this.#fd, bytes);
      onPoint('log.written');
      disk.fdatasync(this.#fd);
    } catch (error) {
      this.#cutBack();
      throw error;
    }
    this.#end += bytes.length;
    this.#lines += lines;
    this.#lastSeq += lines;
    onPoint('log.synced');
  }

  close(): void {
    this.#options.disk.close(this.#fd);
  }

  #cutBack(): void {
    const { disk, path: file } = this.#options;
    try {
      disk.close(this.#fd);
    } finally {
      this.#fd = disk.open(file, O_RDWR | O_APPEND);
    }
    try {
      disk.truncate(this.#fd, this.#end);
      disk.fdatasync(this.#fd);
    } catch {
      this.#torn = true;
      // The lines stay behind the last good one; whoever appends next cuts them off first, and no reader takes a torn one.
    }
  }
}

export interface NewSegment {
  /** The segment's first line. */
  readonly head: string;
  /** Where the segment before it is kept; undefined when there is none to keep. */
  readonly keepAs: string | undefined;
}

/** Begins a new segment in place of the current one, which stays under another name: at no instant is there no log. */
export function beginSegment(options: LogFileOptions, { head, keepAs }: NewSegment): LogFile {
  const { disk, path: file, onPoint } = options;
  disk.mkdir(path.dirname(file));
  const temporary = writeTemporary(disk, file, Buffer.from(head));
  onPoint('segment.written');
  try {
    if (keepAs !== undefined) {
      disk.link(file, keepAs);
      onPoint('segment.kept');
    }
    disk.rename(temporary, file);
  } catch (error) {
    discard(disk, temporary);
    throw error;
  }
  onPoint('segment.begun');
  const folder = disk.open(path.dirname(file), fs.constants.O_RDONLY);
  try {
    disk.fsync(folder);
  } finally {
    disk.close(folder);
  }
  return new LogFile(options);
}

/** Calls back with each line that ends in a newline, and the offset after it; gives the size of the file. */
function readLines(fd: number, from: number, onLine: (text: string, end: number) => void): number {
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
  }
}
