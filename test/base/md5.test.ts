import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { md5 } from '../../src/base/md5.ts';

test('is what everybody else gets', () => {
  expect(md5('/home/user/project').slice(0, 8)).toBe(nodes('/home/user/project').slice(0, 8));
  for (let length = 0; length < 200; length += 1) expect(md5('a'.repeat(length))).toBe(nodes('a'.repeat(length)));
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => md5(text) === nodes(text)));
});

function nodes(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
