import { describe, expect, it } from 'vitest';
import {
  errorKindOf,
  isUnusable,
  isUsedUp,
  pauseLeftMs,
  retryOfStep,
  retryStrategy,
  type StepFailure,
} from '../../../src/workflows/policy/retry.ts';

describe('the rung of the next attempt', () => {
  it.each([
    ['the first', '', 'plain'],
    ['the second', 'a', 'plain'],
    ['the third, though both failed alike', 'aa', 'plain'],
    ['the fourth', 'abc', 'analyse'],
    ['the fourth after three alike', 'aaa', 'debug'],
    ['after two alike', 'abcc', 'analyse'],
    ['after three alike in the end', 'abccc', 'debug'],
    ['after three alike that were not in a row', 'aabaa', 'analyse'],
    ['once debugging gave another error', 'aaab', 'analyse'],
    ['the same error for the tenth time', 'aaaaaaaaaa', 'debug'],
  ])('%s', (_, errors, rung) => {
    expect(retryStrategy(errors.split(''))).toBe(rung);
  });
});

it('pauses grow from one second to a minute', () => {
  const pauses = Array.from({ length: 11 }, (_, failed) => pauseLeftMs(failed, 0) / 1000);
  expect(pauses).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
  expect(pauseLeftMs(100_000, 0)).toBe(60_000);
});

it.each([
  [3, 1_000, 3_000],
  [3, 9_000, 0],
  [3, -5_000, 4_000],
])('after %d failures, %d ms ago, there are %d ms left', (failed, since, expected) => {
  expect(pauseLeftMs(failed, since)).toBe(expected);
});

const retries: NonNullable<StepFailure['auto_retry']> = {
  enabled: true,
  max_attempts: 2,
  recoverable_errors: ['crash', 'timeout', 'validation'],
};

describe('a step that failed', () => {
  it.each<readonly [string, StepFailure, number, 'failed' | 'stopped']>([
    ['by what is recoverable', { kind: 'crash', auto_retry: retries }, 2, 'failed'],
    ['by what is not', { kind: 'limit', auto_retry: retries }, 0, 'failed'],
    ['where nothing is repeated', { kind: 'crash', auto_retry: { ...retries, enabled: false } }, 0, 'failed'],
    ['late', { kind: 'timeout', auto_retry: retries, timeout_action: 'retry' }, 2, 'failed'],
    ['late, where that stops', { kind: 'timeout', auto_retry: retries, timeout_action: 'stop' }, 0, 'stopped'],
    ['otherwise, where late stops', { kind: 'crash', auto_retry: retries, timeout_action: 'stop' }, 2, 'failed'],
    ['by writing outside', { kind: 'validation', cause: 'outside', auto_retry: retries }, 0, 'failed'],
    ['by asking again', { kind: 'limit', cause: 'asked_again' }, 0, 'failed'],
    ['as an older log has it', { kind: 'limit', repeats: 3, otherwise: 'stopped' }, 3, 'stopped'],
    ['as an older log of a session has it', { kind: 'crash', repeats: 1 }, 1, 'failed'],
  ])('%s', (_, failed, repeats, otherwise) => {
    expect(retryOfStep(failed)).toEqual({ repeats, otherwise });
  });
});

it.each([
  [0, 0, true],
  [0, 1, false],
  [1, 2, false],
  [2, 2, true],
  // A person may allow fewer than there were.
  [3, 1, true],
] as const)('%d retries of %d are used up: %s', (used, allowed, expected) => {
  expect(isUsedUp(used, allowed)).toBe(expected);
});

it.each([
  ['crash', 'crash', false],
  ['idle', 'timeout', false],
  ['invalid_answer', 'validation', false],
  ['outside', 'validation', false],
  ['billing', 'auth', true],
  ['not_installed', 'auth', true],
  ['refused', 'limit', false],
  ['context_too_long', 'limit', false],
] as const)('an agent that fails as %s counts as %s; no other attempt helps: %s', (kind, expected, unusable) => {
  expect([errorKindOf(kind), isUnusable(kind)]).toEqual([expected, unusable]);
});
