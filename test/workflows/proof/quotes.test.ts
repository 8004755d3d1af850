import { expect, test } from 'vitest';
import { quoteProblem } from '../../../src/workflows/proof/quotes.ts';

const texts = new Map([
  ['src/cart.ts', 'export function total(\n  items: Item[],\n): number {\n  return sum(items);\n}});\n}}}}}}}\n'],
]);

test.each([
  ['export function total(items: Item[],): number {', 'src/cart.ts', undefined],
  ['return sum(items);', './src/cart.ts', undefined],
  ['return sum(prices);', 'src/cart.ts', 'not_found'],
  ['', 'src/cart.ts', 'too_short'],
  ['sum(', 'src/cart.ts', 'too_short'],
  ['});\n}}}}}}}', 'src/cart.ts', 'too_short'],
  ['return sum(items);', 'src/nothing.ts', 'no_file'],
  ['return sum(items);', '../../../etc/passwd', 'no_file'],
])('%s of %s: %s', (quote, file, expected) => {
  expect(quoteProblem({ file, quote }, texts)).toBe(expected);
});
