import { isRecord, parseJson } from '../base/json.ts';
import { stripText, type Syntax } from './lexer.ts';

/** Names of scripts that run tests. */
export const TEST_SCRIPT = /^(?:pre|post)?test(?:[:\-_.].*)?$/;

/** What stands in these fields of a JSON file: keys of objects, and entries of lists. */
export function fieldNames(text: string, fields: readonly string[]): string[] {
  const manifest = parseJson(text);
  if (!isRecord(manifest)) return [];
  return fields.flatMap((field) => {
    const value = manifest[field];
    if (Array.isArray(value)) return value.filter((name) => typeof name === 'string');
    return isRecord(value) ? Object.keys(value).filter((name) => name !== '__proto__') : [];
  });
}

/** Scripts, tasks and settings for tests. A file that cannot be read is compared as a whole. */
export function jsonTestPart(text: string): string {
  const manifest = parseJson(text);
  if (!isRecord(manifest)) return text;
  const wanted = { scripts: TEST_SCRIPT, tasks: TEST_SCRIPT, test: /^/ };
  return comparable(
    Object.entries(wanted).flatMap(([field, names]) => {
      const value = manifest[field];
      if (!isRecord(value)) return [];
      const own = Object.entries(value).filter(([name]) => names.test(name));
      return own.sort(([a], [b]) => (a < b ? -1 : 1));
    }),
  );
}

export function comparable(entries: readonly (readonly [string, unknown])[]): string {
  const given = entries.filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : JSON.stringify(given);
}

/** The sections of a TOML or INI file whose name fits, without comments. */
export function iniSections(text: string, wanted: RegExp): string {
  const kept: string[] = [];
  let isWanted = false;
  for (const line of text.split('\n')) {
    const header = /^\s*\[([^\]\n]+)\]+\s*(?:#.*)?$/.exec(line)?.[1];
    if (header !== undefined) isWanted = wanted.test(header.replaceAll(/["' ]/g, ''));
    const plain = line.trim();
    if (isWanted && plain !== '' && !/^[#;]/.test(plain)) kept.push(plain);
  }
  return kept.join('\n');
}

/** From the opening brace that a match ends with to the one that closes it. */
export function bracedBlocks(syntax: Syntax, text: string, begins: RegExp): string {
  const source = stripText(syntax, text);
  if (source === undefined) return text;
  return [...source.bare.matchAll(begins)]
    .slice(0, 100)
    .map((match) => {
      let depth = 0;
      const brace = /[{}]/g;
      brace.lastIndex = match.index + match[0].length - 1;
      for (let found = brace.exec(source.bare); found !== null; found = brace.exec(source.bare)) {
        depth += found[0] === '{' ? 1 : -1;
        if (depth === 0) return source.code.slice(match.index, brace.lastIndex).replaceAll(/\s+/g, ' ').trim();
      }
      return source.code.slice(match.index).trim();
    })
    .join('\n');
}

/** The first group of each match. */
export function matchAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found]) => found ?? '');
}
