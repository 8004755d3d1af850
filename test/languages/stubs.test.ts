import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';
import { expect, it, onTestFinished } from 'vitest';
import { addedExports, exportsOf } from '../../src/languages/exports.ts';
import { forwarder, graft, hollowStub, withHollowExports, withMovedExports } from '../../src/languages/stubs.ts';
import { needs } from '../support/needs.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stubs-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

/** What a program prints, as JSON. */
function printed(program: string, files: Readonly<Record<string, string>>, main: string): unknown {
  const text = execFileSync(program, [main], { cwd: folderWith(files), encoding: 'utf8' });
  return JSON.parse(text);
}

const before = `export function add(a, b) { return a + b; }
function hidden() { return 'secret'; }
export class Cart { total() { return 1; } }
export default add;
`;
const after = `export function add(a, b) { return a + b; }
export function hidden() { return 'secret'; }
export class Cart extends Box { total() { return 1; } count() { return 2; } static of() { return new Cart(); } get size() { return 3; } }
export async function load() { return 1; }
export function* walk() { yield 1; }
export const LIMIT = 5;
export const api = { get() { return 1; }, async post() { return 2; }, limit: f() };
export class Missing extends TypeError { code() { return 1; } }
export default add;
`;
const grafted = `export const LIMIT = { a: [1, 'x'] };\nexport function gone() {}\nexport class Old { x() {} }\nexport class Cart { total() {} lost() {} }\n`;

it('makes JavaScript that loads and returns nothing', () => {
  const added = addedExports(exportsOf('a.mjs', before), exportsOf('a.mjs', after));
  const removed = addedExports(exportsOf('a.mjs', before), exportsOf('a.mjs', grafted));
  const common = 'class Cart { total() { return 1; } }\nmodule.exports = { Cart, add: (a) => a };\n';
  const more =
    'class Cart { total() {} count() {} }\nmodule.exports = function make() {};\nmodule.exports.Cart = Cart;\nmodule.exports.LIMIT = 5;\nmodule.exports.add = (a) => a;\n';
  const files = {
    'a.mjs': withHollowExports('a.mjs', before, added),
    'new.mjs': hollowStub('new.mjs', exportsOf('new.mjs', after)),
    'old.mjs': graft('old.mjs', before, removed),
    'common.cjs': withHollowExports(
      'common.cjs',
      common,
      addedExports(exportsOf('c.cjs', common), exportsOf('c.cjs', more)),
    ),
    'whole.cjs': hollowStub('whole.cjs', exportsOf('c.cjs', more)),
    'sub/forward.mjs': forwarder({ from: 'sub/forward.mjs', to: 'a.mjs' }, exportsOf('a.mjs', after)),
    'forward.cjs': forwarder({ from: 'forward.cjs', to: 'common.cjs' }, exportsOf('c.cjs', common)),
    'moved.mjs': withMovedExports(
      { from: 'moved.mjs', to: 'a.mjs' },
      'export const x = 1;\n',
      exportsOf('a.mjs', 'export function add() {}'),
    ),
    'any.mjs': hollowStub('any.mjs', [
      { name: 'Thing', kind: 'unknown', form: 'esm' },
      { name: 'run', kind: 'unknown', form: 'esm' },
    ]),
    'main.mjs': `
import * as a from './a.mjs'; import * as n from './new.mjs'; import * as old from './old.mjs';
import common from './common.cjs'; import whole from './whole.cjs'; import forwarded from './forward.cjs';
import add, { load } from './sub/forward.mjs'; import { add as moved } from './moved.mjs'; import { Thing, run } from './any.mjs';
const thrown = (f) => { try { return ['returned', f()]; } catch (error) { return error.message; } };
const none = [a.hidden(), await a.load(), [...a.walk()].length, a.LIMIT, a.api.get(), await a.api.post(), a.api.limit, new a.Cart().count(), a.Cart.of(), new a.Cart().size, n.add(1, 2), new n.Cart().total(), n.default()];
console.log(JSON.stringify({
  none: none.map((one) => one ?? 'nothing'), kept: [a.add(1, 2), new a.Cart().total(), a.default(3, 4)],
  error: [new n.Missing('text').message, new n.Missing('x') instanceof TypeError],
  grafted: [old.LIMIT, thrown(() => old.gone()), thrown(() => new old.Old()), thrown(() => new old.Cart().lost()), new old.Cart().total()],
  common: [common.LIMIT ?? 'nothing', new common.Cart().count() ?? 'nothing', new common.Cart().total(), common.add(7), typeof common],
  whole: [whole() ?? 'nothing', whole.add(7) ?? 'nothing', new whole.Cart().count() ?? 'nothing'],
  forwarded: [add(1, 1), (await load()) ?? 'nothing', forwarded === common, moved(2, 2)],
  any: [new Thing(1).at.length, new Thing().go() ?? 'nothing', Thing.of() ?? 'nothing', run() ?? 'nothing'],
}));`,
  };
  expect(printed(process.execPath, files, 'main.mjs')).toEqual({
    none: ['nothing', 'nothing', 0, ...Array.from({ length: 10 }, () => 'nothing')],
    kept: [3, 1, 7],
    error: ['text', true],
    grafted: [{ a: [1, 'x'] }, 'gone was removed', 'Old was removed', 'lost was removed', 1],
    common: ['nothing', 'nothing', 1, 7, 'function'],
    whole: ['nothing', 'nothing', 'nothing'],
    forwarded: [2, 'nothing', true, 4],
    any: [0, 'nothing', 'nothing', 'nothing'],
  });
});

it('makes TypeScript that parses, with types for whoever imports them', () => {
  const text = `export interface Point<T = number> { x: T }
export type Id<A extends string, B = Map<A, B>> = A;
export enum Color { Red, Green }
export class Cart<T> extends Base<T> { total(): number { return 1; } async load(): Promise<T> { return 1; } get size(): number { return 1; } static of() {} }
export const View = memo(() => <p>hi</p>);
export class Old extends React.Component { render() { return <p/>; } }
export default function App() { return <p>don't</p>; }
export async function* stream(): AsyncGenerator<number> {}
`;
  const names = exportsOf('a.tsx', text);
  const stub = hollowStub('a.tsx', names);
  expect(parseSync('a.tsx', stub).errors).toEqual([]);
  expect(
    exportsOf('a.tsx', stub)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(names.map(({ name }) => name).toSorted());
  expect(stub).toContain('type hollow_Id<_T0 = any, _T1 = any> = any;');
  expect(stub).toContain('const hollow_View: any = function (..._: any[]): any { return null; };');
  expect(stub).toContain('const hollow_default: any = function (..._: any[]): any { return null; };');
  const base = 'export class Cart<T> { total(): number { return 1; } }\n';
  const gained = withHollowExports('a.ts', base, addedExports(exportsOf('a.ts', base), exportsOf('a.ts', text)));
  expect(parseSync('a.ts', gained).errors).toEqual([]);
  expect(gained).toContain('export interface Cart<T> { load: any; size: any; }');
  expect(hollowStub('types.ts', [])).toBe('export {};\n');
  const move = { from: 'src/a.ts', to: 'src/lib/index.ts' };
  expect(forwarder(move, [])).toBe('export * from "./lib/index.ts";\n');
  expect(forwarder({ ...move, ending: 'compiled' }, [])).toBe('export * from "./lib/index.js";\n');
  expect(forwarder({ ...move, ending: 'none' }, [])).toBe('export * from "./lib";\n');
  expect(
    forwarder({ from: 'src/a.js', to: 'src/a.ts', ending: 'compiled' }, exportsOf('a.ts', 'export default 1')),
  ).toBe('export * from "./a.ts";\nexport { default } from "./a.ts";\n');
});

it('makes Python that loads and returns nothing', (context) => {
  needs(context, 'python3');
  const old = 'def add(a, b): return a + b\nclass Cart:\n    def total(self): return 1\n__all__ = ["add"]\n';
  const now = `${old}
from math import floor
LIMIT = 5
async def load(): return 1
def walk(): yield 1
class Missing(ValueError):
    def code(self): return 1
class Point(Base):
    x: int
    @property
    def size(self): return 1
class Cart:
    def total(self): return 1
    def count(self): return 2
    @classmethod
    def of(cls): return cls()
`;
  const lost = 'LIMIT = {"a": (1, None)}\ndef gone(): pass\nclass Cart:\n    def lost(self): pass\n';
  const files = {
    'pkg/__init__.py': '',
    'pkg/a.py': withHollowExports('pkg/a.py', old, addedExports(exportsOf('a.py', old), exportsOf('a.py', now))),
    'pkg/new.py': hollowStub('pkg/new.py', exportsOf('a.py', now)),
    'pkg/old.py': graft('pkg/old.py', old, addedExports(exportsOf('a.py', old), exportsOf('a.py', lost))),
    'pkg/before.py': forwarder({ from: 'pkg/before.py', to: 'pkg/a.py' }, []),
    'before/__init__.py': forwarder({ from: 'before/__init__.py', to: 'pkg/__init__.py' }, []),
    'before/a.py': forwarder({ from: 'before/a.py', to: 'pkg/a.py' }, []),
    'flat/__init__.py': forwarder({ from: 'flat/__init__.py', to: 'src/flat/__init__.py' }, []),
    'src/flat/__init__.py': 'from flat.inner import deep\n',
    'src/flat/inner.py': 'def deep(): return "deep"\n',
    'pkg/moved.py': withMovedExports(
      { from: 'pkg/moved.py', to: 'pkg/a.py' },
      'x = 1\n',
      exportsOf('a.py', 'def add(): pass'),
    ),
    'main.py': `
import asyncio, json, sys
from pkg import a, new, old, before, moved
import before.a as again
import pkg.before
import flat, flat.inner
def thrown(f):
    try: return ["returned", f()]
    except Exception as error: return str(error)
print(json.dumps({
  "none": [asyncio.run(a.load()), list(a.walk()), a.LIMIT, a.Cart().count(), a.Cart.of(), new.add(1, 2), new.Point(1).size, new.Point(1).x, new.Point().anything(2)],
  "kept": [a.add(1, 2), a.Cart().total(), a.floor(1.5), "LIMIT" in a.__all__],
  "error": [str(new.Missing("text")), new.Missing().code()],
  "grafted": [old.LIMIT, thrown(old.gone), thrown(old.Cart().lost), old.Cart().total()],
  "forwarded": [before is a, again is a, pkg.before is a, flat.inner.deep(), flat.deep(), moved.add(2, 3)],
}))`,
  };
  expect(printed('python3', files, 'main.py')).toEqual({
    none: [null, [], null, null, null, null, null, null, null],
    kept: [3, 1, 1, true],
    error: ['text', null],
    grafted: [{ a: [1, null] }, 'gone was removed', 'lost was removed', 1],
    forwarded: [true, true, true, 'deep', 'deep', 5],
  });
});
