import type { Screen } from '../context.ts';
import type { Colours } from './colours.ts';
import { visible } from './visible.ts';
import { NO_BREAK, padTo, widthOf, wrap } from './width.ts';

/** Text of others as a part of a line: harmless, and without breaks or rows of spaces. */
export function oneLine(text: string): string {
  return visible(flat(text));
}

/** Not made harmless yet. */
export function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** At most so many characters; what is cut off is an ellipsis. */
export function cut(text: string, longest: number): string {
  const letters = Array.from(text);
  return letters.length <= longest ? text : `${letters.slice(0, longest - 1).join('')}…`;
}

/** A paragraph so far from the left. Text of others becomes one line first. */
export function indented(text: string, columns: number, by = 2): string[] {
  return indentedAsIs(oneLine(text), columns, by);
}

/** Text of others whose lines stay lines. */
export function indentedText(text: string, columns: number, by = 2): string[] {
  const lines = text.trim().split('\n');
  return lines.flatMap((line) => indentedAsIs(visible(line.normalize('NFC')), columns, by));
}

/** Text that is harmless; it may have spaces that are to be kept. */
export function indentedAsIs(text: string, columns: number, by = 2): string[] {
  return wrap(text, Math.max(10, columns - by)).map((line) => ' '.repeat(by) + line);
}

const SHORT_FACT = 30;

/** Facts beside each other, to be wrapped: short ones such as `2 s` and `900 tokens` stay in one piece. */
export function factsLine(facts: readonly string[], columns: number): string {
  const short = Math.min(SHORT_FACT, columns / 2);
  return facts.map((fact) => (widthOf(fact) > short ? fact : fact.replaceAll(' ', NO_BREAK))).join(' · ');
}

interface Item {
  readonly term: string;
  readonly termWidth: number;
  readonly description: string;
  readonly columns: number;
  readonly indent: number;
}

/** A term and what it means: beside each other where there is room, else one under the other. */
export function itemLines({ term, termWidth, description, columns, indent }: Item): string[] {
  const margin = ' '.repeat(indent);
  const room = columns - indent - Math.max(termWidth, widthOf(term)) - 2;
  if (room < 24) return [margin + term, ...indentedAsIs(description, columns, indent + 4)];
  const [first = '', ...rest] = wrap(description, room);
  return [
    `${margin}${padTo(term, termWidth)}  ${first}`,
    ...rest.map((line) => ' '.repeat(indent + termWidth + 2) + line),
  ];
}

/** Terms and what they mean, one below the other. */
export function itemTable(items: readonly (readonly [string, string])[], columns: number, indent = 0): string[] {
  const termWidth = Math.max(...items.map(([term]) => widthOf(term)));
  return items.flatMap(([term, description]) => itemLines({ term, termWidth, description, columns, indent }));
}

/** What can be chosen, as agents wrote it: the id, the label, and below that the detail. */
export interface ListedOption {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
}

export function optionLines(
  options: readonly ListedOption[],
  recommended: string | null | undefined,
  { words, columns, indent }: Pick<Screen, 'words' | 'columns'> & { readonly indent: number },
): string[] {
  const idWidth = Math.max(...options.map(({ id }) => widthOf(visible(id))));
  const margin = indent + idWidth + 2;
  return options.flatMap(({ id, label, detail }) => {
    const heading = id === recommended ? `${label} (${words.status.recommended})` : label;
    const text = detail === '' ? heading : `${heading}\n${detail}`;
    const [first = '', ...rest] = indentedText(text, columns, margin);
    return [`${' '.repeat(indent)}${padTo(visible(id), idWidth)}  ${first.slice(margin)}`, ...rest];
  });
}

/** What comes last: a headline, and below it what else there is to know. */
export function headedLines(
  head: string,
  below: readonly string[],
  { colours, columns }: Pick<Screen, 'colours' | 'columns'>,
): string[] {
  return [
    '',
    ...wrap(head, columns).map(colours.bold),
    ...below.flatMap((text) => indentedAsIs(visible(text), columns)),
  ];
}

interface Progress {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
}

/** A progress bar; something done is never drawn as nothing, something missing never as all. */
export function bar({ done, failed, total }: Progress, columns: number, colours: Colours): string {
  const all = Math.max(total, done + failed, 1);
  const open = all - done - failed;
  const cells = (part: number, room: number) =>
    part === 0 ? 0 : Math.min(room, Math.max(1, Math.floor((part / all) * columns)));
  const full = cells(done, columns - leastOf(failed) - leastOf(open));
  const red = open === 0 ? columns - full : cells(failed, columns - full - 1);
  return colours.green('█'.repeat(full)) + colours.red('▓'.repeat(red)) + colours.dim('░'.repeat(columns - full - red));
}

function leastOf(part: number): number {
  return part === 0 ? 0 : 1;
}
