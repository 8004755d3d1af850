import { expect, it } from 'vitest';
import { addedExports, allExportsOf, exportsOf } from '../../src/languages/exports.ts';
import type { ExportedName } from '../../src/languages/exported-name.ts';

/** `name: kind`, with what else is known. */
function shown(names: readonly ExportedName[]): string[] {
  return names.map(({ name, kind, flow, literal, members, from }) => {
    const inside = members?.map((one) => {
      const words = [one.owner === 'instance' ? '' : one.owner, one.flow === 'sync' ? '' : one.flow];
      return [...words, one.kind === 'method' ? '' : one.kind, one.name].filter((word) => word !== '').join(' ');
    });
    const more = [
      flow === undefined || flow === 'sync' ? '' : flow,
      literal === undefined ? '' : `= ${literal}`,
      inside === undefined ? '' : `{ ${inside.join(', ')} }`,
      from === undefined ? '' : `from ${from.specifier}#${from.name}`,
    ];
    return [`${name}: ${kind}`, ...more.filter((one) => one !== '')].join(' ');
  });
}

it('reads what ES modules export', () => {
  const text = `
import { readFile } from 'node:fs/promises';
import other, { third as fourth } from './other.js';
import * as space from './space.js';
export function add(a, b) { return a + b; } // export const no = 1
export async function load() { const x = { export: 1 }; return x; }
export function* walk() { yield 1; }
export async function* stream() {}
export class Cart extends Base {
  #secret = 1;
  items = [];
  constructor(a) { super(a); if (a) { this.x(); } }
  total(currency = 'EUR') { return this.items.reduce((sum, one) => sum + one, 0); }
  static async of(...items) { return new Cart(items); }
  get size() { return 1; }
  *[Symbol.iterator]() {}
  onClick = async (event) => { event.stop(); };
}
export const LIMIT = 5, NAME = 'a,b', flags = { on: true, list: [1, 2] };
export const twice = (n) => n * 2
export const later = async n => n
export const api = { get() { return 1; }, post: async (x) => x, limit: LIMIT, add };
export const made = memo(add);
export const { one, two: second } = made;
export let derived = LIMIT * 2;
export default class { run() {} }
const local = 'x';
function helper() {}
export { helper, local as renamed, fourth, other, space };
export { a, b as c } from './list.js';
export * from './all.js';
export * as ns from './ns.js';
`;
  expect(shown(exportsOf('src/a.js', text))).toEqual([
    'add: function',
    'load: function async',
    'walk: function generator',
    'stream: function async generator',
    'Cart: class { total, static async of, getter size, async onClick }',
    'LIMIT: constant = 5',
    "NAME: constant = 'a,b'",
    'flags: constant = { on: true, list: [1, 2] }',
    'twice: function',
    'later: function async',
    'api: object { get, async post, value limit, value add }',
    'made: unknown',
    'one: unknown',
    'second: unknown',
    'derived: constant',
    'default: class { run }',
    'helper: function',
    "renamed: constant = 'x'",
    'fourth: unknown from ./other.js#third',
    'other: unknown from ./other.js#default',
    'space: object from ./space.js#*',
    'a: unknown from ./list.js#a',
    'c: unknown from ./list.js#b',
    '*: unknown from ./all.js#*',
    'ns: object from ./ns.js#*',
  ]);
});

it('reads what TypeScript adds', () => {
  const text = `
export interface Point<T = number> { x: T; y: T }
export type Id = string | { id: string };
export type { Other } from './other.ts';
export enum Color { Red, Green = 'g' }
export const enum Size { Small }
export abstract class Shape<T extends object> implements HasArea {
  protected abstract area(): number;
  private readonly name: string = 'x';
  public describe<K>(key: K, options: { deep: boolean } = { deep: true }): { text: string } { return { text: String(key) }; }
  protected async load(): Promise<Map<string, number>> { return new Map(); }
}
export function over(a: string): string;
export function over(a: number): number;
export function over(a: unknown): unknown { return a; }
export const typed: (n: number) => Promise<string> = async (n: number): Promise<string> => String(n);
export const map = new Map<string, number>();
export const LEVELS = ['low', 'high'] as const;
export declare const ambient: string;
export default function App({ name }: Props) { return name; }
`;
  expect(shown(exportsOf('src/a.tsx', text))).toEqual([
    'Point: interface',
    'Id: type',
    'Other: type from ./other.ts#Other',
    'Color: enum { static value Red, static value Green }',
    'Size: enum { static value Small }',
    'Shape: class { describe, async load }',
    'over: function',
    'typed: function async',
    'map: unknown',
    "LEVELS: constant = ['low', 'high']",
    'ambient: constant',
    'default: function',
  ]);
});

it('reads what CommonJS modules export', () => {
  const text = `
const fs = require('node:fs');
class Cart { total() {} }
async function load() {}
exports.version = '1.2';
module.exports.load = load;
exports.each = (list) => list;
Object.defineProperty(exports, 'lazy', { get() { return 1; } });
`;
  expect(shown(exportsOf('a.js', text))).toEqual([
    "version: constant = '1.2'",
    'load: function async',
    'each: function',
    'lazy: unknown',
  ]);
  const whole = `
class Cart { total() {} }
const LIMIT = 5;
module.exports = { Cart, LIMIT, sum(a) { return a; }, max: Math.max, low: require('./low'), ...require('./rest') };
module.exports.extra = function* () {};
`;
  expect(shown(exportsOf('a.cjs', whole))).toEqual([
    'Cart: class { total }',
    'LIMIT: constant = 5',
    'sum: function',
    'max: constant',
    'low: unknown from ./low#module.exports',
    '*: unknown from ./rest#*',
    'extra: function generator',
  ]);
  expect(shown(exportsOf('a.js', 'module.exports = class Cart { total() {} }\n'))).toEqual([
    'module.exports: class { total }',
  ]);
  expect(shown(exportsOf('a.js', "module.exports = require('./lib/a');\n"))).toEqual([
    '*: unknown from ./lib/a#*',
    'module.exports: unknown from ./lib/a#module.exports',
  ]);
});

it('finds exports after code that is easily misread', () => {
  const text = 'export const a = 1;\nwhile (more()) /[`]/y.exec(a);\nexport const b = 2;\nexport function c() {}\n';
  expect(shown(exportsOf('a.js', text))).toEqual(['a: constant = 1', 'b: constant = 2', 'c: function']);
});

it('reads what Python modules bind', () => {
  const text = `
"""Doc: def nothing(): pass"""
from __future__ import annotations
import os.path, json as j
from .calc import (
    add,
    sub as minus,
)
LIMIT = 5
NAMES: list[str] = ["a", 'b']
A = B = {"x": (1, None)}
first, second = pair()
made = namedtuple("P", "x y")
square = lambda n: n * n
__all__ = ["add"]

def plain(a, b=(1,
                2)):
    """Text
def not_here(): pass
"""
    def inner(): pass
    return a

async def load(): ...

def walk():
    yield 1

@dataclass
class Cart(Base, metaclass=Meta):
    items: list
    rate = 0.1

    def __init__(self, items): self.items = items

    @property
    def size(self): return 1

    @staticmethod
    def of(*items):
        return Cart(items)

    @classmethod
    async def load(cls): pass

try:
    import fast
except ImportError:
    fast = None
if __name__ == "__main__":
    main_only = 1
`;
  expect(shown(exportsOf('pkg/a.py', text))).toEqual([
    'annotations: unknown from __future__#annotations',
    'os: unknown from os#*',
    'j: unknown from json#*',
    'add: unknown from .calc#add',
    'minus: unknown from .calc#sub',
    'LIMIT: constant = 5',
    `NAMES: constant = ["a", 'b']`,
    'A: constant = {"x": (1, None)}',
    'B: constant = {"x": (1, None)}',
    'first: unknown',
    'second: unknown',
    'made: unknown',
    'square: function',
    '__all__: constant = ["add"]',
    'plain: function',
    'load: function async',
    'walk: function generator',
    'Cart: class { static value items, static value rate, __init__, getter size, static of, class async load }',
    'fast: unknown from fast#*',
  ]);
});

const tree = (files: Readonly<Record<string, string>>) => ({
  paths: new Set(Object.keys(files)),
  text: (path: string) => files[path],
});

it('follows what modules pass on', () => {
  const js = tree({
    'src/index.ts':
      "export * from './calc.js';\nexport { Cart as Basket } from './cart';\nexport * as calc from './calc';\n",
    'src/calc.ts': "export const add = (a: number) => a;\nexport * from './index.js';\nexport default 1;\n",
    'src/cart/index.ts': 'export class Cart { total() {} }\n',
  });
  expect(shown(allExportsOf('src/index.ts', js))).toEqual([
    'Basket: class { total }',
    'calc: object { add, value default }',
    'add: function',
  ]);
  const py = tree({
    'pkg/__init__.py': 'from .calc import add, sub as minus\nfrom . import calc\nfrom pkg.more import *\nimport os\n',
    'pkg/calc.py': 'def add(): pass\nasync def sub(): pass\n',
    'pkg/more.py': 'LIMIT = 1\n',
  });
  expect(shown(allExportsOf('pkg/__init__.py', py))).toEqual([
    'add: function',
    'minus: function async',
    'calc: unknown from .#calc',
    'os: unknown from os#*',
    'LIMIT: constant = 1',
  ]);
});

it('names what one version has and another has not, down to methods', () => {
  const before = exportsOf('a.js', 'export function a() {}\nexport class C { x() {} }\n');
  const after = exportsOf('a.js', 'export function a() {}\nexport class C { x() {} y() {} }\nexport const b = 1;\n');
  const added = addedExports(before, after).map(({ added: one, to }) => [shown([one])[0], to?.name]);
  expect(added).toEqual([
    ['C: class { y }', 'C'],
    ['b: constant = 1', undefined],
  ]);
});
