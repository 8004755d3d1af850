import { expect, test } from 'vitest';
import { boundaryCrossings, type Crossings } from '../../../src/evidence/gates/boundaries.ts';
import { treeFiles } from '../../../src/evidence/gates/tree-files.ts';
import { must, scene } from '../../git/scene.ts';
import { designOf, type Sketch } from '../../support/contracts.ts';

type Files = Record<string, string>;

async function crossingsIn(files: Files, sketch: Sketch, changed = Object.keys(files)): Promise<Crossings> {
  const here = await scene();
  here.commit(files);
  const tree = must(await treeFiles(here.git, here.repository, here.user('rev-parse', 'HEAD^{tree}')));
  return must(await boundaryCrossings(tree, { design: designOf(sketch), changed }));
}

/** `file:line import` of each. */
async function told(files: Files, sketch: Sketch, changed?: string[]): Promise<string[]> {
  const { crossings } = await crossingsIn(files, sketch, changed);
  return crossings.map(({ file, line, import: what }) => `${file}:${line} ${what}`);
}

const REFS = { Cart: 'src/domain/cart.ts', Store: 'src/infra/store.ts' };
const FORBIDDEN = [['Cart', 'Store']] as const;

test('TypeScript: every way to import, and none that is only written about', async () => {
  const cart = `// import { a } from '../infra/store.ts';
const said = "import { a } from '../infra/store'"; const re = /'/;
import { a } from '../infra/store.js';
import type { B } from "../infra/store";
export { c } from '../infra/store.ts';
const d = require('../infra/store');
const e = await import('../infra/store.js?x');
import
  f from
  '../infra/store';
import fs from 'node:fs';
import g from '../infra/store-other';
`;
  const files = {
    'src/domain/cart.ts': cart,
    'src/infra/store.ts': 'export const a = 1;',
    'src/infra/store-other.ts': '',
  };
  expect(await told(files, { refs: REFS, forbidden: FORBIDDEN })).toEqual([
    'src/domain/cart.ts:3 ../infra/store.js',
    'src/domain/cart.ts:4 ../infra/store',
    'src/domain/cart.ts:5 ../infra/store.ts',
    'src/domain/cart.ts:10 ../infra/store',
    'src/domain/cart.ts:6 ../infra/store',
    'src/domain/cart.ts:7 ../infra/store.js?x',
  ]);
});

test('TypeScript: through other names for folders, index files, and files that hand on', async () => {
  const files = {
    'tsconfig.base.json': '{ /* why */ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"], }, } }',
    'tsconfig.json': '{ "extends": "./tsconfig.base" }',
    'src/infra/store/index.ts': 'export const a = 1;',
    'src/infra/all.ts': `import { a as b } from './store/index.js';\nexport { b as c };\nexport { a as z } from '@/infra/store';\nexport * from './other.js';`,
    'src/infra/other.ts': 'export const o = 1;',
    'src/domain/cart.ts': `import { a } from '@/infra/store';\nimport { c } from '../infra/all';\nimport { o } from 'src/infra/all';\nimport { z } from '@/infra/all.js';\nimport * as all from '@/infra/all';`,
  };
  const refs = { Cart: 'src/domain/cart.ts', Store: 'src/infra/store/index.ts' };
  expect(await told(files, { refs, forbidden: FORBIDDEN })).toEqual([
    'src/domain/cart.ts:1 @/infra/store',
    'src/domain/cart.ts:2 ../infra/all',
    'src/domain/cart.ts:4 @/infra/all.js',
    'src/domain/cart.ts:5 @/infra/all',
  ]);
});

test('Python: absolute, relative, of a name, of a module, through a package, by a call', async () => {
  const files = {
    'src/shop/__init__.py': '',
    'src/shop/infra/__init__.py': 'from .store import Store as Kept\nfrom .other import thing\n',
    'src/shop/infra/store.py': 'class Store: pass\n',
    'src/shop/infra/other.py': 'thing = 1\n',
    'src/shop/domain/cart.py': `"""from shop.infra.store import Store"""
# import shop.infra.store
import os, shop.infra.store as s
from ..infra.store import Store
from shop.infra import (
    store,  # the module
)
from shop.infra import Kept
from shop.infra import thing
from ..infra \\
    import store
importlib.import_module('shop.infra.store')
`,
  };
  const sketch = { refs: { Cart: 'src/shop/domain/cart.py' }, forbidden: FORBIDDEN };
  expect((await told(files, sketch)).sort()).toEqual([
    'src/shop/domain/cart.py:10 ..infra',
    'src/shop/domain/cart.py:12 shop.infra.store',
    'src/shop/domain/cart.py:3 shop.infra.store',
    'src/shop/domain/cart.py:4 ..infra.store',
    'src/shop/domain/cart.py:5 shop.infra',
    'src/shop/domain/cart.py:8 shop.infra',
  ]);
});

test('Java: imports, stars, static members, full names, and neighbours that need no import', async () => {
  const root = 'src/main/java/com/shop';
  const store = { [`${root}/infra/Store.java`]: 'package com.shop.infra;\npublic class Store { static int N; }\n' };
  const cart = (body: string): Files => ({
    [`${root}/domain/Cart.java`]: `package com.shop.domain;\n${body}\n`,
    ...store,
  });
  const sketch = { refs: { Cart: `${root}/domain/Cart.java` }, forbidden: FORBIDDEN };
  const lines = async (body: string): Promise<string[]> =>
    (await told(cart(body), sketch)).map((one) => one.replace(/^.*:/, ''));
  expect(await lines('import com.shop.infra.Store;\nclass Cart {}')).toEqual(['2 com.shop.infra.Store']);
  expect(await lines('import static com.shop.infra.Store.N;\nclass Cart {}')).toEqual(['2 com.shop.infra.Store.N']);
  expect(await lines('import com.shop.infra.*;\nclass Cart { Store s; }')).toEqual(['2 com.shop.infra.*']);
  expect(await lines('import com.shop.infra.*;\nclass Cart { Other s; }')).toEqual([]);
  expect(await lines('class Cart {\n com.shop.infra.Store s; }')).toEqual(['3 com.shop.infra.Store']);
  expect(await lines('// import com.shop.infra.Store;\nclass Cart { String s = "com.shop.infra.Store"; }')).toEqual([]);
  expect(await lines('import com.shop.infra.StoreKeeper;\nclass Cart { StoreKeeper s; }')).toEqual([]);
  const near = {
    'src/Cart.java': 'package a;\nclass Cart {\n  private Store store;\n}\n',
    'src/Store.java': 'package a;\nclass Store {}\n',
  };
  expect(await told(near, { forbidden: FORBIDDEN })).toEqual(['src/Cart.java:3 Store']);
});

test('Kotlin: also functions of the outermost level, wherever the file lies', async () => {
  const files = {
    'app/Cart.kt':
      'package shop.domain\nimport shop.infra.loadCart as load\nimport shop.infra.other\nfun x() = load()\n',
    'elsewhere/Store.kt': 'package shop.infra\ninternal suspend fun <T> loadCart(): Int = 1\n',
  };
  expect(await told(files, { forbidden: FORBIDDEN })).toEqual(['app/Cart.kt:2 shop.infra.loadCart']);
});

test('Go: packages by their module, what of them is used, and neighbours', async () => {
  const files = {
    'go.mod': 'module example.com/shop\n\ngo 1.22\n',
    'internal/infra/store.go': 'package infra\n\ntype Store struct{}\n\nfunc Open() *Store { return nil }\n',
    'internal/infra/log.go': 'package infra\n\nfunc Log() {}\n',
  };
  const cart = async (text: string): Promise<string[]> =>
    told({ ...files, 'internal/domain/cart.go': `package domain\n\n${text}\n` }, { forbidden: FORBIDDEN });
  const block = 'import (\n\t"fmt"\n\tdb "example.com/shop/internal/infra"\n)\n\n';
  expect(await cart(`${block}var s db.Store`)).toEqual(['internal/domain/cart.go:5 example.com/shop/internal/infra']);
  expect(await cart(`${block}var s = db.Log`)).toEqual([]);
  expect(await cart('import "example.com/shop/internal/infra"\n\nvar s = infra.Open()')).toEqual([
    'internal/domain/cart.go:3 example.com/shop/internal/infra',
  ]);
  expect(await cart('import _ "example.com/shop/internal/infra"')).toHaveLength(1);
  expect(await cart('// import "example.com/shop/internal/infra"\nvar s = `infra.Open()`')).toEqual([]);
  const near = { 'cart.go': 'package shop\n\nvar s Store\n', 'store.go': 'package shop\n\ntype Store int\n' };
  expect(await told(near, { forbidden: FORBIDDEN })).toEqual(['cart.go:3 Store']);
});

const IMPORTS = {
  'src/domain/cart.ts': `import '../infra/user-store';`,
  'src/infra/user-store.ts': '',
  'src/app/cart.ts': `import '../infra/user-store';`,
};

test('names stand for files by file_refs, then by layers, then by what files and folders are called', async () => {
  const cases: [Sketch, string[]][] = [
    [{ forbidden: [['domain', 'infra']] }, ['src/domain/cart.ts']],
    [{ forbidden: [['domain layer', 'UserStore']] }, ['src/domain/cart.ts']],
    [{ forbidden: [['cart', 'user_store']] }, ['src/domain/cart.ts', 'src/app/cart.ts']],
    [{ forbidden: [['cart', 'UserStore']], refs: { cart: 'src/app/cart.ts' } }, ['src/app/cart.ts']],
    [{ forbidden: [['cart', 'UserStore']], briefRefs: { cart: 'src/app/cart.ts' } }, ['src/app/cart.ts']],
    [
      {
        forbidden: [['core', 'outer']],
        layers: { cart: 'core', UserStore: 'Outer' },
        refs: { cart: 'src/domain/cart.ts' },
      },
      ['src/domain/cart.ts'],
    ],
    [{ forbidden: [['src/app', 'src/infra/']] }, ['src/app/cart.ts']],
    [{ allowed: [['domain', 'infra']] }, []],
    [{ forbidden: [['infra', 'domain']] }, []],
  ];
  for (const [sketch, files] of cases) {
    const { crossings, unresolved } = await crossingsIn(IMPORTS, sketch);
    expect(
      crossings.map(({ file }) => file),
      JSON.stringify(sketch),
    ).toEqual(files);
    expect(unresolved).toEqual([]);
  }
});

test('only changed files are looked at; what cannot be told is said', async () => {
  const forbidden = [
    ['domain', 'infra'],
    ['domain', '결제'],
    ['nowhere', 'infra'],
  ] as const;
  const files = {
    ...IMPORTS,
    'src/domain/a.rb': 'require "x"',
    'src/domain/b.rs': 'use crate::infra;',
    'src/domain/padded.ts': `import '../infra/user-store';${' '.repeat(2 ** 20)}`,
  };
  const changed = [
    'src/app/cart.ts',
    'src/domain/padded.ts',
    'src/domain/a.rb',
    'src/domain/b.rs',
    'src/domain/gone.ts',
  ];
  expect(await crossingsIn(files, { forbidden }, changed)).toEqual({
    crossings: [],
    unresolved: ['결제', 'nowhere'],
    unread: ['src/domain/padded.ts', 'src/domain/a.rb', 'src/domain/b.rs'],
  });
});

test('a name that no file has may be that of a package', async () => {
  const files = {
    'src/domain/cart.ts': `import x from 'express/lib';\n// from 'express'\nimport y from 'express-like';`,
  };
  expect(await told(files, { forbidden: [['domain', 'Express']] })).toEqual(['src/domain/cart.ts:1 Express']);
});

test('files of one side may use each other, and hostile ones end', async () => {
  const files = {
    'src/domain/infra/a.ts': `import './b';`,
    'src/domain/infra/b.ts': '',
    'src/domain/cart.ts': `${'import '.repeat(50_000)}\n${'export * from "./cart";\n'.repeat(3_000)}import './infra/a';`,
  };
  expect(await told(files, { forbidden: [['domain', 'infra']] })).toEqual(['src/domain/cart.ts:3002 ./infra/a']);
});

test('hostile files of every language end', async () => {
  const long = 20_000;
  const files = {
    'domain/a.py': `${'from a import ('.repeat(long)}\n${'import a\n'.repeat(long)}`,
    'domain/B.java': `${'class B '.repeat(long)}${'import a.b.C;\n'.repeat(20_000)}`,
    'domain/c.kt': `${'fun a.'.repeat(long)}\n${'fun '.repeat(long)}`,
    'domain/d.go': `package d\nimport (\n${'"a" '.repeat(long)}`,
    'domain/e.ts': `${'from "'.repeat(long)}\n${'export { '.repeat(long)}\n${'`${'.repeat(long)}`,
    'infra/a.py': '',
    'infra/B.java': 'class X '.repeat(long),
    'infra/d.go': `package d\n${'type ('.repeat(long)}`,
    'go.mod': 'module m\n',
  };
  expect(await told(files, { forbidden: [['domain', 'infra']] })).toEqual([]);
});
