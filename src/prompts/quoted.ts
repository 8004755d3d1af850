import { hiddenCharacters } from '../base/escapes.ts';

/*
 * What others wrote, so that it cannot be mistaken for what we say. Hidden characters are shown, not removed: an agent
 * that reviews a change must see that they are there.
 */

/** A fenced block that nothing inside can end. */
export function quoted(text: string): string {
  const shown = visible(text).trimEnd();
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}\n${shown}\n${fence}`;
}

/** A name, a command or a path within a line. */
export function inline(text: string): string {
  const shown = visible(text).replaceAll(/\s+/g, ' ').trim();
  const longest = longestRun(shown);
  if (longest === 0) return `\`${shown === '' ? ' ' : shown}\``;
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${shown} ${fence}`;
}

/** A fenced list, one entry after the other; lines of an entry stay together. */
export function quotedList(entries: readonly string[]): string {
  return quoted(listed(entries));
}

/** At most 20 or so, and how many there are beyond them. */
export interface SomeNames {
  readonly names: readonly string[];
  readonly more: number;
}

export function someText({ names, more }: SomeNames): string {
  if (names.length === 0) return 'None.';
  return more === 0 ? quotedList(names) : `${quotedList(names)}\n\nand ${more} more.`;
}

/** The same without the fence, for a text that is quoted as a whole. */
export function listed(entries: readonly string[]): string {
  return entries.map((entry) => `- ${entry.trim().replaceAll('\n', '\n  ')}`).join('\n');
}

/** The beginning of a text that may be long, saying what is missing. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}\n[… ${text.length - kept.length} more characters]`;
}

/**
 * Both ends of a text that may be long, the greater part of what is kept from its end, saying what is missing between
 * them. `most` is in letters of ASCII; others count as three, which is about what they cost.
 */
export function bothEnds(text: string, most: number): string {
  if (costOf(text) <= most) return text;
  let head = 0;
  for (let left = most / 3; left > 0; head += 1) left -= costOf(text.charAt(head));
  let tail = text.length;
  for (let left = (most * 2) / 3; left > 0; tail -= 1) left -= costOf(text.charAt(tail - 1));
  const [begin, end] = [
    text.slice(0, head).replace(/[\uD800-\uDBFF]$/, ''),
    text.slice(tail).replace(/^[\uDC00-\uDFFF]/, ''),
  ];
  return `${begin}\n[… ${text.length - begin.length - end.length} characters left out]\n${end}`;
}

function costOf(text: string): number {
  return text.length + 2 * (text.match(/[^\0-\x7f]/g)?.length ?? 0);
}

const HIDDEN = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001f${hiddenCharacters}]`, 'gu');

function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
