import { describe, expect, it } from 'vitest';
import { backoffMs, retryStrategy } from '../../../src/workflows/policy/retry.ts';

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
  const pauses = Array.from({ length: 11 }, (_, failed) => backoffMs(failed) / 1000);
  expect(pauses).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
  expect(backoffMs(100_000)).toBe(60_000);
});
