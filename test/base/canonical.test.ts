import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/json.ts';

it('sorts keys by code unit, at every depth, and writes no white space', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 'x y' }], a: null, Z: { 10: true, 9: false }, ä: undefined })).toBe(
    '{"Z":{"10":true,"9":false},"a":null,"b":[{"c":"x y","d":1}]}',
  );
  expect(canonicalJson([undefined, Number.NaN, -0])).toBe('[null,null,0]');
});

it('is the same for the same value, whatever the order of its keys, and says what JSON says', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, inner]) => [key, shuffled(inner)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
