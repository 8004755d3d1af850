import type { FailureKind } from '../port.ts';
import { kindOf } from './failure-of.ts';

/** A request that failed and that it would make again. */
export interface FailedTry {
  readonly attempt: number;
  readonly reason: string;
  readonly kind: FailureKind;
}

/** It tells of these on stderr alone: `Attempt 1 failed with status 503. Retrying with backoff... Error: …`. */
export function failedTryIn(line: string): FailedTry | undefined {
  const [, attempt, status, rest = ''] = /^Attempt (\d+) failed(?: with status (\d{3}))?(.*)$/.exec(line) ?? [];
  if (attempt === undefined) return undefined;
  const reason = rest.replace(/^\W*(?:Retrying with backoff\.\.\.)?\s*/, '');
  // With nothing but a reason it is one of its quotas.
  const kind = rest.startsWith(':') ? 'rate_limit' : kindOf(status === undefined ? undefined : Number(status), reason);
  return { attempt: Number(attempt), reason, kind };
}
