import { visible } from './visible.ts';
import { NO_BREAK, widthOf, wrap } from './width.ts';

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

/** A paragraph of text of others, so far from the left. */
export function indented(text: string, columns: number, by: number): string[] {
  return wrap(oneLine(text), Math.max(10, columns - by)).map((line) => ' '.repeat(by) + line);
}

const SHORT_FACT = 30;

/** Facts beside each other, to be wrapped: short ones such as `2 s` and `900 tokens` stay in one piece. */
export function factsLine(facts: readonly string[], columns: number): string {
  const short = Math.min(SHORT_FACT, columns / 2);
  return facts.map((fact) => (widthOf(fact) > short ? fact : fact.replaceAll(' ', NO_BREAK))).join(' · ');
}
