import type { Position, Segments } from './finding.ts';
import { keyText, skipSpace, stringEnd } from './json-lexis.ts';

/**
 * Where each path stands in JSON text that `scanJson` has accepted. One pass for all paths; what no path leads into is
 * skipped.
 */
export function locateJson(text: string, paths: readonly Segments[]): (Position | undefined)[] {
  const root: Wanted = { next: new Map() };
  const leaves = paths.map((path) => leafFor(root, path));
  const start = skipSpace(text, 0);
  visit(text, start, start, root);
  return leaves.map((leaf) => leaf.found);
}

/** The paths that are looked for, as a tree. Indexes are kept as text, as field names are. */
interface Wanted {
  readonly next: Map<string, Wanted>;
  found?: Position;
}

function leafFor(root: Wanted, path: Segments): Wanted {
  let node = root;
  for (const segment of path) {
    const next: Wanted = node.next.get(String(segment)) ?? { next: new Map() };
    node.next.set(String(segment), next);
    node = next;
  }
  return node;
}

/** Notes where a value is and goes on inside it; the offset after the value. */
function visit(text: string, key: number, value: number, wanted: Wanted): number {
  wanted.found = { key, value };
  if (wanted.next.size === 0) return skipValue(text, value);
  if (text[value] === '{') return visitObject(text, value, wanted);
  if (text[value] === '[') return visitList(text, value, wanted);
  return skipValue(text, value);
}

function visitObject(text: string, open: number, wanted: Wanted): number {
  let at = skipSpace(text, open + 1);
  while (text[at] !== '}') {
    const key = at;
    const keyEnd = stringEnd(text, key);
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const inner = wanted.next.get(keyText(text, key, keyEnd));
    at = skipSpace(text, inner === undefined ? skipValue(text, value) : visit(text, key, value, inner));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return at + 1;
}

function visitList(text: string, open: number, wanted: Wanted): number {
  let at = skipSpace(text, open + 1);
  for (let index = 0; text[at] !== ']'; index++) {
    const inner = wanted.next.get(String(index));
    at = skipSpace(text, inner === undefined ? skipValue(text, at) : visit(text, at, at, inner));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return at + 1;
}

function skipValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length;) {
    const character = text[at];
    if (character === '"') at = stringEnd(text, at);
    else if (character === '{' || character === '[') {
      depth += 1;
      at += 1;
      continue;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      at += 1;
    } else if (depth > 0) {
      at += 1;
      continue;
    } else at = scalarEnd(text, at);
    if (depth === 0) return at;
  }
  return text.length;
}

function scalarEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && !',]} \n\r\t'.includes(text[at] ?? '')) at += 1;
  return at;
}
