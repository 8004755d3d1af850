/** How an attempt is gone about: as it is, with an analysis of the error first, by systematic debugging. */
export type RetryStrategy = 'plain' | 'analyse' | 'debug';

const PLAIN_ATTEMPTS = 3;
const SAME_IN_A_ROW = 3;
const LONGEST_PAUSE_MS = 60_000;

/** For the next attempt, from the fingerprints of all that failed, oldest first. */
export function retryStrategy(errors: readonly string[]): RetryStrategy {
  if (errors.length < PLAIN_ATTEMPTS) return 'plain';
  const last = errors.slice(-SAME_IN_A_ROW);
  return last.every((error) => error === last[0]) ? 'debug' : 'analyse';
}

/** 1, 2, 4 … 60 seconds, in milliseconds; none before the first attempt. */
export function backoffMs(attemptsFailed: number): number {
  if (attemptsFailed <= 0) return 0;
  return Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (attemptsFailed - 1));
}
