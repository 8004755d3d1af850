import { isUsedUp } from '../policy/retry.ts';
import type { AttemptFailure, FailureHistory } from './graph-state.ts';

const REMEMBERED = 3;

/** What happened before, and this. */
export function addFailure(before: FailureHistory | null, last: AttemptFailure, at: string): FailureHistory {
  const fingerprints = [...(before?.fingerprints ?? []), last.fingerprint].slice(-REMEMBERED);
  return { count: (before?.count ?? 0) + 1, fingerprints, last, at };
}

/** Whether it is not tried again after this failure. */
export function isLastAttempt(
  before: FailureHistory | null,
  { retry_limit, final = false }: { readonly retry_limit?: number | undefined; readonly final?: boolean | undefined },
): boolean {
  return retry_limit === undefined ? final : isUsedUp(before?.count ?? 0, retry_limit);
}

/** A phase that git cannot join to the trunk has no tree that an agent could put right. */
export function isBeyondRepair({ kind }: AttemptFailure): boolean {
  return kind === 'conflict';
}
