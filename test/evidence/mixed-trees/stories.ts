import { expect } from 'vitest';
import { redTree } from '../../../src/evidence/mixed-trees/red-tree.ts';
import { regressionTree } from '../../../src/evidence/mixed-trees/regression-tree.ts';
import { must } from '../../git/scene.ts';
import { changeScene, type Files } from './change-scene.ts';
import type { Outcome } from './runners.ts';

/** How a project of some language and runner writes what these stories need. */
export interface Dialect {
  readonly files: Files;
  /** Names of its files. */
  readonly calc: string;
  readonly renamed: string;
  readonly test: string;
  readonly otherTest: string;
  readonly newTest: string;
  /** The product; `parts` are some of those below. */
  module(parts: readonly string[]): string;
  readonly parts: Readonly<Record<'add' | 'sub' | 'wrongSub' | 'limit' | 'cart' | 'cartWithCount' | 'mul', string>>;
  /** A test file that imports these names from a file of the product. */
  tests(from: string, names: readonly string[], tests: Readonly<Record<string, string>>): string;
  readonly asserts: Readonly<
    Record<'adds' | 'subs' | 'limit' | 'total' | 'counts' | 'multiplies' | 'exists' | 'weak', string>
  >;
  run(folder: string): Outcome;
}

const PASSES = { adds: 'passed', subs: 'passed', limit: 'passed', total: 'passed' };

export async function tellStories(dialect: Dialect): Promise<void> {
  const { parts, asserts, calc, renamed, test, otherTest, newTest } = dialect;
  const whole = [parts.add, parts.sub, parts.limit, parts.cart];
  const oldNames = ['add', 'sub', 'LIMIT', 'Cart'];
  const oldTests = { adds: asserts.adds, subs: asserts.subs, limit: asserts.limit, total: asserts.total };
  const before = {
    ...dialect.files,
    [calc]: dialect.module(whole),
    [test]: dialect.tests(calc, oldNames, oldTests),
    [otherTest]: dialect.tests(calc, ['add'], { other: asserts.adds }),
  };

  // A function is added with tests of its own; an old function is broken and its test weakened.
  const added = await changeScene(before, {
    [calc]: dialect.module([parts.add, parts.wrongSub, parts.limit, parts.cart, parts.mul]),
    [newTest]: dialect.tests(calc, ['mul'], { multiplies: asserts.multiplies, exists: asserts.exists }),
    [test]: dialect.tests(calc, oldNames, { ...oldTests, subs: asserts.weak }),
  });
  const addedRegression = must(await regressionTree(added.trees));
  expect(addedRegression).toMatchObject({ isNeeded: true, sameAs: null, tests: [test], isWholeSuite: false });
  expect(dialect.run(added.checkOut(addedRegression.tree))).toEqual({ ...PASSES, subs: 'failed' });
  const addedRed = must(await redTree(added.trees));
  expect(addedRed.notes).toEqual([{ kind: 'hollow', path: calc, names: ['mul'] }]);
  expect(dialect.run(added.checkOut(addedRed.tree))).toEqual({ ...PASSES, multiplies: 'failed', exists: 'passed' });

  // A file is renamed, and its test follows.
  const moved = await changeScene(before, {
    [calc]: null,
    [renamed]: before[calc] ?? '',
    [test]: dialect.tests(renamed, oldNames, oldTests),
    [otherTest]: dialect.tests(renamed, ['add'], { other: asserts.adds }),
  });
  const movedRegression = must(await regressionTree(moved.trees));
  expect(movedRegression.notes).toEqual([{ kind: 'forwarder', path: calc, to: renamed }]);
  expect(dialect.run(moved.checkOut(movedRegression.tree))).toEqual({ ...PASSES, other: 'passed' });
  const movedRed = must(await redTree(moved.trees));
  expect(movedRed.notes).toEqual([{ kind: 'forwarder', path: renamed, to: calc }]);
  expect(dialect.run(moved.checkOut(movedRed.tree))).toEqual({ ...PASSES, other: 'passed' });

  // Exports are removed together with their tests.
  const removed = await changeScene(before, {
    [calc]: dialect.module([parts.add, parts.cart]),
    [test]: dialect.tests(calc, ['add', 'Cart'], { adds: asserts.adds, total: asserts.total }),
  });
  const removedRegression = must(await regressionTree(removed.trees));
  expect(removedRegression.notes).toEqual([{ kind: 'graft', path: calc, names: ['sub', 'LIMIT'] }]);
  expect(dialect.run(removed.checkOut(removedRegression.tree))).toEqual({ ...PASSES, subs: 'failed' });

  // A class gains a method.
  const gained = await changeScene(before, {
    [calc]: dialect.module([parts.add, parts.sub, parts.limit, parts.cartWithCount]),
    [test]: dialect.tests(calc, oldNames, { ...oldTests, counts: asserts.counts }),
  });
  expect(dialect.run(gained.checkOut(must(await redTree(gained.trees)).tree))).toEqual({ ...PASSES, counts: 'failed' });
  expect(dialect.run(gained.checkOut(must(await regressionTree(gained.trees)).tree))).toEqual(PASSES);
}

const ESM_PARTS: Dialect['parts'] = {
  add: 'export function add(a, b) { return a + b; }\n',
  sub: 'export const sub = (a, b) => a - b;\n',
  wrongSub: 'export const sub = (a, b) => a + b;\n',
  limit: 'export const LIMIT = { most: [5] };\n',
  cart: 'export class Cart {\n  items = [1, 2];\n  total() { return 3; }\n}\n',
  cartWithCount:
    'export class Cart {\n  items = [1, 2];\n  total() { return 3; }\n  count() { return this.items.length; }\n}\n',
  mul: 'export function mul(a, b) { return a * b; }\n',
};

const ASSERTS: Dialect['asserts'] = {
  adds: 'assert.equal(add(1, 2), 3)',
  subs: 'assert.equal(sub(3, 1), 2)',
  weak: 'sub(3, 1)',
  limit: 'assert.deepEqual(LIMIT, { most: [5] })',
  total: 'assert.equal(new Cart().total(), 3)',
  counts: 'assert.equal(new Cart().count(), 2)',
  multiplies: 'assert.equal(mul(2, 3), 6)',
  exists: 'mul(2, 3)',
};

/** For runners that load ES modules; `header` has their own `test`. */
export function esModules(run: Dialect['run'], header: string, ending = 'js'): Dialect {
  return {
    run,
    files: { 'package.json': '{"type":"module"}' },
    calc: `src/calc.${ending}`,
    renamed: 'src/deep/math.js',
    test: 'test/calc.test.js',
    otherTest: 'test/other.test.js',
    newTest: 'test/mul.test.js',
    module: (parts) => parts.join(''),
    parts: ESM_PARTS,
    tests: (from, names, tests) =>
      `${header}import assert from 'node:assert/strict';\nimport { ${names.join(', ')} } from '../${from}';\n${Object.entries(
        tests,
      )
        .map(([title, body]) => `test('${title}', () => { ${body}; });\n`)
        .join('')}`,
    asserts: ASSERTS,
  };
}

export function commonJs(run: Dialect['run']): Dialect {
  const esm = esModules(run, '');
  const plain = (text: string): string => text.replaceAll(/^export /gm, '');
  return {
    ...esm,
    files: { 'package.json': '{}' },
    parts: { ...esm.parts, add: plain(ESM_PARTS.add) },
    module: (parts) => {
      const text = parts.map(plain).join('');
      const names = [...text.matchAll(/^(?:function|const|class) (\w+)/gm)].map(([, name]) => name);
      return `${text}module.exports = { ${names.join(', ')} };\n`;
    },
    tests: (from, names, tests) =>
      `const assert = require('node:assert/strict');\nconst { ${names.join(', ')} } = require('../${from}');\n${Object.entries(
        tests,
      )
        .map(([title, body]) => `test('${title}', () => { ${body}; });\n`)
        .join('')}`,
  };
}

export function python(run: Dialect['run'], style: 'functions' | 'classes'): Dialect {
  const moduleOf = (file: string): string => file.replace(/\.py$/, '').replaceAll('/', '.');
  return {
    run: (folder) =>
      Object.fromEntries(Object.entries(run(folder)).map(([title, one]) => [title.replace(/^test_/, ''), one])),
    files: { 'pkg/__init__.py': '', 'tests/__init__.py': '' },
    calc: 'pkg/calc.py',
    renamed: 'pkg/math.py',
    test: 'tests/test_calc.py',
    otherTest: 'tests/test_other.py',
    newTest: 'tests/test_mul.py',
    module: (parts) => parts.join('\n'),
    parts: {
      add: 'def add(a, b):\n    return a + b\n',
      sub: 'def sub(a, b):\n    return a - b\n',
      wrongSub: 'def sub(a, b):\n    return a + b\n',
      limit: 'LIMIT = {"most": [5]}\n',
      cart: 'class Cart:\n    items = [1, 2]\n\n    def total(self):\n        return 3\n',
      cartWithCount:
        'class Cart:\n    items = [1, 2]\n\n    def total(self):\n        return 3\n\n    def count(self):\n        return 2\n',
      mul: 'def mul(a, b):\n    return a * b\n',
    },
    tests: (from, names, tests) => {
      const bodies = Object.entries(tests);
      const head = `from ${moduleOf(from)} import ${names.join(', ')}\n`;
      if (style === 'functions')
        return `${head}${bodies.map(([title, body]) => `def test_${title}():\n    ${body}\n`).join('')}`;
      const methods = bodies.map(([title, body]) => `    def test_${title}(self):\n        ${body}\n`);
      return `import unittest\n${head}class All(unittest.TestCase):\n${methods.join('')}`;
    },
    asserts: {
      adds: 'assert add(1, 2) == 3',
      subs: 'assert sub(3, 1) == 2',
      weak: 'sub(3, 1)',
      limit: 'assert LIMIT == {"most": [5]}',
      total: 'assert Cart().total() == 3',
      counts: 'assert Cart().count() == 2',
      multiplies: 'assert mul(2, 3) == 6',
      exists: 'mul(2, 3)',
    },
  };
}
