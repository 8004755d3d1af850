import { withoutEscapes } from '../base/escapes.ts';
import type { Catalogue } from '../i18n/catalogue.ts';

/** What a person is told who is not looking. `subject` names the work: a run, a session, a phase. */
export type Notification =
  | { readonly kind: 'waiting'; readonly subject: string; readonly question: string }
  | { readonly kind: 'ready'; readonly subject: string }
  | { readonly kind: 'failed'; readonly subject: string; readonly reason: string }
  | { readonly kind: 'done'; readonly subject: string };

/** The same in words: plain text, each a single line that is short enough to be read in passing. */
export interface Saying {
  readonly headline: string;
  /** May be empty. */
  readonly text: string;
}

export interface SayingWords {
  readonly words: Catalogue['notifications'];
  /** Masks secrets. */
  readonly redact: (text: string) => string;
}

const LONGEST = { subject: 120, text: 500 };

export function sayingOf(message: Notification, { words, redact }: SayingWords): Saying {
  // Masked before it is cut: half a secret is not recognised.
  const plain = (text: string, longest: number) =>
    cut(withoutEscapes(redact(text)).replaceAll(/\s+/g, ' ').trim(), longest);
  const headline = words[message.kind](plain(message.subject, LONGEST.subject));
  return { headline, text: plain(detailOf(message), LONGEST.text) };
}

function detailOf(message: Notification): string {
  switch (message.kind) {
    case 'waiting':
      return message.question;
    case 'failed':
      return message.reason;
    case 'ready':
    case 'done':
      return '';
    default:
      return message satisfies never;
  }
}

function cut(text: string, longest: number): string {
  const letters = Array.from(text);
  return letters.length <= longest ? text : `${letters.slice(0, longest - 1).join('')}…`;
}
