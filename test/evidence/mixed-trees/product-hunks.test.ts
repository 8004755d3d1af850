import { expect, it } from 'vitest';
import { hunksOf, withoutHunk } from '../../../src/evidence/mixed-trees/product-hunks.ts';
import { must } from '../../git/scene.ts';
import { changeScene } from './change-scene.ts';
import { nodeTest } from './runners.ts';

const before = {
  'package.json': '{"type":"module"}',
  'package-lock.json': '{}\n',
  'README.md': 'old\n',
  'src/calc.js': `export function add(a, b) {
  return a + b;
}
// a comment
export const list = ['a', 'b'];
export const end = true;
`,
  'src/gone.js': 'export const x = 1;\n',
  'test/calc.test.js': '',
};
const calc = `export function add(a, b) {
  const sum = checked(a) + checked(b);
  return sum;
}
// another comment
export const list = [
  'a',
  "b",
];
export const end = true;

function checked(n) {
  if (typeof n !== 'number') throw new TypeError('no number');
  return n;
}

export function mul(a, b) {
  return a * b;
}

export function unnoticed() {
  return 'never called';
}
`;

it('takes back one hunk of the product after the other', async () => {
  const here = await changeScene(before, {
    'package-lock.json': '{"a": 1}\n',
    'README.md': 'new\n',
    'src/calc.js': calc,
    'src/gone.js': null,
    'src/big.min.js': 'x\n',
    'src/more.js': 'export const more = () => 1;\n',
    'test/calc.test.js': `import { test } from 'node:test';
import assert from 'node:assert/strict';
import { add, list, mul } from '../src/calc.js';
import { more } from '../src/more.js';
test('add', () => { assert.equal(add(1, 2), 3); assert.throws(() => add('1', 2)); });
test('list', () => assert.equal(list.length, 2));
test('mul', () => assert.equal(mul(2, 3), 6));
test('more', () => assert.equal(more(), 1));
`,
  });
  const { hunks, leftOut } = must(await hunksOf(here.trees));
  expect(leftOut).toEqual([
    { path: 'README.md', why: 'prose' },
    { path: 'package-lock.json', why: 'lock' },
    { path: 'src/big.min.js', why: 'generated' },
    { path: 'src/calc.js', why: 'no_meaning' },
    { path: 'src/gone.js', why: 'removed' },
  ]);
  const failed: Record<string, string[]> = {};
  for (const hunk of hunks) {
    const tree = must(await withoutHunk(here.trees, hunk));
    const outcome = Object.entries(nodeTest(here.checkOut(tree)));
    failed[(hunk.added[0] ?? '').trim()] = outcome.filter(([, one]) => one === 'failed').map(([title]) => title);
  }
  expect(failed).toEqual({
    'function checked(n) {': ['add'],
    'const sum = checked(a) + checked(b);': ['add'],
    'export function mul(a, b) {': ['mul'],
    'export function unnoticed() {': [],
    'export const more = () => 1;': ['more'],
  });
});

it('reverts deletions and changes at the ends of files', async () => {
  const files = { ...before, 'src/a.py': 'first = 1\n\n\ndef f():\n    return first\n\n\nlast = 3\n' };
  const here = await changeScene(files, { 'src/a.py': '\n\ndef f():\n    return 2\n\n' });
  const { hunks } = must(await hunksOf(here.trees));
  const texts = await Promise.all(
    hunks.map(async (hunk) => here.textIn(must(await withoutHunk(here.trees, hunk)), 'src/a.py').split('\n')),
  );
  const all = texts.map((lines) => lines.filter((line) => line !== '').join(' | ')).toSorted();
  expect(all).toEqual([
    'def f(): |     return 2 | last = 3',
    'def f(): |     return first',
    'first = 1 | def f(): |     return 2',
  ]);
});
