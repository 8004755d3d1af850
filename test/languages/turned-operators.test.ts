import { describe, expect, test } from 'vitest';
import { turnOperators } from '../../src/languages/turned-operators.ts';

describe('turnOperators', () => {
  test.each([
    [
      'src/calc.js',
      'export function sub(a, b) {\n  return a - b;\n}\n',
      'export function sub(a, b) {\n  return a + b;\n}\n',
    ],
    [
      'src/calc.ts',
      'export const isLess = (a: number, b: number) => a < b;\n',
      'export const isLess = (a: number, b: number) => a >= b;\n',
    ],
    ['calc.py', 'def both(a, b):\n    return a and b\n', 'def both(a, b):\n    return a or b\n'],
    ['calc.go', 'func sub(a, b int) int {\n\treturn a - b\n}\n', 'func sub(a, b int) int {\n\treturn a + b\n}\n'],
  ])('turns what %s returns', (path, text, turned) => {
    expect(turnOperators(path, text)).toBe(turned);
  });

  test.each([
    ['a loop', 'for (let i = 0; i < 3; i++) next(() => i + 1);\n'],
    ['a string', "const text = () => 'a + b';\n"],
    ['a comment', 'const none = () => null; // a + b\n'],
    ['what is not returned', 'const sum = a + b;\n'],
  ])('leaves %s alone', (_, text) => {
    expect(turnOperators('src/calc.js', text)).toBeUndefined();
  });
});
