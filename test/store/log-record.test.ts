import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeLogLine, encodeLogLine } from '../../src/store/log-record.ts';

const record = { seq: 7, at: '2026-01-21T10:00:00.000Z', type: 'started', data: { of: ['a', null] } };

test('a line is read as it was written', () => {
  expect(decodeLogLine(encodeLogLine(record).trimEnd())).toEqual(record);
});

/** A line whose sum is right, whatever it says. */
function summed(body: string): string {
  return `${body},"crc":"${crc32(body).toString(16).padStart(8, '0')}"}`;
}

test.each([
  ['no number', '{"seq":"7","at":"","type":"t","data":1'],
  ['no whole number', '{"seq":7.5,"at":"","type":"t","data":1'],
  ['line 0', '{"seq":0,"at":"","type":"t","data":1'],
  ['a number that lost digits', '{"seq":9007199254740993,"at":"","type":"t","data":1'],
  ['no time', '{"seq":7,"at":null,"type":"t","data":1'],
  ['no type', '{"seq":7,"at":"","type":1,"data":1'],
  ['no data', '{"seq":7,"at":"","type":"t"'],
  ['other fields', '{"seq":7,"at":"","type":"t","date":1'],
  ['one field more', '{"seq":7,"at":"","type":"t","data":1,"more":1'],
  ['no object', '["seq"'],
])('a line with %s is damaged, though its sum is right', (_, body) => {
  expect(decodeLogLine(summed(body))).toBeUndefined();
});

test('one other character makes a line damaged', () => {
  const text = encodeLogLine(record).trimEnd();
  expect(decodeLogLine(text.replace('started', 'startec'))).toBeUndefined();
});
