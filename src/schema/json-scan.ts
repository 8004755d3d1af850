import { keyText, numberEnd, skipSpace, stringEnd, stringTrouble } from './json-lexis.ts';
import { pathFault, type Fault, type Segments } from './finding.ts';
import { isForbiddenKey, limits } from './limits.ts';
import type { SyntaxReason } from './problem.ts';

/**
 * Reads JSON text once, linearly and without recursion, and says what is wrong with it: what JSON.parse would refuse
 * (with the place), and what it would let through silently (the same key twice, `__proto__`, numbers that lose digits,
 * nesting without end). Undefined means that JSON.parse will succeed.
 */
export function scanJson(text: string): Fault | undefined {
  const scan: Scan = {
    text,
    at: skipSpace(text, 0),
    frames: [],
    frame: undefined,
    expecting: 'value',
    values: 0,
    keys: 0,
  };
  if (scan.at === text.length) return syntax(scan, 'empty');
  while (scan.expecting !== 'end') {
    scan.at = skipSpace(text, scan.at);
    const fault = step(scan);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

interface Scan {
  readonly text: string;
  at: number;
  /** The objects and lists that are open at the current place, outermost first; `frame` is the innermost. */
  readonly frames: Frame[];
  frame: Frame | undefined;
  expecting: 'value' | 'first-item' | 'key' | 'first-key' | 'comma' | 'end';
  values: number;
  keys: number;
}

interface Frame {
  readonly isObject: boolean;
  /** Keys seen so far, to find the same key twice. */
  readonly keys: Set<string>;
  /** The field or index that is being read; undefined before the first key. */
  key: string | undefined;
  index: number;
}

const noKeys = new Set<string>();

const code = {
  quote: 34,
  comma: 44,
  minus: 45,
  zero: 48,
  nine: 57,
  colon: 58,
  openBracket: 91,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125,
} as const;

function step(scan: Scan): Fault | undefined {
  const next = scan.text.charCodeAt(scan.at);
  switch (scan.expecting) {
    case 'value':
      return readValue(scan, next);
    case 'first-item':
      return next === code.closeBracket ? leave(scan) : readValue(scan, next);
    case 'key':
      return readKey(scan, next);
    case 'first-key':
      return next === code.closeBrace ? leave(scan) : readKey(scan, next);
    case 'comma':
      return readComma(scan, next);
    case 'end':
      return undefined;
  }
}

function readComma(scan: Scan, next: number): Fault | undefined {
  const { frame } = scan;
  if (frame === undefined) {
    scan.expecting = 'end';
    return scan.at === scan.text.length ? undefined : syntax(scan, 'trailing-content');
  }
  if (next === code.comma) {
    scan.at += 1;
    frame.index += 1;
    scan.expecting = frame.isObject ? 'key' : 'value';
    return undefined;
  }
  if (next !== (frame.isObject ? code.closeBrace : code.closeBracket)) return unexpected(scan);
  return leave(scan);
}

function readKey(scan: Scan, next: number): Fault | undefined {
  const { text, at, frame } = scan;
  if (frame === undefined || next !== code.quote) return unexpected(scan);
  const end = stringEnd(text, at);
  if (end === -1) return badString(scan);
  scan.keys += 1;
  if (scan.keys > limits.jsonKeys) return pathFault(here(scan), { kind: 'too_many', limit: limits.jsonKeys }, at);
  const key = keyText(text, at, end);
  const before = frame.keys.size;
  frame.keys.add(key);
  frame.key = key;
  if (frame.keys.size === before) return syntax(scan, 'duplicate-key', key);
  if (isForbiddenKey(key)) return syntax(scan, 'forbidden-key', key);
  scan.at = skipSpace(text, end);
  if (text.charCodeAt(scan.at) !== code.colon) return unexpected(scan);
  scan.at += 1;
  scan.expecting = 'value';
  return undefined;
}

function readValue(scan: Scan, next: number): Fault | undefined {
  scan.values += 1;
  if (scan.values > limits.jsonValues) {
    return pathFault(here(scan), { kind: 'too_many', limit: limits.jsonValues }, scan.at);
  }
  if (next === code.openBrace || next === code.openBracket) return enter(scan, next === code.openBrace);
  scan.expecting = 'comma';
  if (next === code.quote) {
    const end = stringEnd(scan.text, scan.at);
    if (end === -1) return badString(scan);
    scan.at = end;
    return undefined;
  }
  if (next === code.minus || (next >= code.zero && next <= code.nine)) return readNumber(scan);
  for (const word of ['true', 'false', 'null']) {
    if (!scan.text.startsWith(word, scan.at)) continue;
    scan.at += word.length;
    return undefined;
  }
  return unexpected(scan);
}

function readNumber(scan: Scan): Fault | undefined {
  const end = numberEnd(scan.text, scan.at);
  if (end === -1) return syntax(scan, 'bad-number', scan.text.slice(scan.at, scan.at + 20));
  const digits = scan.text.slice(scan.at, end);
  if (Math.abs(Number(digits)) > Number.MAX_SAFE_INTEGER) return syntax(scan, 'unsafe-number', digits);
  scan.at = end;
  return undefined;
}

function enter(scan: Scan, isObject: boolean): Fault | undefined {
  if (scan.frames.length === limits.depth) {
    return pathFault(here(scan), { kind: 'too_deep', limit: limits.depth }, scan.at);
  }
  scan.frame = { isObject, keys: isObject ? new Set() : noKeys, key: undefined, index: 0 };
  scan.frames.push(scan.frame);
  scan.expecting = isObject ? 'first-key' : 'first-item';
  scan.at += 1;
  return undefined;
}

function leave(scan: Scan): undefined {
  scan.frames.pop();
  scan.frame = scan.frames.at(-1);
  scan.expecting = 'comma';
  scan.at += 1;
}

function unexpected(scan: Scan): Fault {
  if (scan.at >= scan.text.length) return syntax(scan, 'unexpected-end');
  const next = scan.text.charCodeAt(scan.at);
  return syntax(scan, next < 32 ? 'control-character' : 'unexpected-character');
}

function badString(scan: Scan): Fault {
  const { reason, at } = stringTrouble(scan.text, scan.at);
  return pathFault(here(scan), { kind: 'syntax', reason }, at, scan.text.slice(at, at + 20));
}

function syntax(scan: Scan, reason: SyntaxReason, got = scan.text.slice(scan.at, scan.at + 20)): Fault {
  return pathFault(here(scan), { kind: 'syntax', reason }, scan.at, got);
}

function here(scan: Scan): Segments {
  return scan.frames.flatMap((frame) => (frame.isObject ? (frame.key ?? []) : frame.index));
}
