import { clip } from '../base/clip.ts';
import { withoutEscapes } from '../base/escapes.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { formatTime } from '../i18n/format.ts';

/** What a person is told who is not looking. `subject` names the work: a run, a session, a phase. */
export type Notification =
  | { readonly kind: 'waiting'; readonly subject: string; readonly question: string }
  | { readonly kind: 'ready'; readonly subject: string }
  | { readonly kind: 'failed'; readonly subject: string; readonly reason: string }
  | { readonly kind: 'done'; readonly subject: string }
  | { readonly kind: 'phase_done'; readonly subject: string; readonly phase: number; readonly counts: TaskCounts }
  | { readonly kind: 'phase_waits'; readonly subject: string; readonly phase: number }
  | { readonly kind: 'phase_stuck'; readonly subject: string; readonly phase: number; readonly reason: string }
  | {
      readonly kind: 'all_done';
      readonly subject: string;
      readonly counts: TaskCounts;
      /** Finished, and not in the person's checkout. */
      readonly isLeftAlone: boolean;
      /** Tasks that wait for a person, that a review let through, and that nothing proves. */
      readonly noted?: {
        readonly held: readonly string[];
        readonly reviewed: readonly string[];
        readonly unproven: readonly string[];
      };
    }
  /** Its agents can do nothing before a provider lets them; nobody needs to do anything. */
  | { readonly kind: 'limited'; readonly subject: string; readonly backend: string; readonly until: Date }
  | { readonly kind: 'task_held'; readonly subject: string; readonly task: string; readonly reason: string }
  | { readonly kind: 'task_failed'; readonly subject: string; readonly task: string; readonly reason: string };

export interface TaskCounts {
  readonly completed: number;
  readonly failed: number;
  readonly blocked: number;
  readonly total: number;
}

/** The same in words: plain text, each a single line that is short enough to be read in passing. */
export interface NotificationText {
  readonly headline: string;
  /** May be empty. */
  readonly text: string;
}

export interface NotificationFormat {
  readonly words: Catalogue['notifications'];
  /** Masks secrets. */
  readonly redact: (text: string) => string;
}

const LONGEST = { subject: 120, text: 500 };

export function formatNotification(message: Notification, { words, redact }: NotificationFormat): NotificationText {
  // Masked before it is cut: half a secret is not recognised.
  const plain = (text: string, longest: number) =>
    clip(withoutEscapes(redact(text)).replaceAll(/\s+/g, ' ').trim(), longest);
  const headline = formatHeadline(message, { words, plain: (name) => plain(name, LONGEST.subject) });
  return { headline, text: plain(formatDetail(message, words), LONGEST.text) };
}

function formatHeadline(
  message: Notification,
  { words, plain }: Pick<NotificationFormat, 'words'> & { readonly plain: (name: string) => string },
): string {
  const subject = plain(message.subject);
  switch (message.kind) {
    case 'phase_done':
    case 'phase_waits':
    case 'phase_stuck':
      return words[message.kind](subject, message.phase);
    case 'all_done':
      return words.all_done(subject);
    case 'limited':
      return words.limited(subject, message.backend, formatTime(message.until.toISOString()));
    case 'task_failed':
    case 'task_held':
      return words[message.kind](subject, plain(message.task));
    case 'waiting':
    case 'ready':
    case 'failed':
    case 'done':
      return words[message.kind](subject);
    default:
      return message satisfies never;
  }
}

function formatDetail(message: Notification, words: NotificationFormat['words']): string {
  switch (message.kind) {
    case 'waiting':
      return message.question;
    case 'failed':
    case 'phase_stuck':
    case 'task_failed':
    case 'task_held':
      return message.reason;
    case 'ready':
    case 'done':
      return '';
    case 'phase_done':
      return words.counts(message.counts);
    case 'phase_waits':
      return words.howToAllow;
    case 'limited':
      return words.goesOnByItself;
    case 'all_done':
      return [
        words.counts(message.counts),
        ...(message.noted === undefined ? [] : words.noted(message.noted)),
        ...(message.isLeftAlone ? [words.howToApply] : []),
      ].join(' · ');
    default:
      return message satisfies never;
  }
}
