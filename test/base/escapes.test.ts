import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutEscapes } from '../../src/base/escapes.ts';
import { seed } from '../support/tier.ts';
import { cpuMsOf } from '../support/cpu-time.ts';

test.each([
  ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
  ['cursor movements', 'a\u001b[2K\u001b[1Gb\u001b[?25l', 'ab'],
  ['titles and links', '\u001b]0;owned\u0007a\u001b]8;;http://x\u001b\\b\u001b]8;;\u001b\\', 'ab'],
  ['device strings', '\u001bP1$r0m\u001b\\a\u001b_x\u001b\\', 'a'],
  ['the one-byte forms', '\u009b31mred\u009d0;t\u009c', 'red'],
  ['a change of character set, a reset', '\u001b(B\u001bcx', 'x'],
  ['an unfinished one, without what follows', 'a\u001b]0;title\nb', 'a0;title\nb'],
  ['returns', 'one\r\ntwo\rthree', 'one\ntwo\nthree'],
  ['other control characters', 'a\u0000\u0007\u0008b\tc', 'ab\tc'],
  ['what reorders or hides', 'a\u202eb\u200b\u2066c\ufeff', 'abc'],
])('takes out %s', (_, text, plain) => expect(withoutEscapes(text)).toBe(plain));

test('leaves every writing alone', () => {
  const text = '한국어 — naïve 👩‍👩‍👧 “quotes” [31m ~/x';
  expect(withoutEscapes(text)).toBe(text);
});

test('nothing a terminal obeys is left, whatever the text', () => {
  const pieces = fc.constantFrom(
    '\u001b',
    '[',
    ']',
    '\u009b',
    '\u009d',
    '\u0007',
    '\\',
    'P',
    '0',
    ';',
    'm',
    '\n',
    '\u202e',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 40 }), (parts) => {
      // oxlint-disable-next-line no-control-regex -- what must not be there
      return !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/.test(withoutEscapes(parts.join('')));
    }),
    { seed, numRuns: 500 },
  );
});

test('unfinished sequences take time in proportion to their length', () => {
  for (const piece of ['\u001b]', '\u009d', '\u001bP', '\u001b[', '\u009b0', '\u001b ']) {
    expect(cpuMsOf(() => withoutEscapes(piece.repeat(500_000)))).toBeLessThan(10_000);
  }
});
