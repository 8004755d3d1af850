import { stripText, type StrippedText } from '../lexer.ts';
import { javaScriptSyntax } from './syntax.ts';

/** One `key: value` of an object that is written out. */
export interface ObjectEntry {
  /** Undefined: `...rest`, a computed key, or a shorthand that cannot be told apart. */
  readonly key: string | undefined;
  readonly begin: number;
  readonly end: number;
  /** Where its value begins; the end for shorthands and methods. */
  readonly value: number;
}

/** The entries of the object whose brace is at `open`; undefined: it is never closed. */
export function objectEntries({ bare, code }: StrippedText, open: number): readonly ObjectEntry[] | undefined {
  const entries: ObjectEntry[] = [];
  let depth = 0;
  let begin = open + 1;
  for (let at = open; at < bare.length; at++) {
    const sign = bare[at] ?? '';
    if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign)) depth--;
    const isEnd = depth === 0;
    if (isEnd || (depth === 1 && sign === ',')) {
      const entry = entryOf(code, begin, at);
      if (entry !== undefined) entries.push(entry);
      begin = at + 1;
    }
    if (isEnd) return entries;
  }
  return undefined;
}

function entryOf(code: string, begin: number, end: number): ObjectEntry | undefined {
  const text = code.slice(begin, end);
  if (text.trim() === '') return undefined;
  const [head = '', , quoted, plain] = /^\s*(?:(["'])([^"'\n]*)\1|([\w$]+))\s*:/.exec(text) ?? [];
  const key = quoted ?? plain ?? /^\s*(?:async\s+)?([\w$]+)\s*(?:\(|$)/.exec(text)?.[1];
  return { key, begin, end, value: head === '' ? end : begin + head.length };
}

/** Where the object begins that a configuration file exports; undefined: it is not written out. */
export function exportedObject({ bare }: StrippedText): number | undefined {
  const match =
    /(?:export\s+default|module\.exports\s*=)\s*(?:\(\s*)?(?:[\w$.]+\s*\(\s*)?(?:(?:async\s*)?\([^()]*\)\s*=>\s*\(?\s*)?\{/.exec(
      bare,
    ) ?? /\bdefineConfig\s*\(\s*\{/.exec(bare);
  if (match === null) return undefined;
  const open = match.index + match[0].length - 1;
  // `=> { return {…} }` is a function's body.
  return /=>\s*$/.test(bare.slice(0, open)) ? returnedObject(bare, open) : open;
}

function returnedObject(bare: string, from: number): number | undefined {
  const match = /\breturn\s*\(?\s*(?:[\w$.]+\s*\(\s*)?\{/g;
  match.lastIndex = from;
  const found = match.exec(bare);
  return found === null ? undefined : found.index + found[0].length - 1;
}

/** The value at a path of keys in the object that a configuration file exports, as it is written. */
export function configuredValue(source: StrippedText, keys: readonly string[]): string | undefined {
  let open = exportedObject(source);
  for (const [depth, key] of keys.entries()) {
    const entry = open === undefined ? undefined : objectEntries(source, open)?.find((one) => one.key === key);
    if (entry === undefined) return undefined;
    if (depth === keys.length - 1) return source.code.slice(entry.value, entry.end).trim();
    const value = source.bare.slice(entry.value, entry.end);
    open = /^\s*\{/.test(value) ? entry.value + value.indexOf('{') : undefined;
  }
  return undefined;
}

/** The strings of a value that is a string or a list of strings, all written out; undefined: it is something else. */
export function literalStrings(value: string | undefined): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const plain = value.trim().replace(/^\[([\s\S]*)\]$/, '$1');
  const strings = [...plain.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`$]*)`/g)];
  const rest = plain.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`$]*`/g, '');
  return /^[\s,]*$/.test(rest)
    ? strings.map(([, one, other, third]) => (one ?? other ?? third ?? '').replaceAll('\\\\', '\\'))
    : undefined;
}

export function parseJavaScript(text: string): StrippedText | undefined {
  return stripText(javaScriptSyntax, text);
}
