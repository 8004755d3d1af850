import * as z from 'zod/mini';
import type { FailureKind } from '../../schema/failure-kinds.ts';

/** What documents and settings call the ways in which an agent fails. */
const errorKind = z.enum(['crash', 'timeout', 'validation', 'limit', 'auth']);

export type ErrorKind = z.infer<typeof errorKind>;

const ERROR_KINDS: Readonly<Record<FailureKind | 'outside', ErrorKind>> = {
  crash: 'crash',
  timeout: 'timeout',
  idle: 'timeout',
  invalid_answer: 'validation',
  outside: 'validation',
  auth: 'auth',
  billing: 'auth',
  not_installed: 'auth',
  denied: 'auth',
  rate_limit: 'limit',
  overloaded: 'limit',
  context_too_long: 'limit',
  refused: 'limit',
  max_turns: 'limit',
  budget: 'limit',
};

/** `outside`: the agent wrote where it has no business. */
export function errorKindOf(kind: FailureKind | 'outside'): ErrorKind {
  return ERROR_KINDS[kind];
}

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
function backoffMs(attemptsFailed: number): number {
  if (attemptsFailed <= 0) return 0;
  return Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (attemptsFailed - 1));
}

/** What is left of the pause; a clock that was set back lets nobody wait longer. */
export function pauseLeftMs(attemptsFailed: number, sinceMs: number): number {
  return Math.max(0, backoffMs(attemptsFailed) - Math.max(0, sinceMs));
}

/** Whether another failure is one too many, after so many retries of those that are allowed. */
export function isUsedUp(retries: number, allowed: number): boolean {
  return retries >= allowed;
}

/** Whether no other attempt can help: the agent cannot be called at all. */
export function isUnusable(kind: FailureKind | 'outside'): boolean {
  // A tool that was refused once may not be needed the next time.
  return kind !== 'denied' && errorKindOf(kind) === 'auth';
}

/** A step whose agent failed, as events carry it: how it failed, and what the person had set when the step began. */
export const stepFailure = {
  kind: errorKind,
  message: z.string(),
  /** Would come to the same if it were repeated: it wrote outside its worktree, or asked what was answered. */
  cause: z.optional(z.enum(['outside', 'asked_again', 'asked_too_often'])),
  auto_retry: z.optional(
    z.strictObject({ enabled: z.boolean(), max_attempts: z.int(), recoverable_errors: z.array(errorKind) }),
  ),
  timeout_action: z.optional(z.enum(['warn', 'retry', 'stop'])),
  /** Older logs say themselves how often it may be repeated, and what becomes of the work otherwise. */
  repeats: z.optional(z.int()),
  otherwise: z.optional(z.enum(['failed', 'stopped'])),
};

const failure = z.strictObject(stepFailure);

export type StepFailure = Omit<z.infer<typeof failure>, 'message'>;

/** How often a failed step may be repeated, and what becomes of the work once that is used up. */
export function retryOfStep({ kind, cause, auto_retry, timeout_action, repeats, otherwise }: StepFailure): {
  readonly repeats: number;
  readonly otherwise: 'failed' | 'stopped';
} {
  if (repeats !== undefined) return { repeats, otherwise: otherwise ?? 'failed' };
  const stops = kind === 'timeout' && timeout_action === 'stop';
  const isRepeated =
    auto_retry?.enabled === true && auto_retry.recoverable_errors.includes(kind) && cause === undefined && !stops;
  return { repeats: isRepeated ? auto_retry.max_attempts : 0, otherwise: stops ? 'stopped' : 'failed' };
}
