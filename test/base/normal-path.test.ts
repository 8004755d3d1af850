import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalPath } from '../../src/base/normal-path.ts';

test.each([
  ['./src/a.ts', 'src/a.ts'],
  [' /src//a.ts/ ', 'src/a.ts'],
  ['src\\lib\\..\\a.ts', 'src/a.ts'],
  ['a/../../b', '../b'],
  ['', '.'],
  ['/', ''],
])('%s is %s', (written, expected) => {
  expect(normalPath(written)).toBe(expected);
});

test('as node has it', () => {
  const part = fc.constantFrom('..', '.', '', 'a', 'b.c', '...');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const written = parts.join('/');
      expect(normalPath(written)).toBe(path.posix.normalize(written).replace(/^\/+|\/+$/g, ''));
    }),
  );
});
