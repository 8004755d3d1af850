import type { SyntaxReason } from './problem.ts';

/** The smallest pieces of JSON text. Each function gets the offset where a piece begins and says where it ends. */

const quote = 34;
const backslash = 92;

export function skipSpace(text: string, at: number): number {
  for (let i = at; ; i++) {
    const code = text.charCodeAt(i);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return i;
  }
}

/** The offset after the closing quote, or where and how the string breaks a rule of JSON. */
export function stringEnd(text: string, open: number): number | { reason: SyntaxReason; at: number } {
  for (let i = open + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) return i + 1;
    if (code < 32) return { reason: 'control-character', at: i };
    if (code !== backslash) continue;
    const length = escapeLength(text, i);
    if (length === 0) return { reason: i + 1 < text.length ? 'bad-escape' : 'unexpected-end', at: i };
    i += length - 1;
  }
  return { reason: 'unexpected-end', at: open };
}

/** Of the escape that begins with this backslash; 0 when there is no such escape. */
function escapeLength(text: string, at: number): number {
  const letter = text[at + 1];
  if (letter === undefined) return 0;
  if ('"\\/bfnrt'.includes(letter)) return 2;
  return letter === 'u' && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? 6 : 0;
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The offset after the number, or -1 when it breaks a rule of JSON. */
export function numberEnd(text: string, at: number): number {
  number.lastIndex = at;
  const end = number.test(text) ? number.lastIndex : -1;
  return end !== -1 && /[\w.+-]/.test(text[end] ?? '') ? -1 : end;
}
