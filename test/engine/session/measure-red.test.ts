import { expect, test } from 'vitest';
import { narrowed } from '../../../src/evidence/gates/prover.ts';
import { treeFiles } from '../../../src/evidence/gates/tree-files.ts';
import type { Proof } from '../../../src/evidence/proof.ts';
import { announcedNames } from '../../../src/workflows/proof/announced-names.ts';
import { classifyRed, type Red } from '../../../src/workflows/proof/red.ts';
import { must } from '../../git/scene.ts';
import { needs } from '../../support/needs.ts';
import { checkScene, type CheckScene } from '../../evidence/check-scene.ts';
import { designOf, type Sketch, testContract } from '../../support/contracts.ts';

const DESIGN: Sketch = { refs: { Cart: 'src/cart.js' }, interfaces: ['Cart.total'] };
const FILE = 'test/cart.test.js';

interface Measured {
  readonly red: Red;
  readonly proof: Proof;
}

async function redOf(here: CheckScene, names: readonly string[], sketch = DESIGN, file = FILE): Promise<Measured> {
  const { paths: existing } = must(await treeFiles(here.git, here.repository, here.tree));
  const contract = testContract(file, names);
  const only = narrowed(here.own.tests, { files: [file] });
  const proof = await here.prove(only === undefined ? {} : { only });
  const announced = announcedNames(designOf(sketch), existing);
  return { proof, red: classifyRed(proof, { contract, announced }) };
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
  const { red, proof } = await redOf(here, NAMES);
  expect(red).toEqual({ kind: 'case', weak: false });
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
