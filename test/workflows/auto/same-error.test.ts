import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../../src/workflows/auto/same-error.ts';
import { cpuMsOf } from '../../support/cpu-time.ts';

describe('one error, seen in two runs', () => {
  it.each([
    ['numbers', 'expected 3 to be 4', 'expected 17 to be -2.5'],
    ['line and column', 'src/a.ts:12:5 TypeError', 'src/a.ts:118:31 TypeError'],
    ['places that look like a time', 'src/a.ts:12:34 red', 'src/a.ts:7:1 red'],
    ['a line with and without its column', 'at src/a.ts:12:5', 'at src/a.ts:12'],
    ['places as tsc writes them', 'src/a.ts(1,22): error TS2322', 'src/a.ts(40,3): error TS2322'],
    ['durations', 'timed out after 5000 ms', 'timed out after 4.2s'],
    ['durations of two parts', 'took 1m 3s', 'took 59s'],
    ['times', '2026-01-21T09:00:00Z failed', '2026-11-02 23:59:59.123+09:00 failed'],
    ['dates in words', 'Wed, 21 Jan 2026 09:00:00 GMT failed', 'Mon, 2 Nov 2026 23:59:59 GMT failed'],
    ['times of day', 'failed at 9:30 PM', 'failed at 11:05:07 AM'],
    ['folders of worktrees', "no module '/home/a/pool/slot-1/src/b.ts'", "no module '/home/a/pool/slot-12/src/b.ts'"],
    ['temporary folders', 'ENOENT /tmp/x-aBcDeF/out.json', 'ENOENT /tmp/x-QwErTy/out.json'],
    ['temporary folders that are named', 'rm /tmp/x-aBcDeF failed', 'rm /var/folders/zz/T/x-QwErTy failed'],
    ['temporary files', 'cannot read /tmp/tmpabcdefgh.py', 'cannot read /tmp/tmpqwertyui.py'],
    ['Windows’ folders', String.raw`at C:\Users\a\src\b.ts`, String.raw`at D:\work\src\b.ts`],
    ['addresses of files', 'at file:///home/a/src/b.ts:1:2', 'at file:///srv/c/src/b.ts:9:9'],
    ['paths upwards', 'at ../../one/src/b.ts', 'at ../two/src/b.ts'],
    ['commits', 'merge of 1a2b3c4 failed', 'merge of 9f8e7d6c5b4a failed'],
    ['commits that end in digits', 'merge of abcdef1 failed', 'merge of fedcba98 failed'],
    ['addresses in memory', 'segfault at 0x7ffd3a', 'segfault at 0x1'],
    ['uuids', 'job 123e4567-e89b-12d3-a456-426614174000', 'job ffffffff-e89b-12d3-a456-426614174fff'],
    ['random names', 'bucket x8Fq2a is gone', 'bucket 9zKw1T is gone'],
    ['ports', 'connect ECONNREFUSED 127.0.0.1:34567', 'connect ECONNREFUSED 127.0.0.1:9'],
    ['colours', '\u001b[31mfailed\u001b[39m', 'failed'],
    ['line ends and spaces', 'a\r\n  b', 'a\nb  '],
    ['the order of tests', 'adds: red\nmuls: red', 'muls: red\nadds: red'],
    ['how often it is said', 'red\nred\nred', 'red'],
  ])('%s make no other one', (_, one, other) => {
    expect(fingerprint('checks', one)).toBe(fingerprint('checks', other));
  });
});

describe('two errors', () => {
  it.each([
    ['expected 3 to be 4', 'expected 3 to equal 4'],
    ['adds two numbers: red', 'multiplies two numbers: red'],
    ["Cannot find module '/p/src/a.ts'", "Cannot find module '/p/src/b.ts'"],
    ['GET /api/users failed', 'GET /api/orders failed'],
    ['src/a.ts:1:1 failed', 'src/b.ts:1:1 failed'],
    ['한 개의 시험이 실패했다', '두 개의 시험이 실패했다'],
    ['facade is not defined', 'decade is not defined'],
    ['', 'x'],
  ])('are told apart: %j, %j', (one, other) => {
    expect(fingerprint('checks', one)).not.toBe(fingerprint('checks', other));
  });

  it('are told apart by their kind', () => {
    expect(fingerprint('timeout', 'x')).not.toBe(fingerprint('crash', 'x'));
  });
});

it('is short, and the same however letters are composed', () => {
  expect(fingerprint('checks', 'adds: red')).toMatch(/^[0-9a-f]{16}$/);
  expect(fingerprint('checks', 'é')).toBe(fingerprint('checks', 'e\u0301'));
});

it.each(['/', '../', '[', '1a', '1:', 'a'.repeat(50), '\u001b[', '#', '1 ', '12:34 ', 'a1b\n'])(
  'a message of a megabyte of %j is no burden',
  (piece) => {
    expect(cpuMsOf(() => fingerprint('crash', piece.repeat(1_000_000 / piece.length)))).toBeLessThan(5000);
  },
);
