import { describe, expect, test } from 'vitest';
import { isThrowingStub } from '../../src/languages/throwing-code.ts';

const THROW = `throw new Error('not yet');`;

describe('a module that only throws', () => {
  test.each([
    ['a function', 'a.js', `export function mul(a, b) {\n  ${THROW}\n}\n`],
    ['an arrow function', 'a.js', `export const mul = (a, b) => {\n  ${THROW}\n};\n`],
    ['an asynchronous one with types', 'a.ts', `export async function load(id: string): Promise<Cart> { ${THROW} }\n`],
    [
      'a class',
      'a.ts',
      `import type { Item } from './item.ts';\nexport class Cart {\n  readonly items: Item[];\n  total(): number {\n    ${THROW}\n  }\n}\n`,
    ],
    ['an error class', 'a.js', `export class CartError extends Error {}\n`],
    ['types', 'a.ts', `export interface Cart { readonly total: number }\nexport type Id = { id: string };\n`],
    ['CommonJS', 'a.cjs', `function mul() { ${THROW} }\nmodule.exports = { mul };\n`],
    [
      'a function in Python',
      'a.py',
      `from typing import Any\n\n\ndef mul(a, b):\n    """Multiplies."""\n    raise NotImplementedError\n`,
    ],
    [
      'a class in Python',
      'a.py',
      `class Cart:\n    def total(\n        self,\n        tax: int,\n    ) -> int:\n        raise NotImplementedError("not yet")\n`,
    ],
    ['a function in Go', 'a.go', `package a\n\nfunc Mul(a, b int) int {\n\tpanic("not yet")\n}\n`],
  ])('%s', (_, path, text) => {
    expect(isThrowingStub(path, text)).toBe(true);
  });
});

describe('a module that does more', () => {
  test.each([
    ['returns', 'a.js', `export function mul(a, b) {\n  return a * b;\n}\n`],
    ['returns without a body', 'a.js', `export const mul = (a, b) => a * b;\n`],
    ['has a value', 'a.js', `export const LIMIT = 5;\nexport function mul() { ${THROW} }\n`],
    ['throws only sometimes', 'a.js', `export function mul(a) { if (a) ${THROW} return 12; }\n`],
    ['does nothing', 'a.js', `export function mul() {}\n`],
    ['has a field with a value', 'a.ts', `export class Cart {\n  total = 12;\n}\n`],
    ['runs something', 'a.js', `export function mul() { ${THROW} }\nglobalThis.x = 1;\n`],
    ['is no code', 'a.md', '# throw\n'],
    ['returns in Python', 'a.py', `def mul(a, b):\n    return a * b\n`],
    ['has a value in Python', 'a.py', `LIMIT = 5\n`],
    ['returns in one line', 'a.py', `def mul(a, b): return a * b\n`],
    ['returns in Go', 'a.go', `package a\n\nfunc Mul(a, b int) int {\n\treturn a * b\n}\n`],
  ])('%s', (_, path, text) => {
    expect(isThrowingStub(path, text)).toBe(false);
  });
});
