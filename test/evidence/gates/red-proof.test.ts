import { expect, test } from 'vitest';
import { type RedProof, redIn, redProof } from '../../../src/evidence/gates/red-proof.ts';
import { treeFiles } from '../../../src/evidence/gates/tree-files.ts';
import { must } from '../../git/scene.ts';
import { needs } from '../../support/needs.ts';
import { checkScene, type CheckScene } from '../check-scene.ts';
import { proofOf } from '../proof-of.ts';
import { designOf, type Sketch, testContract } from './contracts.ts';

const DESIGN: Sketch = { refs: { Cart: 'src/cart.js' }, interfaces: ['Cart.total'] };
const FILE = 'test/cart.test.js';

async function redOf(here: CheckScene, names: readonly string[], sketch = DESIGN, file = FILE): Promise<RedProof> {
  const files = must(await treeFiles(here.git, here.repository, here.tree));
  const proven = must(
    await redProof({
      prover: async (only) => ({
        ok: true,
        value: { status: 'proved', proof: await here.prove(only === undefined ? {} : { only }) },
      }),
      tests: here.own.tests,
      contract: testContract(file, names),
      design: designOf(sketch),
      existing: files.paths,
    }),
  );
  if (proven.status !== 'proved') throw new Error(proven.status);
  return proven.value;
}

function nodeTests(body: string, imports = `import { total } from '../src/cart.js';`): string {
  return `import assert from 'node:assert';\nimport test from 'node:test';\n${imports}\n${body}\n`;
}

const TWO = `test('adds up', () => assert.equal(total([1, 2]), 3));\ntest('TC-2', () => assert.equal(total([]), 0));`;
const NAMES = ['adds up', 'is 0 without items'];

test('the tests’ own file alone is run, and each case fails: case', async () => {
  const here = await checkScene({
    'src/cart.js': `export function total() { throw new Error('not yet'); }\n`,
    [FILE]: nodeTests(TWO),
    'test/other.test.js': nodeTests(`test('other', () => assert.fail());`, ''),
  });
  const { red, cases, proof } = await redOf(here, NAMES);
  expect(red).toEqual({ kind: 'case', weak: false });
  expect(cases.map(({ status }) => status)).toEqual(['failed', 'failed']);
  expect(proof.tests.map(({ file }) => file)).toEqual([FILE, FILE]);
  expect(proof.only).toEqual({ files: [FILE] });
  expect(proof.key).not.toBe((await here.prove()).key);
});

test('a module that the design awaits is not there: load', async () => {
  const here = await checkScene({ [FILE]: nodeTests(TWO) });
  expect((await redOf(here, NAMES)).red).toEqual({ kind: 'load', missing: ['src/cart.js'] });
});

test('an export that the interfaces name is not there: load', async () => {
  const here = await checkScene({ 'src/cart.js': 'export const other = 1;\n', [FILE]: nodeTests(TWO) });
  expect((await redOf(here, NAMES)).red).toEqual({ kind: 'load', missing: ['total'] });
});

test('tests that pass already are named', async () => {
  const here = await checkScene({ 'src/cart.js': 'export const total = () => 0;\n', [FILE]: nodeTests(TWO) });
  expect((await redOf(here, NAMES)).red).toEqual({ kind: 'passes', cases: ['TC-2'] });
});

test.each([
  ['a wrong path', nodeTests(TWO, `import { total } from '../cart.js';`), ['cart.js']],
  [
    'a package nobody named',
    nodeTests(TWO, `import x from 'left-pad';\nimport { total } from '../src/cart.js';`),
    ['left-pad'],
  ],
  ['an export nobody named', nodeTests(TWO, `import { sum } from '../src/base.js';`), ['sum']],
  ['a syntax error', nodeTests(`test('adds up', ( => {});`), []],
  [
    'an error of the file’s own',
    nodeTests(`${TWO}\nthrow new Error('of its own');`, 'const total = () => 0;'),
    undefined,
  ],
])('%s is no red proof, and its last words are kept', async (_, text, missing) => {
  const here = await checkScene({ 'src/base.js': 'export const one = 1;\n', [FILE]: text });
  const { red } = await redOf(here, ['adds up (never)']);
  if (missing === undefined) return expect(['other_load_failure', 'not_run']).toContain(red.kind);
  expect(red).toMatchObject({ kind: 'other_load_failure', missing });
  expect(red.kind === 'other_load_failure' && red.tail).not.toBe('');
});

test('skipped cases and cases that no test is have not run', async () => {
  const skipped = nodeTests(`test.skip('adds up', () => {});\ntest('other', () => assert.fail());`, '');
  const here = await checkScene({ [FILE]: skipped });
  expect((await redOf(here, NAMES)).red).toEqual({ kind: 'not_run', cases: ['TC-1', 'TC-2'] });
  const none = await checkScene({ 'readme.md': 'x' });
  expect((await redOf(none, NAMES)).red).toEqual({ kind: 'not_run', cases: ['TC-1', 'TC-2'] });
});

test('a runner without names: weak, and only when more is red than before', async () => {
  const here = await checkScene({}, { config: { test_command: 'echo "expected 3, got undefined"; exit 1' } });
  const { red, proof } = await redOf(here, NAMES);
  expect(red).toEqual({ kind: 'case', weak: true });
  expect(proof.only).toBeUndefined();
  const asked = { contract: testContract(FILE, NAMES), design: designOf(DESIGN), existing: new Set<string>() };
  expect(redIn(proof, { ...asked, base: proof }).kind).toBe('other_load_failure');
  expect(redIn(await (await checkScene({}, { config: { test_command: 'true' } })).prove(), asked)).toEqual({
    kind: 'passes',
    cases: ['TC-1', 'TC-2'],
  });
});

test('pytest: load by module and by name, case, passes', async (context) => {
  needs(context, 'pytest');
  const file = 'tests/test_cart.py';
  const sketch = { refs: { Cart: 'shop/cart.py' }, interfaces: ['cart.total'] };
  const text = `from shop.cart import total\n\ndef test_adds_up():\n    assert total([1, 2]) == 3\n\ndef test_tc_2():\n    assert total([]) == 0\n`;
  const redWith = async (files: Record<string, string>) => {
    const here = await checkScene({ 'conftest.py': '', 'package.json': '{}', [file]: text, ...files });
    expect(here.own.tests?.runner.name).toBe('pytest');
    return (await redOf(here, NAMES, sketch, file)).red;
  };
  expect(await redWith({})).toEqual({ kind: 'load', missing: ['shop'] });
  expect(await redWith({ 'shop/__init__.py': '' })).toEqual({ kind: 'load', missing: ['shop/cart'] });
  expect(await redWith({ 'shop/__init__.py': '', 'shop/cart.py': 'x = 1\n' })).toEqual({
    kind: 'load',
    missing: ['total'],
  });
  const stub = 'def total(items):\n    raise NotImplementedError\n';
  expect(await redWith({ 'shop/__init__.py': '', 'shop/cart.py': stub })).toEqual({ kind: 'case', weak: false });
  const half = 'def total(items):\n    return 0\n';
  expect(await redWith({ 'shop/cart.py': half })).toEqual({ kind: 'passes', cases: ['TC-2'] });
  expect(await redWith({ [file]: `import nowhere\n${text}` })).toMatchObject({
    kind: 'other_load_failure',
    missing: ['nowhere'],
  });
});

const COMPILERS: readonly (readonly [string, string, 'load' | 'other_load_failure'])[] = [
  [
    'javac',
    'src/test/java/CartTest.java:3: error: cannot find symbol\n  symbol:   class Cart\n  location: class CartTest',
    'load',
  ],
  ['javac', 'error: package com.shop.cart does not exist\n  symbol:   class Cart', 'load'],
  ['javac', "error: ';' expected\n  symbol:   class Cart", 'other_load_failure'],
  [
    'Maven',
    '[ERROR] src/test/java/CartTest.java:[3,9] cannot find symbol\n[ERROR]   symbol:   class Nothing',
    'other_load_failure',
  ],
  ['Kotlin', "e: CartTest.kt:3:9 Unresolved reference 'Cart'.", 'load'],
  ['Go', './cart_test.go:6:7: undefined: cart.Sum\n./cart_test.go:9:7: undefined: Cart', 'other_load_failure'],
  ['Go', './cart_test.go:6:7: undefined: Cart', 'load'],
  [
    'tsc',
    "test/cart.test.ts(1,22): error TS2307: Cannot find module '../src/main/java/com/shop/cart/Cart' or its corresponding type declarations.",
    'load',
  ],
  ['tsc', "error TS2339: Property 'total' does not exist on type 'Cart'.", 'load'],
  ['Rust', 'error[E0432]: unresolved import `shop::Cart`', 'load'],
  ['C#', "error CS0246: The type or namespace name 'Cart' could not be found", 'load'],
  [
    'Vite',
    'Error: Failed to resolve import "../src/main/java/com/shop/cart/Cart" from "test/cart.test.ts". Does the file exist?',
    'load',
  ],
];

test.each(COMPILERS)('what %s says: %s', (_, output, kind) => {
  const proof = {
    ...proofOf({}),
    exit_code: 1,
    output_tail: output,
    counts: { total: 0, passed: 0, failed: 0, skipped: 0 },
  };
  const design = designOf({ refs: { Cart: 'src/main/java/com/shop/cart/Cart.java' }, interfaces: ['Cart.total'] });
  const red = redIn(proof, {
    contract: testContract('test/cart.test.ts', NAMES),
    design,
    existing: new Set(['pom.xml']),
  });
  expect(red.kind).toBe(kind);
});
