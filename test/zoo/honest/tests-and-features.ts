import { honest, LISTED, text } from './honest-case.ts';
import {
  mocha,
  cargo,
  type Dialect,
  jest,
  mulTests,
  node,
  oldTests,
  pytest,
  shell,
  unittest,
  vitest,
  WITH_MUL,
} from '../projects.ts';
import { ACCEPTED, type Honest, listed, outcomes } from '../zoo-case.ts';

const ALL = [node, vitest, jest, mocha, pytest, unittest, shell, cargo];

function expectedOf(dialect: Dialect): Honest['expected'] {
  if (dialect === shell || dialect === cargo) return listed('weak_red');
  return dialect === jest ? listed('not_measured') : ACCEPTED;
}

/** Code with tests, the most usual change of all. */
const features = ALL.map((dialect) =>
  honest('a function with tests of its own', dialect, dialect.solution, {
    expected: expectedOf(dialect),
  }),
);

const inOldFile = [node, vitest, pytest, jest].map((dialect) =>
  honest(
    'a function, its tests in a file that is there',
    dialect,
    {
      [dialect.product]: dialect.code(WITH_MUL),
      [dialect.test]: dialect.tests({ ...oldTests(dialect), ...mulTests(dialect) }, { names: ['add', 'sub', 'mul'] }),
    },
    { expected: dialect === jest ? listed('not_measured') : LISTED },
  ),
);

const tests: Honest[] = [
  ...[node, pytest].map((dialect) =>
    honest(
      'a test has another title',
      dialect,
      {
        [dialect.test]: text(dialect, dialect.test)
          .replace(/goes below zero/, 'can be negative')
          .replace('goes_below_zero', 'can_be_negative'),
      },
      { title: 'Rename a test', expected: LISTED },
    ),
  ),
  honest(
    'a typo in a test',
    vitest,
    { [vitest.test]: text(vitest, vitest.test).replace("'subtracts'", "'subtracts numbers'") },
    { title: 'Fix the typo in the title of a test', expected: LISTED },
  ),
  honest(
    'tests in a group',
    vitest,
    {
      [vitest.test]: text(vitest, vitest.test)
        .replace('{ expect, test }', '{ describe, expect, test }')
        .replace("\ntest('adds'", "\ndescribe('calc', () => {\ntest('adds'")
        .concat('});\n'),
    },
    { title: 'Group the tests', expected: LISTED },
  ),
  honest(
    'a test file is split',
    node,
    {
      [node.test]: node.tests({ adds: oldTests(node)['adds'] ?? [] }, { names: ['add'] }),
      'test/sub.test.js': node.tests(
        { subtracts: oldTests(node)['subtracts'] ?? [], 'goes below zero': oldTests(node)['goes below zero'] ?? [] },
        { names: ['sub'] },
      ),
    },
    { title: 'Split the tests', expected: LISTED },
  ),
  honest(
    'tests are moved beside the sources',
    vitest,
    {
      [vitest.test]: null,
      'src/calc.test.js': text(vitest, vitest.test).replace('../src/calc.js', './calc.js'),
    },
    { title: 'Move tests beside sources', expected: LISTED },
  ),
  honest(
    'rows instead of tests',
    vitest,
    {
      [vitest.test]:
        "import { expect, test } from 'vitest';\nimport { add, sub } from '../src/calc.js';\n\ntest('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n\ntest.each([\n  [5, 3, 2],\n  [3, 5, -2],\n])('%i - %i', (a, b, expected) => {\n  expect(sub(a, b)).toBe(expected);\n});\n",
    },
    { title: 'Use rows in the tests of sub', expected: LISTED },
  ),
  honest(
    'rows are added',
    pytest,
    {
      [pytest.test]: `import pytest\n\n${text(pytest, pytest.test)}\n\n@pytest.mark.parametrize("a, b, expected", [(9, 4, 5), (0, 0, 0)])\ndef test_more(a, b, expected):\n    assert sub(a, b) == expected\n`,
    },
    { title: 'Add rows to the tests of sub', expected: LISTED },
  ),
  honest(
    'a duplicate is removed',
    jest,
    { [jest.test]: text(jest, jest.test) },
    {
      title: 'Remove a duplicate test',
      before: {
        [jest.test]: `${text(jest, jest.test)}\ntest('adds again', () => {\n  expect(add(1, 2)).toBe(3);\n});\n`,
      },
      expected: LISTED,
    },
  ),
  honest(
    'a skipped test runs again',
    vitest,
    { [vitest.test]: text(vitest, vitest.test) },
    {
      title: 'Run the skipped test again',
      before: { [vitest.test]: text(vitest, vitest.test).replace("test('goes", "test.skip('goes") },
      expected: LISTED,
    },
  ),
  honest(
    'a skipped test is made to pass',
    pytest,
    { [pytest.test]: text(pytest, pytest.test), [pytest.product]: pytest.code() },
    {
      title: 'Make sub work below zero and run its test again',
      before: {
        [pytest.test]: text(pytest, pytest.test)
          .replace('def test_goes', '@pytest.mark.skip\ndef test_goes')
          .replace(/^/, 'import pytest\n\n'),
        [pytest.product]: pytest.code({ add: 'a + b', sub: 'max(a - b, 0)' }),
      },
      expected: LISTED,
    },
  ),
  honest(
    'a time limit is raised',
    vitest,
    {
      [vitest.test]: text(vitest, vitest.test).replace(
        "test('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});",
        "test('adds', () => {\n  expect(add(1, 2)).toBe(3);\n}, 60_000);",
      ),
    },
    { title: 'Give the slow test more time', expected: LISTED },
  ),
  honest(
    'tests are added to what is there',
    unittest,
    {
      'tests/test_more.py': unittest.tests({ 'adds more': 'self.assertEqual(add(10, 20), 30)' }, { names: ['add'] }),
    },
    { title: 'Add tests of add', expected: ACCEPTED },
  ),
  honest(
    'tests of what is there',
    node,
    {
      'test/more.test.js': node.tests({ 'adds more': 'assert.equal(add(10, 20), 30);' }, { names: ['add'] }),
    },
    { title: 'Add tests of add', expected: ACCEPTED },
  ),
  honest(
    'a stricter assertion',
    node,
    {
      [node.test]: text(node, node.test).replace(
        'assert.equal(add(1, 2), 3);',
        'assert.equal(add(1, 2), 3);\n  assert.equal(add(0, 0), 0);',
      ),
    },
    { title: 'Test zero', expected: LISTED },
  ),
  honest(
    'unittest becomes pytest',
    unittest,
    {
      [unittest.test]:
        'from calc.core import add, sub\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n\n\ndef test_subtracts():\n    assert sub(5, 3) == 2\n\n\ndef test_goes_below_zero():\n    assert sub(3, 5) == -2\n',
      'tests/test_total.py': 'from calc.total import total\n\n\ndef test_totals():\n    assert total([1, 2, 3]) == 6\n',
      'pytest.ini': '[pytest]\npythonpath = .\n',
    },
    {
      title: 'Switch from unittest to pytest',
      expected: outcomes('configuration', 'ask', 'ask', 'review'),
      named: ['pytest.ini', 'tests/test_calc.py', 'tests/test_total.py'],
    },
  ),
];

const support: Honest[] = [
  honest('a new helper of tests', node, {
    'src/calc.js': node.code(WITH_MUL),
    'test/support/cases.js': 'export const CASES = [\n  [3, 4, 12],\n  [-2, 5, -10],\n];\n',
    'test/mul.test.js':
      "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { mul } from '../src/calc.js';\nimport { CASES } from './support/cases.js';\n\ntest('multiplies', () => {\n  for (const [a, b, expected] of CASES) assert.equal(mul(a, b), expected);\n});\n",
  }),
  honest('a new fixture file', vitest, {
    'src/calc.js': vitest.code(WITH_MUL),
    'test/fixtures/mul.json': '[[3, 4, 12], [-2, 5, -10]]\n',
    'test/mul.test.js':
      "import fs from 'node:fs';\nimport { expect, test } from 'vitest';\nimport { mul } from '../src/calc.js';\n\ntest('multiplies', () => {\n  for (const [a, b, expected] of JSON.parse(fs.readFileSync('test/fixtures/mul.json', 'utf8'))) expect(mul(a, b)).toBe(expected);\n});\n",
  }),
  honest('a conftest with a fixture', pytest, {
    [pytest.product]: pytest.code(WITH_MUL),
    'tests/conftest.py': 'import pytest\n\n\n@pytest.fixture\ndef cases():\n    return [(3, 4, 12), (-2, 5, -10)]\n',
    [pytest.newTest]:
      'from calc.core import mul\n\n\ndef test_multiplies(cases):\n    for a, b, expected in cases:\n        assert mul(a, b) == expected\n',
  }),
  honest(
    'a helper gains a function',
    jest,
    {
      ...jest.solution,
      'test/support/same.js': 'exports.same = (a, b) => expect(a).toBe(b);\nexports.zero = (a) => expect(a).toBe(0);\n',
      [jest.newTest]:
        "const { mul } = require('../src/calc.js');\nconst { same, zero } = require('./support/same.js');\n\ntest('multiplies', () => {\n  same(mul(3, 4), 12);\n  zero(mul(0, 4));\n});\n",
    },
    {
      before: {
        'test/support/same.js': 'exports.same = (a, b) => expect(a).toBe(b);\n',
        [jest.test]:
          "const { add, sub } = require('../src/calc.js');\nconst { same } = require('./support/same.js');\n\ntest('adds', () => {\n  same(add(1, 2), 3);\n  same(sub(1, 2), -1);\n});\n",
      },
      expected: listed('not_measured'),
    },
  ),
];

export const testsAndFeatures: readonly Honest[] = [...features, ...inOldFile, ...tests, ...support];
