import { describe, expect, test } from 'vitest';
import { announcedNames } from '../../../src/workflows/proof/announced-names.ts';
import { classifyRed, type Red } from '../../../src/workflows/proof/red.ts';
import type { TestRun } from '../../../src/workflows/proof/test-run.ts';
import { designOf, testContract } from '../../support/contracts.ts';
import { makeProof } from '../../support/make-proof.ts';

const FILE = 'test/cart.test.js';
const NAMES = ['adds up', 'is 0 without items'];
const ALL = ['TC-1', 'TC-2'];
const contract = testContract(`./${FILE}`, NAMES);
const announced = announcedNames(designOf({ refs: { Cart: 'src/cart.js' } }), new Set());
const NO_CART = "Error: Cannot find module '../src/cart.js'";
const NO_PACKAGE = "Error: Cannot find package 'left-pad'";

/** Tests of the file by their titles, and others by their ids. */
function run(tests: Readonly<Record<string, 'passed' | 'failed' | 'skipped'>>, more: Partial<TestRun> = {}): TestRun {
  const proof = makeProof(tests);
  const named = proof.tests.map((one) => {
    const file = one.id.includes(' > ') ? (one.id.split(' > ')[0] ?? '') : FILE;
    return one.id.includes(' > ') ? { ...one, file } : { ...one, id: `${FILE} > ${one.id}`, file };
  });
  return { ...proof, tests: named, ...more };
}

const unloaded = (...reasons: string[]): TestRun => ({
  ...makeProof({}),
  tests: [{ id: FILE, file: FILE, status: 'failed', reason: reasons.join('\n') }],
  counts: { total: 1, passed: 0, failed: 1, skipped: 0 },
  exit_code: 1,
  output_tail: 'its last words',
});
const nameless = (failed: number, exit_code = 1) => ({
  ...makeProof({}),
  counts: { total: 3, passed: 3 - failed, failed, skipped: 0 },
  exit_code,
});

describe('new tests before their implementation', () => {
  test.each<readonly [string, TestRun, Red]>([
    ['each case fails', run({ 'adds up': 'failed', 'TC-2': 'failed' }), { kind: 'case', weak: false }],
    ['one passes already', run({ 'adds up': 'failed', 'TC-2': 'passed' }), { kind: 'passes', cases: ['TC-2'] }],
    ['one is skipped', run({ 'adds up': 'failed', 'TC-2': 'skipped' }), { kind: 'not_run', cases: ['TC-2'] }],
    ['one is no test', run({ 'adds up': 'failed', other: 'passed' }), { kind: 'not_run', cases: ['TC-2'] }],
    ['none is a test', run({ other: 'passed' }), { kind: 'not_run', cases: ALL }],
    ['nothing ran', { ...run({}), ending: 'not_run' }, { kind: 'not_run', cases: ALL }],
    ['what is announced is missing', unloaded(NO_CART), { kind: 'load', missing: ['../src/cart.js'] }],
    [
      'something else is missing, too',
      unloaded(NO_CART, NO_PACKAGE),
      { kind: 'other_load_failure', missing: ['left-pad'], tail: 'its last words' },
    ],
    [
      'it cannot be parsed',
      unloaded(NO_CART, 'SyntaxError: Unexpected token'),
      { kind: 'other_load_failure', missing: [], tail: 'its last words' },
    ],
    [
      'nothing tells what is missing',
      unloaded('why'),
      { kind: 'other_load_failure', missing: [], tail: 'its last words' },
    ],
    [
      'only others fail',
      run({ 'test/b.test.js > other': 'failed' }, { output_tail: NO_CART }),
      { kind: 'not_run', cases: ALL },
    ],
    ['without names, more is red', nameless(2), { kind: 'case', weak: true }],
    ['without names, no more is red', nameless(1), { kind: 'other_load_failure', missing: [], tail: '' }],
    ['without names, all is green', nameless(0, 0), { kind: 'passes', cases: ALL }],
  ])('%s', (_, proof, expected) => {
    expect(classifyRed(proof, { contract, announced, base: nameless(1) })).toEqual(expected);
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
  const design = designOf({ refs: { Cart: 'src/main/java/com/shop/cart/Cart.java' }, interfaces: ['Cart.total'] });
  const proof = { ...makeProof({}), exit_code: 1, output_tail: output };
  const context = { contract, announced: announcedNames(design, new Set(['pom.xml'])) };
  expect(classifyRed(proof, context).kind).toBe(kind);
});
