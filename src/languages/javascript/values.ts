import { closingBracket, listParts, outermost } from '../brackets.ts';
import type { ExportedMember, ExportedName, Flow } from '../exported-name.ts';
import type { StrippedText } from '../lexer.ts';

/** What an expression makes: of an export everything but its name. */
export type Value = Omit<ExportedName, 'name' | 'form'>;

/** What a name of the module stands for; undefined: nothing that it declares or imports. */
export type FindValue = (name: string) => Value | undefined;

/** A piece of a source. */
export interface Span {
  readonly source: StrippedText;
  readonly begin: number;
  readonly end: number;
}

/** What the expression in this place makes; names of the module are looked up with `find`. */
export function readValue({ source, begin, end }: Span, find: FindValue): Value {
  const lead = source.bare.slice(begin, end).search(/\S/);
  if (lead === -1) return { kind: 'constant' };
  const from = begin + lead;
  const bare = source.bare
    .slice(from, end)
    .replace(/\s+(?:as\s+const|(?:as|satisfies)\s+[^=]*)\s*$/, '')
    .trimEnd();
  const code = source.code.slice(from, from + bare.length);
  const made = /^(async\s+)?function\b\s*(\*)?/.exec(bare);
  if (made !== null) return { kind: 'function', flow: flowOf(made[1] !== undefined, made[2] !== undefined) };
  if (isArrow(bare)) return { kind: 'function', flow: flowOf(/^async\b/.test(bare), false) };
  if (/^class\b/.test(bare)) return readClass({ source, begin: from, end });
  if (isLiteral(code)) return { kind: 'constant', literal: code };
  if (bare.startsWith('{')) return { kind: 'object', members: objectMembers(bare, code) };
  const [, required] = /^require\s*\(\s*['"]([^'"\n]+)['"]\s*\)$/.exec(code) ?? [];
  if (required !== undefined) return { kind: 'unknown', from: { specifier: required, name: 'module.exports' } };
  if (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(bare)) return find(bare) ?? { kind: 'unknown' };
  return /^(?:new\b|await\b|[\p{L}_$][\p{L}\p{N}_$.]*\s*(?:<[^;=]*>)?\s*[(`])/u.test(bare)
    ? { kind: 'unknown' }
    : { kind: 'constant' };
}

/** Begins at `class`. */
export function readClass({ source: { bare }, begin, end }: Span): Value {
  const open = bare.indexOf('{', begin);
  if (open === -1 || open >= end) return { kind: 'class', members: [] };
  const header = bare.slice(begin, open);
  const base = /\bextends\s+([\p{L}_$][\p{L}\p{N}_$.]*)/u.exec(header)?.[1];
  const parameters = /^class\s+[\p{L}\p{N}_$]+\s*(<.*>)/su.exec(header.replace(/\bextends\b.*/s, ''))?.[1];
  return {
    kind: 'class',
    members: classMembers(bare.slice(open + 1, closingBracket(bare, open))),
    ...(base !== undefined && { base }),
    ...(parameters !== undefined && { typeParameters: parameters }),
  };
}

export function flowOf(isAsync: boolean, isGenerator: boolean): Flow {
  if (isGenerator) return isAsync ? 'async generator' : 'generator';
  return isAsync ? 'async' : 'sync';
}

function isArrow(bare: string): boolean {
  const begin = /^(?:async\b\s*)?(?:<[^()]*>\s*)?/.exec(bare)?.[0].length ?? 0;
  if (bare[begin] !== '(') return /^(?:async\s+)?[\p{L}_$][\p{L}\p{N}_$]*\s*=>/u.test(bare);
  const after = bare.slice(closingBracket(bare, begin) + 1);
  return /^\s*=>/.test(after) || (/^\s*:/.test(after) && /=>/.test(outermost(after)));
}

const MODIFIERS = String.raw`((?:(?:public|private|protected|static|abstract|override|readonly|declare|async|get|set|accessor)\s+|\*\s*)*)`;
/** In a body of which only the outermost level is left. */
const METHOD = new RegExp(
  String.raw`(?<![\w$.#=>?:|&,])${MODIFIERS}(?<![\w$.#])([\p{L}_$][\p{L}\p{N}_$]*)\s*\??(?:<[^;{}()=]*>)?\s*\(\s*\)\s*(?::\s*(?:\{\s*\}(?:\[\s*\])?|[^;={}]*(?:\{\s*\}\s*[>|&\[][^;={}]*)*)\s*)?\{`,
  'gu',
);
const ARROW_FIELD = new RegExp(
  String.raw`(?<![\w$.#])${MODIFIERS}(?<![\w$.#])([\p{L}_$][\p{L}\p{N}_$]*)\s*(?::[^;=]*)?=\s*(async\b\s*)?(?:\(\s*\)|[\p{L}_$][\p{L}\p{N}_$]*)\s*(?::[^;={}]*)?=>`,
  'gu',
);

function classMembers(body: string): ExportedMember[] {
  const plain = outermost(body);
  const found = new Map<string, ExportedMember>();
  const add = (name: string, modifiers: string, isAsync: boolean): void => {
    if (name === 'constructor' || NOT_A_METHOD.has(name) || found.has(name)) return;
    found.set(name, {
      name,
      kind: /\b[gs]et\b/.test(modifiers) ? 'getter' : 'method',
      owner: /\bstatic\b/.test(modifiers) ? 'static' : 'instance',
      flow: flowOf(isAsync, modifiers.includes('*')),
    });
  };
  for (const [, modifiers = '', name = ''] of plain.matchAll(METHOD)) add(name, modifiers, /\basync\b/.test(modifiers));
  for (const [, modifiers = '', name = '', async] of plain.matchAll(ARROW_FIELD))
    add(name, modifiers, async !== undefined);
  return [...found.values()];
}

const NOT_A_METHOD = new Set(['if', 'for', 'while', 'switch', 'catch', 'function', 'return', 'with', 'get', 'set']);

/** `a, b: c, d() {}, async e() {}, get f() {}, 'g': 1` */
function objectMembers(bare: string, code: string): ExportedMember[] {
  return objectEntries(bare, code).flatMap(({ name, value, modifiers }): ExportedMember[] => {
    if (name === undefined) return [];
    const kind = /\bget\b/.test(modifiers)
      ? 'getter'
      : value === 'method' || isFunctionText(value)
        ? 'method'
        : 'value';
    const isAsync = /\basync\b/.test(modifiers) || /^async\b/.test(value);
    return [{ name, kind, owner: 'instance', flow: flowOf(isAsync, /\*/.test(modifiers)) }];
  });
}

function isFunctionText(bare: string): boolean {
  return /^(?:async\s+)?function\b/.test(bare) || isArrow(bare);
}

export interface ObjectEntry {
  /** Undefined: everything of what is spread here. */
  readonly name: string | undefined;
  /** Its text without strings; `method` for one that is written as a method. */
  readonly value: string;
  /** Where the value is, from the opening brace. */
  readonly at: readonly [begin: number, end: number];
  readonly modifiers: string;
}

/** Of an object that begins at its brace. */
export function objectEntries(bare: string, code: string): ObjectEntry[] {
  const close = closingBracket(bare, 0);
  return listParts(bare.slice(1, close)).flatMap(([from, to]): ObjectEntry[] => {
    const [begin, end] = [from + 1, to + 1];
    const text = code.slice(begin, end);
    const plain = bare.slice(begin, end);
    const lead = plain.search(/\S/);
    if (lead === -1) return [];
    const spread = /^\s*\.\.\./.exec(plain);
    if (spread !== null) {
      const at = begin + spread[0].length;
      return [{ name: undefined, value: bare.slice(at, end).trim(), at: [at, end], modifiers: '' }];
    }
    const keyed = /^\s*(?:([\p{L}_$][\p{L}\p{N}_$]*)|['"]([^'"\n]*)['"])\s*:/u.exec(text);
    if (keyed !== null) {
      const at = begin + keyed[0].length;
      return [{ name: keyed[1] ?? keyed[2], value: bare.slice(at, end).trim(), at: [at, end], modifiers: '' }];
    }
    const method = /^\s*((?:(?:async|get|set)\s+|\*\s*)*)([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:<[^()]*>)?\(/u.exec(plain);
    if (method !== null) {
      return [{ name: method[2], value: 'method', at: [begin + lead, end], modifiers: method[1] ?? '' }];
    }
    const short = /^\s*([\p{L}_$][\p{L}\p{N}_$]*)\s*$/u.exec(plain)?.[1];
    return short === undefined ? [] : [{ name: short, value: short, at: [begin + lead, end], modifiers: '' }];
  });
}

/** Strings, numbers, and lists and objects of them. */
function isLiteral(code: string): boolean {
  if (code.length > MAX_LITERAL || code === '') return false;
  const rest = code
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.)*`/gs, '0')
    .replaceAll(/([{,]\s*)(?:[\p{L}_$][\p{L}\p{N}_$]*|0)\s*:/gu, '$1')
    .replaceAll(/[-+]?\b(?:0[xob])?[\d_][\da-f_.]*(?:e[-+]?\d+)?n?\b/giu, '0')
    .replaceAll(/\b(?:true|false|null|undefined|NaN|Infinity)\b/g, '0');
  return /^[\s[\]{},0]*$/.test(rest) && rest.includes('0') && !/0\s+0/.test(rest);
}

const MAX_LITERAL = 20_000;
