import * as z from 'zod/mini';
import type { Remark } from '../../schema/pull-request.ts';
import { remarksText } from './remarks-text.ts';

/** What was said of published work, while an agent puts it right. */
export const amendment = z.strictObject({
  /** Numbered. */
  text: z.string(),
  /** Attempts that were not taken, and why the last one was not. */
  attempts: z.int(),
  problems: z.string(),
  /** Nobody tries it any more: it is a person's to decide. */
  given_up: z.boolean(),
});

export type Amendment = z.infer<typeof amendment>;

const MOST_ATTEMPTS = 3;

/** What comes while an agent is at the first of it is put right with the rest. */
export function beginAmendment(remarks: readonly Remark[]): Amendment {
  return { text: remarksText(remarks), attempts: 0, problems: '', given_up: false };
}

export function failAmendment(before: Amendment, problems: string): Amendment {
  const attempts = before.attempts + 1;
  return { ...before, attempts, problems, given_up: attempts >= MOST_ATTEMPTS };
}
