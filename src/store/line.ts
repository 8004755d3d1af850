import { crc32 } from 'node:zlib';
import * as z from 'zod/mini';

/** One line of an event log, as it stands in the file. */
export interface Line {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly data: unknown;
}

const MARK = ',"crc":"';
const TAIL_LENGTH = MARK.length + 8 + 2;

const lineShape = z.strictObject({
  seq: z.int().check(z.positive()),
  at: z.string(),
  type: z.string(),
  data: z.unknown(),
  crc: z.string(),
});

/** `{seq, at, type, data, crc}` and a newline; the crc is over the text before its own comma. */
export function encodeLine(line: Line): string {
  const { seq, at, type } = line;
  const start = `{"seq":${seq},"at":"${at}","type":"${type}","data":`;
  // Not over both at once: a snapshot may be large, and would be copied for it.
  const data = JSON.stringify(line.data);
  return `${start}${data}${MARK}${asText(crc32(data, crc32(start)))}"}\n`;
}

/** Undefined when the line is damaged in any way. */
export function decodeLine(text: string): Line | undefined {
  const body = text.slice(0, -TAIL_LENGTH);
  if (text.slice(-TAIL_LENGTH) !== `${MARK}${crc(body)}"}`) return undefined;
  try {
    const parsed = lineShape.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function crc(text: string): string {
  return asText(crc32(text));
}

function asText(sum: number): string {
  return sum.toString(16).padStart(8, '0');
}
