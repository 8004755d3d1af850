import type { FailureCode, FailureParams } from '../base/failure.ts';
import type { NoticeCode, NoticeParams } from '../schema/notice.ts';
import type { en } from './en.ts';

/** Every sentence for people. English is the measure: another language that lacks one does not compile. */
export type Catalogue = typeof en;

export interface Sentence {
  readonly message: string;
  /** What to do, or null when the message says it all. */
  readonly hint: string | null;
  /** The last of what a program printed, in lines. */
  readonly output?: string;
}

export type FailureSentences = { readonly [C in FailureCode]: (params: FailureParams[C]) => Sentence };

/** Those of one room: `FailuresOf<'git'>`. */
export type FailuresOf<Room extends string> = Pick<FailureSentences, Extract<FailureCode, `${Room}.${string}`>>;

export type NoticeSentences = { readonly [C in NoticeCode]: (params: NoticeParams[C]) => string };

export function noticeText<C extends NoticeCode>(
  words: Catalogue,
  { code, params }: { code: C; params: NoticeParams[C] },
): string {
  return words.notices[code](params);
}

export function sentenceOf<C extends FailureCode>(
  words: Catalogue,
  { code, params }: { code: C; params: FailureParams[C] },
): Sentence {
  return words.failures[code](params);
}
