import { isMap, isScalar, isSeq, type Pair, type ParsedNode, type YAMLSeq } from 'yaml';

/*
 * Changes of a YAML text that leave every other byte of it as it is. Each needs a text that parses and the nodes of it,
 * with their places.
 */

/** `remove` characters at `at` give way to `insert`. */
export interface Splice {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

type YamlField = string | readonly string[] | undefined;

/** Fields that are undefined are left out. */
export type YamlEntry = Readonly<Record<string, YamlField>>;

export type YamlPair = Pair<ParsedNode, ParsedNode | null>;

export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = text;
  for (const { at, remove, insert } of splices.toSorted((a, b) => b.at - a.at)) {
    result = result.slice(0, at) + insert + result.slice(at + remove);
  }
  return result;
}

export function pairOf(contents: ParsedNode | null, name: string): YamlPair {
  const pair = isMap(contents) ? contents.items.find(({ key }) => isScalar(key) && key.value === name) : undefined;
  if (pair === undefined) throw new Error(`no field ${name}`);
  return pair;
}

/** In the way it is quoted now. */
export function replaceScalar(text: string, { value }: YamlPair, word: string): Splice {
  if (!isScalar(value)) throw new Error('not a scalar');
  const [at, end] = value.range;
  const before = text.slice(at, end);
  const [first = ''] = before;
  const isBlock = first === '|' || first === '>';
  const quote = first === "'" || first === '"' ? first : isBlock ? '"' : '';
  const lineEnd = isBlock && before.endsWith('\n') ? lineBreakOf(text) : '';
  return { at, remove: end - at, insert: `${quote}${word}${quote}${lineEnd}` };
}

/** At the end of a list, in the style and the depth that it has. */
export function appendEntries(text: string, pair: YamlPair, entries: readonly YamlEntry[]): Splice[] {
  const { value: list } = pair;
  if (!isSeq(list)) throw new Error('not a list');
  const last = list.items.at(-1);
  if (last === undefined) return fillEmptyList(text, pair, list, entries);
  if (list.flow === true) return [appendInFlow(text, pair, last, entries)];
  const dash = columnOf(text, list.range[0]);
  const lines = blockLines(entries, dash, widthOfDash(text, last, dash));
  return [insertLinesAfter(text, last.range[1], lines)];
}

/** `decisions: []` alone on its line opens up; an empty list anywhere else gets its entries between the brackets. */
function fillEmptyList(text: string, pair: YamlPair, list: YAMLSeq.Parsed, entries: readonly YamlEntry[]): Splice[] {
  const [at, end] = list.range;
  const indent = columnOf(text, pair.key.range[0]);
  const line = text.slice(lineStartOf(text, at), at);
  const key = text.slice(pair.key.range[0], pair.key.range[1]);
  const rest = text.slice(end, lineEndOf(text, end));
  const isAlone = line.trimEnd() === `${' '.repeat(indent)}${key}:` && /^[ \t]*(#.*)?\r?$/.test(rest);
  if (isAlone && /^\[\s*\]$/.test(text.slice(at, end))) {
    const gap = rest.trim() === '' ? line.length - line.trimEnd().length : 0;
    const lines = blockLines(entries, indent + 2, 2);
    return [{ at: at - gap, remove: end - at + gap, insert: '' }, insertLinesAfter(text, end, lines)];
  }
  const isFirstOfLine = text.slice(lineStartOf(text, end), end - 1).trim() === '';
  const pad = isFirstOfLine ? ' '.repeat(indent + 2) : '';
  return [{ at: end - 1, remove: 0, insert: pad + flowEntries(text, pair, entries).join(', ') }];
}

function appendInFlow(text: string, pair: YamlPair, last: ParsedNode, entries: readonly YamlEntry[]): Splice {
  const [start, end] = last.range;
  const before = text.slice(lineStartOf(text, start), start);
  const gap = before.trim() === '' ? lineBreakOf(text) + before : ' ';
  const insert = flowEntries(text, pair, entries)
    .map((entry) => `,${gap}${entry}`)
    .join('');
  return { at: end, remove: 0, insert };
}

function flowEntries(text: string, { key }: YamlPair, entries: readonly YamlEntry[]): string[] {
  // A document may be JSON, and then it stays JSON.
  const named = text[key.range[0]] === '"' ? quoted : (name: string): string => name;
  return entries.map((entry) => {
    const fields = fieldsOf(entry).map(([name, field]) => {
      const written = typeof field === 'string' ? quoted(field) : `[${field.map(quoted).join(', ')}]`;
      return `${named(name)}: ${written}`;
    });
    return `{${fields.join(', ')}}`;
  });
}

/** `dash` is the column of the dashes, `width` how far behind them the fields begin. */
function blockLines(entries: readonly YamlEntry[], dash: number, width: number): string[] {
  const indent = ' '.repeat(dash + width);
  const first = `${' '.repeat(dash)}-${' '.repeat(width - 1)}`;
  return entries.flatMap((entry) => {
    const [head = '', ...others] = fieldsOf(entry).flatMap(([name, field]) => {
      if (typeof field === 'string') return `${name}: ${quoted(field)}`;
      return field.length === 0 ? `${name}: []` : [`${name}:`, ...field.map((one) => `  - ${quoted(one)}`)];
    });
    return [first + head, ...others.map((line) => indent + line)];
  });
}

function fieldsOf(entry: YamlEntry): [string, string | readonly string[]][] {
  return Object.entries(entry).flatMap(([name, field]) => (field === undefined ? [] : [[name, field]]));
}

/** On one line whatever it holds. JSON's form, and what YAML readers trip over is escaped too. */
function quoted(text: string): string {
  const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replaceAll(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped);
}

function insertLinesAfter(text: string, end: number, lines: readonly string[]): Splice {
  const lineBreak = lineBreakOf(text);
  if (text[end - 1] === '\n') return { at: end, remove: 0, insert: lines.map((line) => line + lineBreak).join('') };
  const at = lineEndOf(text, end);
  const isUnfinished = at === text.length;
  // Before the line break of that line: what is inserted brings one along at its beginning instead.
  const before = text[at - 1] === '\r' && !isUnfinished ? at - 1 : at;
  return { at: before, remove: 0, insert: lines.map((line) => lineBreak + line).join('') };
}

function widthOfDash(text: string, item: ParsedNode, dash: number): number {
  const width = columnOf(text, item.range[0]) - dash;
  const isBesideDash = /^\s*-[ ]*$/.test(text.slice(lineStartOf(text, item.range[0]), item.range[0]));
  return isMap(item) && item.flow !== true && isBesideDash ? width : 2;
}

function columnOf(text: string, at: number): number {
  return at - lineStartOf(text, at);
}

function lineStartOf(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function lineEndOf(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}
