import { clip } from '../base/clip.ts';
import type { Failure } from '../base/failure.ts';
import { type Catalogue, formatFailure } from '../i18n/catalogue.ts';

interface Reason {
  readonly says: string;
  readonly hint: string | null;
}

/** Why something waits for a person, and what to do about it, in the words of the command line. */
export function sayWhy(failure: Failure, words: Catalogue): Reason {
  const { message, hint } = formatFailure(words, failure);
  return { says: inOneLine(message), hint };
}

const LONGEST = 300;

/** What was said may be many lines of a program's output. */
export function inOneLine(text: string): string {
  return clip(text.replaceAll(/\s+/g, ' ').trim(), LONGEST);
}
