import { err, ok, type Result } from '../base/result.ts';
import type { Problem } from '../base/document-problem.ts';

/** The text of a document's bytes, without a byte order mark; too many bytes or invalid UTF-8 are problems. */
export function textOf(input: string | Uint8Array, maxBytes: number): Result<string, Problem[]> {
  if (input.length > maxBytes) {
    return err([{ path: '', expected: { kind: 'too_large', limit_bytes: maxBytes }, got: String(input.length) }]);
  }
  if (typeof input === 'string') return ok(input.startsWith('\uFEFF') ? input.slice(1) : input);
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(input));
  } catch {
    return err([invalidUtf8(input)]);
  }
}

/** The decoder does not say where it stopped; its tolerant sibling marks the place. */
function invalidUtf8(bytes: Uint8Array): Problem {
  const text = new TextDecoder('utf-8').decode(bytes);
  const place = lineAndColumn(text, text.indexOf('\uFFFD'));
  return { path: '', ...place, expected: { kind: 'syntax', reason: 'invalid-utf8' }, got: '' };
}

/** Both count from 1; columns in UTF-16 units, as editors do. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}
