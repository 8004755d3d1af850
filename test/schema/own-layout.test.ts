import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scanJson } from '../../src/schema/json-scan.ts';
import { limits } from '../../src/schema/limits.ts';
import { encodeJson, parseOwnLayout } from '../../src/schema/own-layout.ts';
import { byTier } from '../support/tier.ts';

it('reads what we write', () => {
  const value = { version: '2.0', list: ['a', ' b', '"\\'], empty: [], none: {}, number: -1.5e-7, time: null };
  expect(parseOwnLayout(encodeJson(value))).toEqual({ ok: true, value });
});

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

it.each([
  ['the same key twice', '{\n  "a": 1,\n  "a": 2\n}\n'],
  ['a forbidden key', encodeJson(JSON.parse('{"__proto__": 1}'))],
  ['another', encodeJson({ constructor: 1 })],
  ['a number that lost digits', '9007199254740993\n'],
  ['one that JSON.parse keeps', '9007199254740994\n'],
  ['a large one', '1e+21\n'],
  ['another layout', '{"a": 1}\n'],
  ['no end of line', '{}'],
  ['no JSON', '{\n'],
  ['a byte order mark', '\uFEFF{}\n'],
  ['too many levels', encodeJson(nested(limits.depth + 1))],
  [
    'too many keys',
    encodeJson(Object.fromEntries(Array.from({ length: limits.jsonKeys + 1 }, (_, key) => [`k${key}`, 0]))),
  ],
])('%s is left to the scan', (_, text) => {
  expect(parseOwnLayout(text)).toBeUndefined();
});

it('takes nothing that the scan refuses', () => {
  const written = fc.jsonValue({ maxDepth: 5 }).map(encodeJson);
  const changed = fc
    .tuple(written, fc.nat(), fc.constantFrom('"', ',', '\n', '9', 'e+', '__proto__', '', '  '))
    .map(([text, at, put]) => `${text.slice(0, at % text.length)}${put}${text.slice((at % text.length) + 1)}`);
  fc.assert(
    fc.property(fc.oneof(written, changed), (text) => {
      const own = parseOwnLayout(text);
      if (own === undefined) return;
      expect(scanJson(text)).toBeUndefined();
      expect(own).toEqual({ ok: true, value: JSON.parse(text) });
    }),
    { numRuns: byTier({ usual: 300, full: 20_000 }) },
  );
});
