import { type Fault, pathFault, type Position, type Segments } from './finding.ts';
import { isForbiddenKey, limits } from './limits.ts';
import type { SyntaxReason } from '../base/document-problem.ts';

/**
 * Reads JSON text once, linearly and without recursion, and says what is wrong with it: what JSON.parse would refuse
 * (with the place), and what it would let through silently (the same key twice, `__proto__`, numbers that lose digits,
 * nesting without end). Undefined means that JSON.parse will succeed.
 */
export function scanJson(text: string, wanted?: WantedPlace): Fault | undefined {
  const scan: Scan = { text, at: skipSpace(text, 0), frames: [], values: 0, keys: 0 };
  if (scan.at === text.length) return syntax(scan, 'empty');
  if (wanted !== undefined) wanted.found = { key: scan.at, value: scan.at };
  let fault = readValue(scan, wanted);
  while (fault === undefined && scan.frames.length > 0) fault = goOn(scan);
  if (fault !== undefined) return fault;
  scan.at = skipSpace(text, scan.at);
  return scan.at === text.length ? undefined : syntax(scan, 'trailing-content');
}

/** Where each path stands in text that `scanJson` has accepted; undefined for what is not there. */
export function locateJson(text: string, paths: readonly Segments[]): (Position | undefined)[] {
  const root: WantedPlace = { inside: new Map() };
  const places = paths.map((path) => {
    let place = root;
    for (const segment of path) {
      const next: WantedPlace = place.inside.get(segment) ?? { inside: new Map() };
      place.inside.set(segment, next);
      place = next;
    }
    return place;
  });
  scanJson(text, root);
  return places.map(({ found }) => found);
}

/** The places that are looked for, as a tree. */
interface WantedPlace {
  readonly inside: Map<string | number, WantedPlace>;
  found?: Position;
}

interface Scan {
  readonly text: string;
  at: number;
  /** The objects and lists that are open at the current place, outermost first. */
  readonly frames: Frame[];
  values: number;
  keys: number;
}

interface Frame {
  readonly isObject: boolean;
  /** Keys seen so far, to find the same key twice. */
  readonly keys: Set<string>;
  readonly wanted: WantedPlace | undefined;
  /** The field or index that is being read; undefined before the first. */
  key: string | number | undefined;
}

const noKeys = new Set<string>();

const code = {
  quote: 34,
  comma: 44,
  minus: 45,
  zero: 48,
  nine: 57,
  colon: 58,
  list: 91,
  backslash: 92,
  listEnd: 93,
  object: 123,
  objectEnd: 125,
} as const;

/** Past the end of the innermost list or object, or the next value of it. */
function goOn(scan: Scan): Fault | undefined {
  const { text, frames } = scan;
  const frame = frames.at(-1);
  scan.at = skipSpace(text, scan.at);
  const next = text.charCodeAt(scan.at);
  if (frame === undefined || next === (frame.isObject ? code.objectEnd : code.listEnd)) {
    frames.pop();
    scan.at += 1;
    return undefined;
  }
  if (frame.key !== undefined) {
    if (next !== code.comma) return unexpected(scan);
    const comma = scan.at;
    scan.at = skipSpace(text, comma + 1);
    if (text.charCodeAt(scan.at) === (frame.isObject ? code.objectEnd : code.listEnd)) {
      scan.at = comma;
      return syntax(scan, 'extra-comma');
    }
  }
  const key = scan.at;
  if (!frame.isObject) frame.key = typeof frame.key === 'number' ? frame.key + 1 : 0;
  const fault = frame.isObject ? readKey(scan, frame) : undefined;
  if (fault !== undefined) return fault;
  const wanted = frame.wanted?.inside.get(frame.key ?? '');
  if (wanted !== undefined) wanted.found = { key, value: scan.at };
  return readValue(scan, wanted);
}

/** The key and its colon, up to the value. */
function readKey(scan: Scan, frame: Frame): Fault | undefined {
  const { text, at } = scan;
  if (text.charCodeAt(at) !== code.quote) return unexpected(scan);
  const end = stringEnd(text, at);
  if (typeof end !== 'number') return badString(scan, end);
  scan.keys += 1;
  if (scan.keys > limits.jsonKeys) return pathFault(here(scan), { kind: 'too_many', limit: limits.jsonKeys }, at);
  const raw = text.slice(at + 1, end - 1);
  // Two spellings of a key are the same key.
  const key = raw.includes('\\') ? String(JSON.parse(text.slice(at, end))) : raw;
  const isAgain = frame.keys.has(key);
  frame.keys.add(key);
  frame.key = key;
  if (isAgain) return syntax(scan, 'duplicate-key', key);
  if (isForbiddenKey(key)) return syntax(scan, 'forbidden-key', key);
  scan.at = skipSpace(text, end);
  if (text.charCodeAt(scan.at) !== code.colon) return unexpected(scan);
  scan.at = skipSpace(text, scan.at + 1);
  return undefined;
}

/** Of a list or an object the opening only. */
function readValue(scan: Scan, wanted: WantedPlace | undefined): Fault | undefined {
  const { text, at, frames } = scan;
  const next = text.charCodeAt(at);
  scan.values += 1;
  if (scan.values > limits.jsonValues) return pathFault(here(scan), { kind: 'too_many', limit: limits.jsonValues }, at);
  if (next === code.object || next === code.list) {
    if (frames.length === limits.depth) return pathFault(here(scan), { kind: 'too_deep', limit: limits.depth }, at);
    const isObject = next === code.object;
    frames.push({ isObject, keys: isObject ? new Set() : noKeys, wanted, key: undefined });
    scan.at += 1;
    return undefined;
  }
  if (next === code.quote) {
    const end = stringEnd(text, at);
    if (typeof end !== 'number') return badString(scan, end);
    scan.at = end;
    return undefined;
  }
  if (next === code.minus || (next >= code.zero && next <= code.nine)) return readNumber(scan);
  const word = ['true', 'false', 'null'].find((one) => text.startsWith(one, at));
  if (word === undefined) return unexpected(scan);
  scan.at += word.length;
  return undefined;
}

function readNumber(scan: Scan): Fault | undefined {
  const end = numberEnd(scan.text, scan.at);
  if (end === -1) return syntax(scan, 'bad-number');
  const digits = scan.text.slice(scan.at, end);
  if (Math.abs(Number(digits)) > Number.MAX_SAFE_INTEGER) return syntax(scan, 'unsafe-number', digits);
  scan.at = end;
  return undefined;
}

function unexpected(scan: Scan): Fault {
  if (scan.at >= scan.text.length) return syntax(scan, 'unexpected-end');
  if (/^\/[/*]/.test(scan.text.slice(scan.at, scan.at + 2))) return syntax(scan, 'comment');
  return syntax(scan, scan.text.charCodeAt(scan.at) < 32 ? 'control-character' : 'unexpected-character');
}

function badString(scan: Scan, { reason, at }: { reason: SyntaxReason; at: number }): Fault {
  return pathFault(here(scan), { kind: 'syntax', reason }, at, scan.text.slice(at, at + 20));
}

function syntax(scan: Scan, reason: SyntaxReason, got = scan.text.slice(scan.at, scan.at + 20)): Fault {
  return pathFault(here(scan), { kind: 'syntax', reason }, scan.at, got);
}

function here(scan: Scan): Segments {
  return scan.frames.flatMap(({ key }) => key ?? []);
}

/** The offset of the next character that is no white space. */
function skipSpace(text: string, at: number): number {
  for (let i = at; ; i++) {
    const next = text.charCodeAt(i);
    if (next !== 32 && next !== 10 && next !== 13 && next !== 9) return i;
  }
}

/** The offset after the closing quote, or where and how the string breaks a rule of JSON. */
function stringEnd(text: string, open: number): number | { reason: SyntaxReason; at: number } {
  for (let i = open + 1; i < text.length; i++) {
    const next = text.charCodeAt(i);
    if (next === code.quote) return i + 1;
    if (next < 32) return { reason: 'control-character', at: i };
    if (next !== code.backslash) continue;
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
function numberEnd(text: string, at: number): number {
  number.lastIndex = at;
  const end = number.test(text) ? number.lastIndex : -1;
  return end !== -1 && /[\w.+-]/.test(text[end] ?? '') ? -1 : end;
}
