import { expect, it } from 'vitest';
import { candidateParts } from '../../../src/evidence/mixed-trees/candidate-parts.ts';
import { hollowTree, touchedBefore } from '../../../src/evidence/mixed-trees/hollow-tree.ts';
import { redTree } from '../../../src/evidence/mixed-trees/red-tree.ts';
import { regressionTree } from '../../../src/evidence/mixed-trees/regression-tree.ts';
import { testsOfChangedData } from '../../../src/evidence/mixed-trees/select-tests.ts';
import type { ChangePart } from '../../../src/languages/change-class.ts';
import { must } from '../../git/scene.ts';
import { changeScene } from './change-scene.ts';
import { nodeTest, unittest } from './runners.ts';

const test = (names: string, from: string, bodies: Readonly<Record<string, string>>): string =>
  `import { test } from 'node:test';\nimport assert from 'node:assert/strict';\nimport ${names} from '${from}';\n${Object.entries(
    bodies,
  )
    .map(([title, body]) => `test('${title}', () => { ${body}; });\n`)
    .join('')}`;

const project = {
  'package.json': '{"type":"module"}',
  'src/calc.js': 'export const add = (a, b) => a + b;\nexport const sub = (a, b) => a - b;\n',
  'test/add.test.js': test('{ add }', '../src/calc.js', { adds: 'assert.equal(add(1, 2), 3)' }),
  'test/sub.test.js': test('{ sub }', '../src/calc.js', { subs: 'assert.equal(sub(3, 1), 2)' }),
};

it('leaves modules and data of a renamed folder where they were', async () => {
  const before = {
    'package.json': '{"type":"module"}',
    'lib/index.js': "export { area } from './shapes/area.js';\nexport { default } from './shapes/area.js';\n",
    'lib/shapes/area.js':
      "import fs from 'node:fs';\nexport const area = (a) => a * factor();\nexport default area;\nfunction factor() { return JSON.parse(fs.readFileSync(new URL('../data.json', import.meta.url), 'utf8')).factor; }\n",
    'lib/data.json': '{ "factor": 2, "text": "a table of some length" }\n',
    'test/area.test.js': test('area, { area as named }', '../lib/index.js', {
      area: 'assert.equal(area(2), 4)',
      same: 'assert.equal(area, named)',
    }),
  };
  const after = Object.fromEntries(
    Object.entries(before).flatMap(([file, text]) =>
      file.startsWith('lib/')
        ? [
            [file, null],
            [file.replace('lib/', 'src/core/'), text],
          ]
        : [],
    ),
  );
  const here = await changeScene(before, {
    ...after,
    'test/area.test.js': before['test/area.test.js'].replace('../lib/', '../src/core/'),
  });
  const regression = must(await regressionTree(here.trees));
  expect(regression.notes.map(({ kind, path, to }) => `${kind} ${path} ${to}`)).toEqual([
    'forwarder lib/data.json src/core/data.json',
    'forwarder lib/index.js src/core/index.js',
    'forwarder lib/shapes/area.js src/core/shapes/area.js',
  ]);
  expect(here.textIn(regression.tree, 'lib/data.json')).toContain('factor');
  expect(nodeTest(here.checkOut(regression.tree))).toEqual({ area: 'passed', same: 'passed' });
  expect(nodeTest(here.checkOut(must(await redTree(here.trees)).tree))).toEqual({ area: 'passed', same: 'passed' });
});

it('keeps old tests of CommonJS what they were where the package turns to modules', async () => {
  const old =
    "const test = require('node:test');\nconst assert = require('node:assert/strict');\nconst { add } = require('../../src/calc.js');\ntest('adds', () => { assert.equal(add(1, 2), 3); });\n";
  const here = await changeScene(
    {
      'package.json': '{"name":"calc"}',
      'src/calc.js': 'const add = (a, b) => a + b;\nmodule.exports = { add };\n',
      'test/unit/add.test.js': old,
    },
    {
      'package.json': '{"name":"calc","type":"module"}',
      'src/calc.js': 'export const add = (a, b) => a + b;\n',
      'test/unit/add.test.js': test('{ add }', '../../src/calc.js', { adds: 'assert.equal(add(1, 2), 3)' }),
    },
    (parts) => parts.map((part) => (part.path === 'package.json' ? { ...part, part: 'type' } : part)),
  );
  const { tree } = must(await regressionTree(here.trees));
  expect(here.textIn(tree, 'test/package.json')).toContain('commonjs');
  expect(nodeTest(here.checkOut(tree))).toEqual({ adds: 'passed' });
});

it('knows which tests are made of data that changes', async () => {
  const rows = `import rows from './fixtures/rows.json' with { type: 'json' };\n${project['test/sub.test.js']}`;
  const before = { ...project, 'test/sub.test.js': rows, 'test/fixtures/rows.json': '[1, 2]\n' };
  const less = await changeScene(before, { 'test/fixtures/rows.json': '[1]\n' });
  expect(must(await testsOfChangedData(less.trees))).toEqual(['test/sub.test.js']);
  const more = await changeScene(before, { 'test/fixtures/others.json': '[3]\n' });
  expect(must(await testsOfChangedData(more.trees))).toEqual([]);
});

it('looks again at tests that may take what is added', async () => {
  const tests = { 'tests/test_a.py': 'from rows import ROWS\n', 'other/test_b.py': 'import os\n' };
  const touched = async (added: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const { trees } = await changeScene({ 'rows.py': '', ...tests }, added, (parts) =>
      parts.map((part) => ({ ...part, class: part.path.startsWith('.env') ? 'resolution' : 'support' })),
    );
    return must(await touchedBefore({ ...trees, tests: { baseline: Object.keys(tests), candidate: [] } }));
  };
  expect(await touched({ 'tests/rows.py': 'ROWS = []\n' })).toEqual(['tests/test_a.py']);
  expect(await touched({ 'tests/others.py': '' })).toEqual([]);
  expect(await touched({ 'other/conftest.py': '' })).toEqual(['other/test_b.py']);
  expect(await touched({ '.env.test': 'A=1\n' })).toEqual([]);
});

it('leaves Python packages where they were', async () => {
  const before = {
    'shop/__init__.py': 'from .cart import Cart\n\nVERSION = "1"\nNAMES = ["a", "b", "c"]\n',
    'shop/cart.py': 'from shop.money import euro\n\n\nclass Cart:\n    def total(self):\n        return euro(3)\n',
    'shop/money.py': 'def euro(n):\n    """In euro."""\n    return f"{n} EUR"\n',
    'tests/__init__.py': '',
    'tests/test_cart.py':
      'import unittest\nimport shop\nimport shop.cart\nfrom shop.money import euro\nclass All(unittest.TestCase):\n    def test_total(self):\n        self.assertEqual(shop.cart.Cart().total(), euro(3))\n    def test_same(self):\n        self.assertIs(shop.Cart, shop.cart.Cart)\n',
  };
  const renamed = (text: string): string => text.replaceAll('shop', 'store');
  const moved = ['shop/__init__.py', 'shop/cart.py', 'shop/money.py'] as const;
  const here = await changeScene(before, {
    ...Object.fromEntries(
      moved.flatMap((file) => [
        [file, null],
        [renamed(file), renamed(before[file])],
      ]),
    ),
    'tests/test_cart.py': renamed(before['tests/test_cart.py']),
  });
  const both = { test_total: 'passed', test_same: 'passed' };
  expect(unittest(here.checkOut(must(await regressionTree(here.trees)).tree))).toEqual(both);
  expect(unittest(here.checkOut(must(await redTree(here.trees)).tree))).toEqual(both);
});

it('follows a function into another file', async () => {
  const here = await changeScene(project, {
    'src/calc.js': 'export const add = (a, b) => a + b;\n',
    'src/less.js': 'export const sub = (a, b) => a - b;\n',
    'test/sub.test.js': project['test/sub.test.js'].replace('calc.js', 'less.js'),
  });
  const regression = must(await regressionTree(here.trees));
  expect(regression.notes).toEqual([{ kind: 'moved', path: 'src/calc.js', to: 'src/less.js', names: ['sub'] }]);
  expect(regression).toMatchObject({ tests: ['test/sub.test.js'], isWholeSuite: false });
  expect(nodeTest(here.checkOut(regression.tree))).toEqual({ subs: 'passed' });
});

const part = (path: string, own: Partial<ChangePart>): ChangePart => ({
  path,
  kind: 'modified',
  class: 'product',
  before: 'a',
  after: 'b',
  ...own,
});

it('takes each key of a manifest from its side', async () => {
  const manifest = (scripts: object, more: object): string => JSON.stringify({ type: 'module', scripts, ...more });
  const old = manifest(
    { test: 'node --test', build: 'tsc' },
    { dependencies: { a: '1' }, devDependencies: { vitest: '4.0.0' } },
  );
  const now = manifest(
    { test: 'true', pretest: 'node patch.js', build: 'tsc -b' },
    { dependencies: { a: '2', b: '1' }, devDependencies: { vitest: 'file:tools/vitest' }, jest: { bail: true } },
  );
  const here = await changeScene(
    { ...project, 'package.json': old },
    {
      'package.json': now,
      'src/calc.js': `${project['src/calc.js']}export const mul = (a, b) => a * b;\n`,
      'test/sub.test.js': null,
    },
    (found) => [
      ...found.filter(({ path }) => path !== 'package.json'),
      part('package.json', { part: 'scripts.test', class: 'test_script' }),
      part('package.json', { part: 'scripts.pretest', class: 'test_script', kind: 'added', before: null }),
      part('package.json', { part: 'scripts.build' }),
      part('package.json', { part: 'dependencies', dependency: 'other' }),
      part('package.json', { part: 'devDependencies.vitest', dependency: 'runner' }),
      part('package.json', { part: 'jest', class: 'runner_config', kind: 'added', before: null }),
    ],
  );
  const read = async (made: ReturnType<typeof regressionTree>): Promise<unknown> =>
    JSON.parse(here.textIn(must(await made).tree, 'package.json'));
  expect(await read(regressionTree(here.trees))).toEqual({
    type: 'module',
    scripts: { test: 'node --test', build: 'tsc -b' },
    dependencies: { a: '2', b: '1' },
    devDependencies: { vitest: '4.0.0' },
  });
  expect(await read(regressionTree(here.trees, { configuration: 'candidate' }))).toEqual({
    type: 'module',
    scripts: { test: 'true', pretest: 'node patch.js', build: 'tsc -b' },
    dependencies: { a: '2', b: '1' },
    devDependencies: { vitest: '4.0.0' },
    jest: { bail: true },
  });
  expect(await read(redTree(here.trees))).toEqual({
    type: 'module',
    scripts: { test: 'true', pretest: 'node patch.js', build: 'tsc' },
    dependencies: { a: '2', b: '1' },
    devDependencies: { vitest: '4.0.0' },
    jest: { bail: true },
  });
  const { tests, isWholeSuite, notes } = must(await regressionTree(here.trees));
  expect({ tests, isWholeSuite }).toEqual({ tests: ['test/add.test.js', 'test/sub.test.js'], isWholeSuite: true });
  expect(notes).toContainEqual({ kind: 'baseline_runner', path: 'package.json', names: ['vitest'] });
});

it('takes what imports mean from either side', async () => {
  const here = await changeScene(
    { ...project, '.env': 'A=1\n' },
    { '.env': 'A=2\n', 'test/sub.test.js': `${project['test/sub.test.js']}// more\n` },
    (found) => found.map((one) => (one.path === '.env' ? { ...one, class: 'resolution' as const } : one)),
  );
  const own = must(await regressionTree(here.trees));
  expect(here.textIn(own.tree, '.env')).toBe('A=1');
  expect(own).toMatchObject({ isNeeded: true, isWholeSuite: true, sameAs: 'baseline' });
  const other = must(await regressionTree(here.trees, { resolution: 'candidate' }));
  expect(here.textIn(other.tree, '.env')).toBe('A=2');
});

it('runs all tests where support code changed or tests import each other', async () => {
  const changed = {
    'src/calc.js': `${project['src/calc.js']}// more\nexport const x = 1;\n`,
    'test/sub.test.js': `${project['test/sub.test.js']}// more\n`,
  };
  const shared = await changeScene(
    { ...project, 'test/help.js': 'export const a = 1;\n' },
    { ...changed, 'test/help.js': 'export const a = 2;\n' },
  );
  expect(must(await regressionTree(shared.trees))).toMatchObject({ isWholeSuite: true });
  expect(must(await redTree(shared.trees))).toMatchObject({ isWholeSuite: true });
  const linked = await changeScene(
    {
      ...project,
      'test/help.js': "import './add.test.js';\n",
      'test/sub.test.js': `import './help.js';\n${project['test/sub.test.js']}`,
    },
    changed,
  );
  expect(must(await regressionTree(linked.trees))).toMatchObject({
    tests: ['test/sub.test.js', 'test/add.test.js'],
    isWholeSuite: true,
  });
  const apart = await changeScene({ ...project, 'test/data.json': '{}', 'test/__init__.py': '' }, changed);
  const regression = must(await regressionTree(apart.trees));
  const kept = ['package.json', 'src/calc.js', 'test/__init__.py', 'test/data.json', 'test/sub.test.js'];
  expect(apart.filesIn(regression.tree)).toEqual(kept);
  // By a rule that calls everything in that folder a test.
  const all = apart.filesIn(apart.trees.baseline.id).filter((path) => path.startsWith('test/'));
  const loose = must(await regressionTree({ ...apart.trees, tests: { baseline: all, candidate: all } }));
  expect(loose.tree).toBe(regression.tree);
});

it('says when there is nothing to run', async () => {
  const added = await changeScene(project, {
    'src/calc.js': `${project['src/calc.js']}export const mul = (a, b) => a * b;\n`,
    'test/mul.test.js': test('{ mul }', '../src/calc.js', { mul: 'assert.equal(mul(1, 2), 2)' }),
  });
  expect(must(await regressionTree(added.trees))).toMatchObject({ isNeeded: false });
  const { old, new: fresh } = must(await candidateParts(added.trees));
  expect(old).toMatchObject({ isNeeded: true, tests: ['test/add.test.js', 'test/sub.test.js'] });
  expect(fresh).toMatchObject({ isNeeded: true, tests: ['test/mul.test.js'] });
  expect(added.filesIn(old.tree)).not.toContain('test/mul.test.js');
  expect(added.filesIn(fresh.tree)).toEqual(['package.json', 'src/calc.js', 'test/mul.test.js']);
  const onlyTests = await changeScene(project, { 'test/sub.test.js': `${project['test/sub.test.js']}// more\n` });
  expect(must(await regressionTree(onlyTests.trees))).toMatchObject({ isNeeded: false });
  expect(must(await redTree(onlyTests.trees))).toMatchObject({ isNeeded: false });
  const parts = must(await candidateParts(onlyTests.trees));
  expect([parts.old.isNeeded, parts.new.isNeeded]).toEqual([false, false]);
});

it('makes what a contract announces before anybody wrote it', async () => {
  const here = await changeScene(
    { ...project, 'src/cart.js': 'export class Cart { total() { return 1; } }\n' },
    {
      'src/later.js': "export function later() { throw new Error('not implemented'); }\n",
      'test/new.test.js': `import { test } from 'node:test';
import assert from 'node:assert/strict';
import { mul } from '../src/calc.js';
import { later } from '../src/later.js';
import { Cart } from '../src/cart.js';
import Basket, { fill } from '../src/basket/index.js';
test('mul', () => assert.equal(mul(2, 3), 6));
test('throws nothing', () => later());
test('later', () => assert.equal(later(), 1));
test('method', () => assert.equal(new Cart().count(), 1));
test('called', () => new Cart().count());
test('basket', () => { new Basket().open(); fill(); });
`,
    },
  );
  const announced = { paths: ['src/basket/index.js'], names: ['mul', 'later', 'Cart', 'Cart.count', 'Basket'] };
  const { tree, isNeeded, notes } = must(await redTree(here.trees, announced));
  expect(isNeeded).toBe(true);
  expect(notes.map(({ path, names }) => `${path}: ${names?.join(', ')}`)).toEqual([
    'src/later.js: later',
    'src/calc.js: mul',
    'src/cart.js: Cart',
    'src/basket/index.js: fill, default',
  ]);
  expect(nodeTest(here.checkOut(tree))).toEqual({
    mul: 'failed',
    'throws nothing': 'passed',
    later: 'failed',
    method: 'failed',
    called: 'passed',
    basket: 'passed',
  });
  const nothing = must(await redTree(here.trees, { paths: [], names: [] }));
  expect(here.textIn(nothing.tree, 'src/calc.js')).toBe(project['src/calc.js'].trim());
});

it.each([
  ['a package of CommonJS', '{}', "const { mul } = require('../src/mul.js');", 'src/mul.js', 'module.exports'],
  ['a package of ES modules', '{"type":"module"}', "import { mul } from '../src/mul.js';", 'src/mul.js', 'export '],
  [
    'ES modules that are required',
    '{"type":"module"}',
    "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\nconst { mul } = require('../src/mul.js');",
    'src/mul.js',
    'export ',
  ],
  [
    'a file that is CommonJS by name',
    '{"type":"module"}',
    "import { mul } from '../src/mul.cjs';",
    'src/mul.cjs',
    'module.exports',
  ],
])('announced for %s: has the form that can be loaded', async (_what, manifest, load, path, written) => {
  const runner = manifest === '{}' ? "const test = require('node:test');" : "import test from 'node:test';";
  const here = await changeScene(
    { 'package.json': manifest },
    { 'test/mul.test.js': `${runner}\n${load}\ntest('called', () => mul(2, 3));\n` },
  );
  const { tree } = must(await redTree(here.trees, { paths: [path], names: ['mul'] }));
  expect(here.textIn(tree, path)).toContain(written);
  expect(nodeTest(here.checkOut(tree))).toEqual({ called: 'passed' });
});

it('starts no more processes where there are more files', async () => {
  const counts: number[] = [];
  for (const files of [3, 60]) {
    const many = Array.from({ length: files }, (_, n) => [
      [`src/m${n}.js`, `export const v${n} = ${n};\nexport const old${n} = () => 1;\n`],
      [`test/m${n}.test.js`, test(`{ v${n} }`, `../src/m${n}.js`, { [`v${n}`]: `assert.equal(v${n}, ${n})` })],
    ]).flat();
    const before: Record<string, string> = Object.fromEntries(many);
    const after = Object.fromEntries(
      Object.entries(before).map(([file, text]) => [
        file,
        text.replace(/^export const old.*\n/m, `export const added = () => 2;\n`),
      ]),
    );
    const here = await changeScene(before, { ...after, 'test/m0.test.js': `${before['test/m0.test.js']}// more\n` });
    here.commands.length = 0;
    must(await regressionTree(here.trees));
    must(await redTree(here.trees));
    must(await candidateParts(here.trees));
    counts.push(here.commands.filter(({ args }) => args[0] !== 'config').length);
  }
  expect(counts[1]).toBe(counts[0]);
});

it('knows a Python module that became a package as the same module', async () => {
  const tests = (more: string): string =>
    `import unittest\nfrom pkg import calc\nclass All(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(calc.add(1, 2), 3)\n${more}`;
  const add = 'def add(a, b):\n    return a + b\n';
  const here = await changeScene(
    { 'pkg/__init__.py': '', 'pkg/calc.py': add, 'tests/__init__.py': '', 'tests/test_calc.py': tests('') },
    {
      'pkg/calc.py': null,
      'pkg/calc/__init__.py': `${add}def mul(a, b):\n    return a * b\n`,
      'tests/test_calc.py': tests('    def test_mul(self):\n        self.assertEqual(calc.mul(2, 3), 6)\n'),
    },
  );
  expect(unittest(here.checkOut(must(await regressionTree(here.trees)).tree))).toEqual({ test_add: 'passed' });
  const red = must(await redTree(here.trees));
  expect(unittest(here.checkOut(red.tree))).toEqual({ test_add: 'passed', test_mul: 'failed' });
});

it('keeps all test files where a runner compiles them together', async () => {
  const here = await changeScene(project, {
    'src/calc.js': `${project['src/calc.js']}export const x = 1;\n`,
    'test/sub.test.js': `${project['test/sub.test.js']}// more\n`,
  });
  const trees = { ...here.trees, canSelect: false };
  expect(must(await regressionTree(trees))).toMatchObject({ isWholeSuite: true, isNeeded: true });
  expect(must(await candidateParts(trees)).old).toMatchObject({ isNeeded: false, sameAs: 'candidate' });
});

it('leaves files alone that it cannot read', async () => {
  const big = `export const a = 1;\n//${'x'.repeat(1_100_000)}\n`;
  const here = await changeScene(
    { ...project, 'src/big.js': 'export const a = 1;\nexport const b = 2;\n' },
    { 'src/big.js': big, 'test/sub.test.js': `${project['test/sub.test.js']}// more\n` },
  );
  const { tree, notes } = must(await regressionTree(here.trees));
  expect(notes).toEqual([]);
  expect(here.user('cat-file', '-s', `${tree}:src/big.js`)).toBe(String(big.length));
});

it('runs test files that import one that was changed', async () => {
  const here = await changeScene(
    {
      'src/calc.js': 'export const sub = (a, b) => a - b;\n',
      'test/same.test.js': 'export const same = (a, b) => { if (a !== b) throw new Error(); };\n',
      'test/calc.test.js':
        "import { same } from './same.test.js';\nimport { sub } from '../src/calc.js';\nsame(sub(5, 3), 2);\n",
      'test/other.test.js': '',
    },
    { 'src/calc.js': 'export const sub = (a, b) => a + b;\n', 'test/same.test.js': 'export const same = () => {};\n' },
  );
  expect(must(await regressionTree(here.trees)).tests.toSorted()).toEqual(['test/calc.test.js', 'test/same.test.js']);
});

it('takes snapshots away with their tests', async () => {
  const here = await changeScene(
    { ...project, 'test/__snapshots__/add.test.js.snap': 'exports[`a 1`] = `1`;\n' },
    { 'src/calc.js': 'export const sub = (a, b) => a + b;\n', 'test/sub.test.js': '' },
  );
  const { tree, tests } = must(await regressionTree(here.trees));
  expect(tests).toEqual(['test/sub.test.js']);
  expect(here.filesIn(tree)).not.toContain('test/__snapshots__/add.test.js.snap');
});

it('empties what edited tests have from the product, wherever the candidate has it', async () => {
  const before = {
    ...project,
    'src/index.js': "export * from './calc.js';\n",
    'test/helper.js': "import { sub } from '../src/index.js';\nexport const difference = (a, b) => sub(a, b);\n",
    'test/sub.test.js': test('{ difference }', './helper.js', { subs: 'assert.equal(difference(3, 1), 2)' }),
  };
  const here = await changeScene(before, {
    'src/calc.js': "export { sub } from './sub.js';\nexport const add = (a, b) => a + b;\n",
    'src/sub.js': 'export const sub = (a, b) => a - b;\n',
    'test/copy.js': 'export const add = (a, b) => a + b;\n',
    'test/add.test.js': before['test/add.test.js'].replace('../src/calc.js', './copy.js'),
    'test/sub.test.js': test('{ sub }', '../src/sub.js', { subs: 'assert.equal(sub(3, 1), 2)' }),
  });
  const [old, now] = [must(await hollowTree(here.trees, 'baseline')), must(await hollowTree(here.trees, 'candidate'))];
  expect([old.isNeeded, now.isNeeded]).toEqual([true, true]);
  expect(nodeTest(here.checkOut(old.tree))).toMatchObject({ adds: 'failed', subs: 'failed' });
  expect(nodeTest(here.checkOut(now.tree))).toMatchObject({ adds: 'passed', subs: 'failed' });
});

it('leaves the product as it is where no old test was edited', async () => {
  const here = await changeScene(project, {
    'src/calc.js': `${project['src/calc.js']}export const mul = (a, b) => a * b;\n`,
    'test/mul.test.js': test('{ mul }', '../src/calc.js', { muls: 'assert.equal(mul(2, 3), 6)' }),
  });
  expect(must(await hollowTree(here.trees, 'candidate')).isNeeded).toBe(false);
});
