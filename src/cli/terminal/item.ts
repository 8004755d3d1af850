import type { Colours } from './colours.ts';
import { visible } from './visible.ts';
import { padTo, widthOf, wrap } from './width.ts';

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
  if (room < 24)
    return [
      margin + term,
      ...wrap(description, Math.max(10, columns - indent - 4)).map((line) => `${margin}    ${line}`),
    ];
  const [first = '', ...rest] = wrap(description, room);
  return [
    `${margin}${padTo(term, termWidth)}  ${first}`,
    ...rest.map((line) => ' '.repeat(indent + termWidth + 2) + line),
  ];
}

/** What comes last: a headline, and below it what else there is to know. */
export function headedLines(
  head: string,
  below: readonly string[],
  { colours, columns }: { readonly colours: Colours; readonly columns: number },
): string[] {
  return [
    '',
    ...wrap(head, columns).map(colours.bold),
    ...below.flatMap((text) => wrap(visible(text), columns - 2).map((line) => `  ${line}`)),
  ];
}
