import { describe, expect, test } from 'vitest';
import { isTitleOf, namedTests, quoteSharesIdentifier } from '../../../src/languages/named-tests.ts';
import { onlyRenamedIn } from '../../../src/languages/renamed-in-tests.ts';

describe('tests that a text names', () => {
  const tests = [
    { file: 'test/calc.test.js', title: 'adds two numbers' },
    { file: 'test/calc.test.js', title: 'sub' },
    { file: 'tests/test_calc.py', title: 'test_sub' },
    { file: 'test/other.test.js', title: 'calc > is exact' },
  ];
  const titles = (text: string): string[] => namedTests(text, tests).map(({ title }) => title);

  test.each<[text: string, named: string[]]>([
    ['Fix the failing test "adds two numbers".', ['adds two numbers']],
    ['Make `test_sub` pass', ['test_sub']],
    ['test_subtract is red', []],
    ['the test sub fails', ['sub']],
    ['sub must return the difference', []],
    ["make the 'sub' test green", ['sub']],
    ['see test/calc.test.js', ['adds two numbers', 'sub']],
    ['see calc.test.js', ['adds two numbers', 'sub']],
    ['see mycalc.test.js', []],
    ['calc is exact', ['calc > is exact']],
    ['Adds  two\nnumbers is wrong', ['adds two numbers']],
    ['the test "is exact" fails', ['calc > is exact']],
    ['write documents', []],
  ])('%s', (text, named) => {
    expect(titles(text)).toEqual(named);
  });
});

test.each<[title: string, name: string, isSo: boolean]>([
  ['adds', 'adds', true],
  ['adds', 'calc > adds', true],
  ['adds', 'calc adds', true],
  ['adds %s to %d', 'calc > adds 1 to 2', true],
  ['adds $a', 'adds 1', true],
  ['test_add', 'tests/test_calc.py::test_add[1-2]', true],
  ['TestAdd', 'TestAdd/one', true],
  ['adds', 'adds more', false],
  ['adds', 'subtracts', false],
  ['adds', 'badds', false],
])('%s is the title of %s: %s', (title, name, isSo) => {
  expect(isTitleOf(title, name)).toBe(isSo);
});

test.each<[quote: string, isSo: boolean]>([
  ['`sub` returns the absolute difference', true],
  ['sub must never be negative', true],
  ['Add mul', false],
  ['the tests should be changed so that all of them return true', false],
  ['T1.1 Improve the calculator', false],
  ['Never go below zero', true],
  ['subtract is new', false],
])('a quote that shares a name with a test: %s: %s', (quote, isSo) => {
  const body = `import { mul } from './calc.js';\nexpect(sub(1, 2)).toBe(-1); // calculator, improve\nf('Improve');`;
  expect(quoteSharesIdentifier(quote, { title: 'goes below zero', body })).toBe(isSo);
});

test('tests that demand the same with other imports and names', () => {
  const before = `import { plus } from '../src/a.js';
    test('one', () => { expect(plus(1, 2)).toBe(3) });
    test('two', () => { expect(plus(2, 2)).toBe(4) });
    test('three', () => { expect(plus(2, 3)).toBe(5) });
    test('four', () => { expect(plus(2, 4)).toBe(6) });`;
  const after = `import { sum } from '../src/sum.js';
    test('one', () => { expect(sum(1, 2)).toBe(3) });
    test('two', () => { expect(sum(2, 2)).toBe(4) });
    test('three', () => { expect(sum(2, 3)).toBe(-5) });`;
  const superseded = ['one', 'two', 'three', 'four'].map((name) => ({
    file: 'test/a.test.js',
    test: `suite > ${name}`,
  }));
  const change = { before: new Map([['test/a.test.js', before]]), after: new Map([['test/a.test.js', after]]) };
  expect(onlyRenamedIn(superseded, change).map(({ test: name }) => name)).toEqual(['suite > one', 'suite > two']);
});
