import type { AttemptFailure, FailureHistory } from './graph-state.ts';

const REMEMBERED = 3;

/** What happened before, and this. */
export function addFailure(before: FailureHistory | null, last: AttemptFailure, at: string): FailureHistory {
  const fingerprints = [...(before?.fingerprints ?? []), last.fingerprint].slice(-REMEMBERED);
  return { count: (before?.count ?? 0) + 1, fingerprints, last, at };
}
