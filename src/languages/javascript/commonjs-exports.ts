import { closingBracket } from '../brackets.ts';
import type { ExportedName } from '../exported-name.ts';
import type { StrippedText } from '../lexer.ts';
import { type FindValue, objectEntries, readValue, type Value } from './values.ts';

/** `top`: the text without what is in brackets. */
export function commonJsExports(source: StrippedText, top: string, find: FindValue): ExportedName[] {
  const found: ExportedName[] = [];
  const add = (name: string, value: Value): void => void found.push({ name, form: 'commonjs', ...value });
  for (const match of top.matchAll(ASSIGNED)) {
    const begin = match.index + match[0].length;
    if (match[1] === undefined) addWhole(source, begin, { find, add });
    else add(match[1], readValue({ source, begin, end: valueEnd(source.bare, begin) }, find));
  }
  for (const match of source.code.matchAll(
    /\bObject\.defineProperty\(\s*(?:module\.)?exports\s*,\s*['"]([\w$]+)['"]/g,
  )) {
    if (match[1] !== undefined && match[1] !== '__esModule') add(match[1], { kind: 'unknown' });
  }
  for (const match of source.bare.matchAll(/\bObject\.assign\(\s*(?:module\.)?exports\s*,\s*(?=\{)/g)) {
    addObject(source, match.index + match[0].length, { find, add });
  }
  return found;
}

const ASSIGNED =
  /(?<![\w$.])(?:(?:module\s*\.\s*)?exports\s*\.\s*([\w$]+)|module\s*\.\s*exports|exports(?=\s*=\s*module\b))\s*=(?![=>])/g;

interface Found {
  readonly find: FindValue;
  readonly add: (name: string, value: Value) => void;
}

function addWhole(source: StrippedText, at: number, { find, add }: Found): void {
  // `exports = module.exports = …`
  const again = /^\s*(?:module\s*\.\s*)?exports\s*=(?!=)/.exec(source.bare.slice(at));
  if (again !== null) return;
  const begin = at + source.bare.slice(at).search(/\S|$/);
  if (source.bare[begin] === '{') return addObject(source, begin, { find, add });
  const end = valueEnd(source.bare, begin);
  const value = readValue({ source, begin, end }, find);
  if (value.from?.name === 'module.exports') add('*', { ...value, from: { ...value.from, name: '*' } });
  const own = /^[\w$]+$/.exec(source.bare.slice(begin, end).trim())?.[0];
  add('module.exports', own === undefined ? value : { ...value, local: own });
}

function addObject(source: StrippedText, open: number, { find, add }: Found): void {
  const close = closingBracket(source.bare, open);
  const [bare, code] = [source.bare.slice(open, close + 1), source.code.slice(open, close + 1)];
  for (const { name, value, at, modifiers } of objectEntries(bare, code)) {
    const [begin, end] = [open + at[0], open + at[1]];
    if (name === undefined) {
      const spread = readValue({ source, begin, end }, find);
      if (spread.from !== undefined) add('*', { ...spread, from: { ...spread.from, name: '*' } });
    } else if (value === 'method') {
      add(name, { kind: 'function', flow: /\basync\b/.test(modifiers) ? 'async' : 'sync' });
    } else {
      const read = readValue({ source, begin, end }, find);
      add(name, /^[\w$]+$/.test(value) ? { ...read, local: value } : read);
    }
  }
}

function valueEnd(bare: string, begin: number): number {
  for (let at = begin; at < bare.length; at++) {
    const sign = bare[at] ?? '';
    if ('([{'.includes(sign)) at = closingBracket(bare, at);
    else if (sign === ';') return at;
    else if (sign === '\n' && /\S/.test(bare.slice(begin, at)) && !/^\s*[.?:+\-*/&|(]/.test(bare.slice(at, at + 100)))
      return at;
  }
  return bare.length;
}
