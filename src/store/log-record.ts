import { crc32 } from 'node:zlib';
import * as z from 'zod/mini';
import { jsonPieces } from '../base/json-pieces.ts';

/** One line of an event log, as it stands in the file. */
export interface LogRecord {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly data: unknown;
}

const MARK = ',"crc":"';
const TAIL_LENGTH = MARK.length + 8 + 2;
const PIECE_LENGTH = 1 << 16;

const lineShape = z.strictObject({
  seq: z.int().check(z.positive()),
  at: z.string(),
  type: z.string(),
  data: z.unknown(),
  crc: z.string(),
});

/** `{seq, at, type, data, crc}` and a newline; the crc is over the text before its own comma. */
export function encodeLogLine(line: LogRecord): string {
  const text = `${formatHead(line)}${JSON.stringify(line.data)}`;
  return `${text}${formatTail(crc32(text))}`;
}

/** The same for a line that may be very large. */
export function* encodeInPieces(line: LogRecord): Generator<string> {
  let text = formatHead(line);
  let sum = 0;
  for (const piece of jsonPieces(line.data)) {
    text += piece;
    if (text.length < PIECE_LENGTH) continue;
    sum = crc32(text, sum);
    yield text;
    text = '';
  }
  yield `${text}${formatTail(crc32(text, sum))}`;
}

/** Undefined when the line is damaged in any way. */
export function decodeLogLine(text: string): LogRecord | undefined {
  const body = text.slice(0, -TAIL_LENGTH);
  if (`${text.slice(-TAIL_LENGTH)}\n` !== formatTail(crc32(body))) return undefined;
  try {
    return lineShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** As it stands in a line that is whole. */
export function crcOf(text: string): string {
  return text.slice(-10, -2);
}

function formatHead({ seq, at, type }: LogRecord): string {
  return `{"seq":${seq},"at":"${at}","type":"${type}","data":`;
}

function formatTail(sum: number): string {
  return `${MARK}${sum.toString(16).padStart(8, '0')}"}\n`;
}
