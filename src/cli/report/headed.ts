import type { Context } from '../context.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';

/** What comes last: a headline, and below it what else there is to know. */
export function headedLines(
  head: string,
  below: readonly string[],
  { colours, columns }: Pick<Context, 'colours' | 'columns'>,
): string[] {
  return [
    '',
    ...wrap(head, columns).map(colours.bold),
    ...below.flatMap((text) => wrap(visible(text), columns - 2).map((line) => `  ${line}`)),
  ];
}
