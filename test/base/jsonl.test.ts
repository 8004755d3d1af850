import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitLines } from '../../src/base/jsonl.ts';
import { seed } from '../support/tier.ts';

function linesOf(chunks: Iterable<Uint8Array>, longest?: number): [string, boolean][] {
  const lines: [string, boolean][] = [];
  const splitter = splitLines((line, cut) => lines.push([line, cut]), longest);
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return lines;
}

const whole = (...lines: string[]): [string, boolean][] => lines.map((line) => [line, false]);

test('only \\n ends a line: other separators of Unicode are part of it', () => {
  const text = '{"a":"one\u2028two\u2029three\u0085\v\f\rfour"}\nfive\n';
  expect(linesOf([Buffer.from(text)])).toEqual(whole('{"a":"one\u2028two\u2029three\u0085\v\f\rfour"}', 'five'));
});

test('CRLF, empty lines and a last line without a break', () => {
  expect(linesOf([Buffer.from('a\r\n\r\n\nb')])).toEqual(whole('a', '', '', 'b'));
  expect(linesOf([Buffer.from('a\r'), Buffer.from('\nb\n')])).toEqual(whole('a', 'b'));
  expect(linesOf([])).toEqual([]);
});

test('characters that arrive byte by byte', () => {
  const bytes = Buffer.from('안녕 👋🏽\n끝');
  expect(linesOf(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole('안녕 👋🏽', '끝'));
});

test('bytes that are no UTF-8 become replacement characters, and the lines after them are whole', () => {
  expect(linesOf([Uint8Array.of(0xff, 0xfe, 0x0a, 0x6f, 0x6b, 0x0a, 0xe2)])).toEqual(
    whole('\ufffd\ufffd', 'ok', '\ufffd'),
  );
});

test('of a line that is too long the beginning is kept, and marked', () => {
  const [long, next] = [Buffer.from('abcdef'.repeat(10)), Buffer.from('\nnext\n')];
  expect(linesOf([long, long, next], 8)).toEqual([
    ['abcdefab', true],
    ['next', false],
  ]);
  expect(linesOf([Buffer.from('exactly8\nexactly8')], 8)).toEqual(whole('exactly8', 'exactly8'));
  // The cut never leaves half a character behind.
  expect(linesOf([Buffer.from('abc👋👋\n')], 4)).toEqual([['abc', true]]);
});

test('however the bytes are cut into chunks, the lines are the same', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\u2028', 'é', '한', '👋') });
  const cuts = fc.array(fc.nat({ max: 7 }));
  fc.assert(
    fc.property(text, cuts, (text, cuts) => {
      const bytes = Buffer.from(text);
      const chunks: Uint8Array[] = [];
      let from = 0;
      for (const size of cuts) chunks.push(bytes.subarray(from, (from += size)));
      chunks.push(bytes.subarray(from));
      const expected = text.split('\n');
      if (expected.at(-1) === '') expected.pop();
      expect(linesOf(chunks)).toEqual(whole(...expected.map((line) => line.replace(/\r$/, ''))));
    }),
    { seed, numRuns: 500 },
  );
});
