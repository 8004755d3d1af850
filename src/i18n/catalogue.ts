import type { FailureCode, FailureParams } from '../base/failure.ts';
import type { NoticeCode, NoticeParams } from '../schema/notice.ts';
import type { glance } from './en/glance.ts';
import type { en } from './en/index.ts';
import type { Sentence } from './sentence.ts';

/** Every sentence for people. English is the measure: another language that lacks one does not compile. */
export type Catalogue = typeof en;

/** The few that are loaded alone where starting counts; every catalogue has them. */
export type GlanceWords = typeof glance;

export function formatFailure<C extends FailureCode>(
  words: Catalogue,
  { code, params }: { code: C; params: FailureParams[C] },
): Sentence & { readonly hint: string | null } {
  const { message, hint = null, ...output } = words.failures[code](params);
  return { message, hint, ...output };
}

export function formatNotice<C extends NoticeCode>(
  words: Catalogue,
  { code, params }: { code: C; params: NoticeParams[C] },
): string {
  return words.notices[code](params);
}
