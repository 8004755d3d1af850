import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { type AgentLogLine, agentLogLineIn } from '../../schema/agent-log-line.ts';

export interface LogEntry {
  /** Where the line begins, in bytes. */
  readonly offset: number;
  readonly line: AgentLogLine;
}

export interface LogPage {
  readonly entries: readonly LogEntry[];
  readonly from: number;
  readonly next: number;
  readonly size: number;
  /** Another when the step was begun anew. */
  readonly attempt: string;
}

export type WantedPage =
  | { readonly from: number; readonly limit: number }
  /** Ends there, for reading backwards. */
  | { readonly before: number; readonly limit: number };

/** A part of a step's `events.jsonl` by bytes, so that of a long one no more is read than is shown. Whole lines only. */
export function readLogPage(file: string, wanted: WantedPage): LogPage {
  return withFile(file, EMPTY, (fd, size) => {
    const attempt = attemptOf(fd);
    if ('before' in wanted) {
      const end = Math.min(wanted.before, size);
      const begin = Math.max(0, end - wanted.limit);
      // One byte more: a line that begins exactly here is whole.
      const start = begin === 0 ? 0 : lineStartAfter(fd, begin - 1, end);
      const { entries, next } = readLines(fd, { from: start, to: end });
      return { entries, from: start, next, size, attempt };
    }
    const start = wanted.from === 0 ? 0 : Math.min(lineStartAfter(fd, wanted.from - 1, size), size);
    const { entries, next } = readLines(fd, { from: start, to: Math.min(size, start + wanted.limit) });
    // A single line that is longer than a page is passed over.
    const isStuck = next === start && size - start > wanted.limit;
    return { entries, from: start, next: isStuck ? lineStartAfter(fd, start, size) : next, size, attempt };
  });
}

export interface LogMatches {
  readonly entries: readonly LogEntry[];
  readonly next: number;
  readonly is_end: boolean;
}

const MOST_MATCHES = 200;
const SEARCHED_AT_ONCE = 1024 * 1024;
/** What one request looks through at most; the next goes on. */
const MOST_SEARCHED = 64 * 1024 * 1024;

export function searchLog(file: string, { text, from }: { readonly text: string; readonly from: number }): LogMatches {
  const wanted = text.toLowerCase();
  return withFile<LogMatches>(file, { entries: [], next: 0, is_end: true }, (_fd, size) => {
    const entries: LogEntry[] = [];
    let next = from;
    while (next < size && next - from < MOST_SEARCHED) {
      const page = readLogPage(file, { from: next, limit: SEARCHED_AT_ONCE });
      for (const entry of page.entries) {
        if (!JSON.stringify(entry.line).toLowerCase().includes(wanted)) continue;
        entries.push(entry);
        if (entries.length >= MOST_MATCHES) return { entries, next: entry.offset + 1, is_end: false };
      }
      if (page.next <= next) break;
      next = page.next;
    }
    return { entries, next, is_end: next >= size };
  });
}

export interface LogTail {
  readonly size: number;
  /** What the agent said last, in one line; empty where it said nothing of late. */
  readonly words: string;
  /** A limit of its provider, while nothing came after it. */
  readonly limit: {
    readonly backend: string;
    readonly why: 'limited' | 'overloaded' | 'unreachable';
    readonly resume_at: string | null;
  } | null;
}

const TAIL = 32 * 1024;
const LONGEST_WORDS = 300;

/** The end of a log. */
export function readLogTail(file: string): LogTail {
  const { entries, size } = readLogPage(file, { before: Number.MAX_SAFE_INTEGER, limit: TAIL });
  const said = entries.findLast(({ line }) => line.type === 'text' && line.text.trim() !== '')?.line;
  const last = entries.at(-1)?.line;
  const words = said?.type === 'text' ? said.text.trim().replaceAll(/\s+/g, ' ').slice(0, LONGEST_WORDS) : '';
  const isWaiting = last?.type === 'limit' && last.backend !== undefined && last.handed_to === undefined;
  const limit = isWaiting
    ? { backend: last.backend ?? '', why: last.why ?? 'limited', resume_at: last.resume_at ?? null }
    : null;
  return { size, words, limit };
}

const EMPTY: LogPage = { entries: [], from: 0, next: 0, size: 0, attempt: '' };

/** Where agents write there may be links, and pipes that would never open. */
function withFile<T>(file: string, absent: T, work: (fd: number, size: number) => T): T {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  let fd: number;
  try {
    fd = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch {
    return absent;
  }
  try {
    const stat = fs.fstatSync(fd);
    return stat.isFile() ? work(fd, stat.size) : absent;
  } finally {
    fs.closeSync(fd);
  }
}

function readLines(
  fd: number,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly entries: LogEntry[]; readonly next: number } {
  const bytes = Buffer.alloc(to - from);
  const length = fs.readSync(fd, bytes, 0, bytes.length, from);
  const entries: LogEntry[] = [];
  let begin = 0;
  for (let end = bytes.indexOf(0x0a, begin); end !== -1 && end < length; end = bytes.indexOf(0x0a, begin)) {
    const line = agentLogLineIn(bytes.toString('utf8', begin, end));
    if (line !== undefined) entries.push({ offset: from + begin, line });
    begin = end + 1;
  }
  return { entries, next: from + begin };
}

const CHUNK = 64 * 1024;

/** The first byte behind the next end of a line; `end` where there is none. */
function lineStartAfter(fd: number, from: number, end: number): number {
  const chunk = Buffer.alloc(CHUNK);
  for (let at = from; at < end; at += CHUNK) {
    const length = fs.readSync(fd, chunk, 0, Math.min(CHUNK, end - at), at);
    const found = chunk.subarray(0, length).indexOf(0x0a);
    if (found !== -1) return at + found + 1;
    if (length === 0) break;
  }
  return end;
}

/** Of its first line, which has the time when it was begun. */
function attemptOf(fd: number): string {
  const bytes = Buffer.alloc(512);
  const length = fs.readSync(fd, bytes, 0, bytes.length, 0);
  const [first = ''] = bytes.toString('latin1', 0, length).split('\n');
  return createHash('sha256').update(first).digest('hex').slice(0, 8);
}
