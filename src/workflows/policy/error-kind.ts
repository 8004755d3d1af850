import * as z from 'zod/mini';
import type { FailureKind } from '../../schema/failure-kinds.ts';

/** What documents and settings call the ways in which an agent fails. */
export const errorKind = z.enum(['crash', 'timeout', 'validation', 'limit', 'auth']);

export type ErrorKind = z.infer<typeof errorKind>;

/** `outside`: the agent wrote where it has no business. */
export function errorKindOf(kind: FailureKind | 'outside'): ErrorKind {
  switch (kind) {
    case 'crash':
      return 'crash';
    case 'timeout':
    case 'idle':
      return 'timeout';
    case 'invalid_answer':
    case 'outside':
      return 'validation';
    case 'auth':
    case 'billing':
    case 'not_installed':
    case 'denied':
      return 'auth';
    case 'rate_limit':
    case 'overloaded':
    case 'context_too_long':
    case 'refused':
    case 'max_turns':
    case 'budget':
      return 'limit';
    default:
      return kind satisfies never;
  }
}
