import fs from 'node:fs';
import { getErrno } from '../files/disk-failure.ts';
import { crcOf, decodeLogLine, type LogRecord } from './log-record.ts';
import { readLines } from './log-file.ts';
import { olderSegments } from './segments.ts';

/** One line of a log. The number alone does not name it: a log that was deleted is numbered from the beginning again. */
export interface LogPosition {
  readonly seq: number;
  readonly crc: string;
}

/** `lost`: what was read last is not there any more, or lines after it are gone. */
export type FollowResult = 'read' | 'nothing' | 'lost';

/** Before the first line. */
const LOG_BEGINNING: LogPosition = { seq: 0, crc: '' };

/**
 * Reads on in a log that other processes write, across its segments. Holds no file open and changes nothing. A line
 * that is not whole yet, or damaged, is where reading stops; the owner mends it.
 */
export class LogFollower {
  readonly #log: string;
  #position: LogPosition;
  /** The file that the last line was read from, and where that ends. */
  #place: { readonly ino: number; readonly offset: number } | undefined;
  #skipsOlder = false;

  constructor(log: string, position: LogPosition = LOG_BEGINNING) {
    this.#log = log;
    this.#position = position;
  }

  get position(): LogPosition {
    return this.#position;
  }

  /** From the last segment that was begun, whose first line holds all of the state. */
  static atLastSegment(log: string): LogFollower {
    const follower = new LogFollower(log);
    follower.#skipsOlder = true;
    return follower;
  }

  /** Hands over the next lines, some thousands at most: `nothing` only when there are none in any segment. */
  read(onLine: (line: LogRecord) => void): FollowResult {
    try {
      if (this.#isAtEnd()) return 'nothing';
      const files = this.#position.seq === 0 && this.#skipsOlder ? this.#lastSegment() : this.#segments();
      // In the middle of a change of segments: the next look finds all of it.
      if (files === undefined) return 'nothing';
      if (files.length === 0) return this.#position.seq === 0 ? 'nothing' : 'lost';
      if (this.#position.seq > 0) this.#place ??= find(files, this.#position);
      return this.#position.seq > 0 && this.#place === undefined ? 'lost' : this.#readFrom(files, onLine);
    } catch (error) {
      // Removed while it was looked at: seen as such by the next look.
      if (getErrno(error) === 'ENOENT') return 'nothing';
      throw error;
    }
  }

  /** The usual case, for the price of one system call. */
  #isAtEnd(): boolean {
    const now = segmentAt(this.#log);
    return now !== undefined && now.ino === this.#place?.ino && now.size === this.#place.offset;
  }

  #readFrom(files: readonly Segment[], onLine: (line: LogRecord) => void): FollowResult {
    const own = files.findIndex(({ ino }) => ino === this.#place?.ino);
    // Where that file is gone, what counts is whether the next line is there.
    const nth = own === -1 ? files.findIndex((file) => this.#isNext(firstSeq(file.path))) : own;
    if (nth === -1) return 'lost';
    let offset = own === -1 ? 0 : (this.#place?.offset ?? 0);
    for (const file of files.slice(nth)) {
      if (file.size < offset) return 'lost';
      const isLast = file === files.at(-1);
      const read = file.size === offset ? 'nothing' : this.#readFile(file, { offset, isLast, onLine });
      if (read !== 'nothing') return read;
      offset = 0;
    }
    return 'nothing';
  }

  #readFile({ path, ino }: Segment, { offset: from, isLast, onLine }: Reading): FollowResult {
    const fd = fs.openSync(path, 'r');
    try {
      if (fs.fstatSync(fd).ino !== ino) return 'nothing';
      let count = 0;
      let stop: FollowResult | undefined;
      const hear = (text: string, offset: number): void => {
        if (stop !== undefined) return;
        const line = decodeLogLine(text);
        // Nobody mends a segment that is over.
        if (line === undefined) stop = isLast ? 'nothing' : 'lost';
        else if (!this.#isNext(line.seq)) stop = 'lost';
        else {
          count += 1;
          this.#position = { seq: line.seq, crc: crcOf(text) };
          this.#place = { ino, offset };
          onLine(line);
        }
      };
      readLines(fd, from, hear, () => count > 0 || stop !== undefined);
      return count > 0 ? 'read' : (stop ?? 'nothing');
    } finally {
      fs.closeSync(fd);
    }
  }

  #isNext(seq: number | undefined): boolean {
    return seq !== undefined && (this.#position.seq === 0 || seq === this.#position.seq + 1);
  }

  #lastSegment(): Segment[] {
    const last = segmentAt(this.#log);
    return last === undefined ? [] : [last];
  }

  /** Oldest first; undefined while they change. */
  #segments(): Segment[] | undefined {
    const before = segmentAt(this.#log);
    if (before === undefined) return [];
    const older = olderSegments(this.#log).flatMap(({ path }) => segmentAt(path) ?? []);
    const now = segmentAt(this.#log);
    if (now?.ino !== before.ino) return undefined;
    // A crash while a segment is begun leaves one file with two names.
    return [...older.filter(({ ino }) => ino !== now.ino), now];
  }
}

interface Segment {
  readonly path: string;
  readonly ino: number;
  readonly size: number;
}

interface Reading {
  readonly offset: number;
  readonly isLast: boolean;
  readonly onLine: (line: LogRecord) => void;
}

function segmentAt(path: string): Segment | undefined {
  const found = fs.statSync(path, { throwIfNoEntry: false });
  return found === undefined ? undefined : { path, ino: found.ino, size: found.size };
}

/** Behind that very line. */
function find(files: readonly Segment[], { seq, crc }: LogPosition): { ino: number; offset: number } | undefined {
  const file = files.findLast(({ path }) => (firstSeq(path) ?? Infinity) <= seq);
  if (file === undefined) return undefined;
  let [nth, offset] = [firstSeq(file.path) ?? 0, 0];
  const fd = fs.openSync(file.path, 'r');
  try {
    readLines(fd, 0, (text, end) => {
      if (nth === seq && crcOf(text) === crc) offset = end;
      nth += 1;
    });
  } finally {
    fs.closeSync(fd);
  }
  return offset === 0 ? undefined : { ino: file.ino, offset };
}

/** Of a segment. */
function firstSeq(path: string): number | undefined {
  const bytes = Buffer.alloc(32);
  const fd = fs.openSync(path, 'r');
  try {
    fs.readSync(fd, bytes, 0, bytes.length, 0);
  } finally {
    fs.closeSync(fd);
  }
  const [, seq] = /^\{"seq":(\d+),/.exec(bytes.toString('latin1')) ?? [];
  return seq === undefined ? undefined : Number(seq);
}

/** Of the last line that is whole, in a log that nobody need read for that. */
export function lastPosition(log: string): LogPosition {
  const fd = fs.openSync(log, 'r');
  try {
    const { size } = fs.fstatSync(fd);
    for (let length = 1 << 16; ; length *= 4) {
      const bytes = Buffer.alloc(Math.min(length, size));
      fs.readSync(fd, bytes, 0, bytes.length, size - bytes.length);
      const lines = bytes.toString('latin1').split('\n').slice(0, -1);
      const last = lines.at(-1) ?? '';
      const [, seq] = /^\{"seq":(\d+),/.exec(last) ?? [];
      if (seq !== undefined && (lines.length > 1 || length >= size)) return { seq: Number(seq), crc: crcOf(last) };
      if (length >= size) return LOG_BEGINNING;
    }
  } finally {
    fs.closeSync(fd);
  }
}
