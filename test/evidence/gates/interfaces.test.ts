import { expect, test } from 'vitest';
import { missingInterfaces } from '../../../src/evidence/gates/interfaces.ts';
import { treeFiles } from '../../../src/evidence/gates/tree-files.ts';
import { must, scene } from '../../git/scene.ts';
import { designOf } from '../../support/contracts.ts';

async function stateOf(files: Record<string, string>, names: readonly string[]) {
  const here = await scene();
  here.commit({ ...files, 'src/a.ts': null, 'src/b.ts': null });
  const tree = must(await treeFiles(here.git, here.repository, here.user('rev-parse', 'HEAD^{tree}')));
  return must(await missingInterfaces(designOf({ interfaces: names }).contract, tree));
}

const PRESENT: readonly (readonly [string, string, string])[] = [
  [
    'class.ts',
    'export class Cart {\n  async total<T>(items: T[]): Promise<number> {\n    return 0;\n  }\n}',
    'Cart.total',
  ],
  ['interface.ts', 'export interface Cart {\n  total(items: Item[]): number;\n}', 'Cart.total'],
  ['property.ts', 'export type Cart = { readonly total: (items: Item[]) => number };', 'Cart.total'],
  ['object.js', 'export const Cart = { total: async (items) => 0 };', 'Cart.total'],
  ['cart.js', 'export function total(items) {}', 'Cart.total'],
  ['function.js', 'export const total = (items) => 0;', 'total(items)'],
  ['cart.py', 'class Cart:\n    async def total(self, items) -> int: ...\n', 'Cart.total'],
  [
    'Cart.java',
    'public class Cart {\n  public Result<Total, E> total(Req r) throws X {\n return null; } }',
    'Cart#total',
  ],
  ['Cart.java', 'public interface Cart { Total total(Req r); }', 'Cart.total'],
  ['Cart.kt', 'class Cart\nfun Cart.total(items: List<Int>): Int = 0', 'Cart.total'],
  ['cart.go', 'package a\n\ntype Cart struct{}\n\nfunc (c *Cart) Total(items []int) int { return 0 }', 'Cart.Total'],
  ['cart.go', 'package a\n\ntype Cart interface {\n\tTotal(items []int) int\n}', 'Cart.Total'],
  ['cart.rs', 'pub struct Cart;\nimpl Cart { pub fn total(&self) -> u32 { 0 } }', 'Cart::total'],
  ['Cart.cs', 'public class Cart { public async Task<int> Total(int[] items) { return 0; } }', 'Cart.Total'],
];

test.each(PRESENT)('%s: %s', async (file, text, name) => {
  expect(await stateOf({ [`lib/${file}`]: text }, [name])).toEqual({ missing: [], unknown: [] });
});

test('nowhere, only in a comment, a string or a test: missing', async () => {
  const files = {
    'lib/other.ts': '// class Cart { total() {} }\nexport const text = "function total() {}";',
    'test/cart.test.ts': 'class Cart { total() { return 0; } }',
  };
  expect(await stateOf(files, ['Cart.total', 'total'])).toEqual({ missing: ['Cart.total', 'total'], unknown: [] });
});

test('only called, or no name of a program: it cannot be told', async () => {
  const files = {
    'lib/cart.ts': 'import { Base } from "./base";\nexport class Cart extends Base {}\nnew Cart().total(1);',
  };
  expect(await stateOf(files, ['Cart.total', 'GET /api/cart', 'Cart.nothing'])).toEqual({
    missing: ['Cart.nothing'],
    unknown: ['Cart.total', 'GET /api/cart'],
  });
  const padded = { 'lib/cart.ts': `class Cart { total() {} }${' '.repeat(2 ** 20)}` };
  expect(await stateOf(padded, ['Cart.total'])).toEqual({ missing: [], unknown: ['Cart.total'] });
  expect(await stateOf({ 'lib/cart.rb': 'class Cart; end' }, ['Cart.total'])).toEqual({
    missing: [],
    unknown: ['Cart.total'],
  });
});

test('hostile sources end', async () => {
  const texts = [
    'total('.repeat(100_000),
    'total : '.repeat(100_000),
    'a total('.repeat(80_000),
    'total<'.repeat(100_000),
  ];
  const files = Object.fromEntries(texts.map((text, at) => [`lib/x${at}.ts`, `class Cart {}\n${text}`]));
  expect((await stateOf(files, ['Cart.total'])).missing).toEqual([]);
});
