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
  return quoted(entries.map((entry) => `- ${entry.trim().replaceAll('\n', '\n  ')}`).join('\n'));
}

/** The beginning of a text that may be long, saying what is missing. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}\n[… ${text.length - kept.length} more characters]`;
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
