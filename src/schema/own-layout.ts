import { ok, type Result } from '../base/result.ts';
import { limits } from './limits.ts';

/** How every JSON document is laid out. */
export function encodeJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * The value of a text that is laid out exactly as we do it; undefined for any other, which may be right all the same. What comes
 * out of its value again names no key twice and loses nothing, and the rest of what `scanJson` looks for is seen without
 * reading character by character: that takes five times as long.
 */
export function parseOwnLayout(text: string): Result<unknown, never> | undefined {
  if (!text.endsWith('\n') || mayBreakRule.test(text) || text.includes(TOO_DEEP) || hasTooManyLines(text))
    return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return encodeJson(value) === text ? ok(value) : undefined;
  } catch {
    return undefined;
  }
}

/** Keys that are forbidden, and numbers that may have lost digits. */
const mayBreakRule = /"(?:__proto__|constructor|prototype)"|\d{16}|\de\+/;
const TOO_DEEP = `\n${'  '.repeat(limits.depth)}`;
/** A line has one key at most, and one value. */
const MOST_LINES = Math.min(limits.jsonKeys, limits.jsonValues);
/** A line break and two spaces, or the bracket of a list: none but the first and the last lines are shorter. */
const SHORTEST_LINE = 3;

function hasTooManyLines(text: string): boolean {
  if (text.length < MOST_LINES * SHORTEST_LINE) return false;
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > MOST_LINES;
}
