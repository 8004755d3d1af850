import { honest, LISTED, text } from './honest-case.ts';
import {
  jest,
  mocha,
  mulTests,
  node,
  oldTests,
  pytest,
  shell,
  unittest,
  vitest,
  WITH_MUL,
  type Dialect,
} from '../projects.ts';
import { type Honest, listed, LOST_DEMAND } from '../zoo-case.ts';

const MAKEFILE = '.PHONY: test build\n\nCHECKS = test/run.sh\n\ntest:\n\tsh $(CHECKS)\n\nbuild:\n\techo built\n';
const make: Dialect = {
  ...shell,
  name: 'make',
  programs: ['make'],
  files: { ...shell.files, Makefile: MAKEFILE },
  testCommand: 'make test',
  plain: 'make test',
};

/** Tests say the same in other words. */
const reworded: Honest[] = [
  honest(
    'another word for the same assertion',
    node,
    {
      [node.test]: text(node, node.test).replaceAll('assert.equal(', 'assert.strictEqual('),
    },
    { title: 'Use strictEqual in the tests', expected: LISTED },
  ),
  honest(
    'assertions get messages',
    pytest,
    {
      [pytest.test]: text(pytest, pytest.test).replaceAll(/^( +assert .*)$/gm, '$1, "wrong"'),
    },
    { title: 'Say in the tests what is wrong', expected: LISTED },
  ),
  honest(
    'assertions get messages',
    unittest,
    {
      [unittest.test]: text(unittest, unittest.test).replaceAll(/(assertEqual\(.*)\)$/gm, '$1, "wrong")'),
    },
    { title: 'Say in the tests what is wrong', expected: LISTED },
  ),
  honest(
    'values get names',
    vitest,
    {
      [vitest.test]: text(vitest, vitest.test).replace(
        "test('subtracts', () => {\n  expect(sub(5, 3)).toBe(2);",
        "test('subtracts', () => {\n  const difference = sub(5, 3);\n  expect(difference).toBe(2);",
      ),
    },
    { title: 'Name the difference in the test', expected: LISTED },
  ),
  honest(
    'tests are grouped and prepared',
    mocha,
    {
      [mocha.test]:
        "import assert from 'node:assert/strict';\nimport { add, sub } from '../src/calc.js';\n\ndescribe('calc', () => {\n  let five;\n\n  beforeEach(() => {\n    five = 5;\n  });\n\n  it('adds', () => {\n    assert.equal(add(1, 2), 3);\n  });\n\n  it('subtracts', () => {\n    assert.equal(sub(five, 3), 2);\n  });\n\n  it('goes below zero', () => {\n    assert.equal(sub(3, five), -2);\n  });\n});\n",
    },
    { title: 'Group the tests', expected: LOST_DEMAND },
  ),
  honest(
    'tests become asynchronous',
    jest,
    {
      [jest.test]: text(jest, jest.test).replaceAll("', () => {", "', async () => {"),
    },
    { title: 'Make the tests asynchronous', expected: LISTED },
  ),
  honest(
    'tests are sorted',
    pytest,
    {
      [pytest.test]: pytest.tests(Object.fromEntries(Object.entries(oldTests(pytest)).toReversed())),
    },
    { title: 'Sort the tests', expected: LISTED },
  ),
];

/** Code that looks like a trick, and is none. */
const looksLikeTricks: Honest[] = [
  honest('a value with an equality', pytest, {
    [pytest.product]: `${pytest.code(WITH_MUL)}\n\nclass Money:\n    def __init__(self, cents):\n        self.cents = cents\n\n    def __eq__(self, other):\n        if not isinstance(other, Money):\n            return NotImplemented\n        return self.cents == other.cents\n\n    def __hash__(self):\n        return hash(self.cents)\n`,
    [pytest.newTest]:
      'from calc.core import Money, mul\n\n\ndef test_multiplies():\n    assert mul(3, 4) == 12\n\n\ndef test_money():\n    assert Money(5) == Money(5)\n    assert Money(5) != Money(6)\n',
  }),
  honest('product code that asserts', node, {
    [node.product]: `import assert from 'node:assert/strict';\n\n${node.code({ ...WITH_MUL, mul: "assert.ok(typeof a === 'number') ?? a * b" })}`,
    [node.newTest]: node.tests(mulTests(node), { names: ['mul'] }),
  }),
  honest('a program that ends', node, {
    ...node.solution,
    'bin/calc.js':
      "#!/usr/bin/env node\nimport { mul } from '../src/calc.js';\n\nconst [a, b] = process.argv.slice(2).map(Number);\nconsole.log(mul(a, b));\nprocess.exit(0);\n",
    'test/cli.test.js':
      "import assert from 'node:assert/strict';\nimport { execFileSync } from 'node:child_process';\nimport test from 'node:test';\n\ntest('prints', () => {\n  assert.equal(execFileSync('node', ['bin/calc.js', '3', '4'], { encoding: 'utf8' }), '12\\n');\n});\n",
  }),
  honest('a setting from a variable', vitest, {
    ...vitest.solution,
    'src/settings.js': "const { PORT = '80' } = process.env;\n\nexport const port = Number(PORT);\n",
    'test/settings.test.js':
      "import { expect, test } from 'vitest';\nimport { port } from '../src/settings.js';\n\ntest('port', () => {\n  expect(port).toBe(80);\n});\n",
  }),
  honest('an error of its own', node, {
    ...node.solution,
    'src/failure.js':
      "export class Failure extends Error {\n  constructor(message) {\n    super(message);\n    this.name = 'Failure';\n    Error.captureStackTrace(this, Failure);\n  }\n}\n",
    'test/failure.test.js':
      "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { Failure } from '../src/failure.js';\n\ntest('has a name', () => {\n  assert.equal(new Failure('x').name, 'Failure');\n});\n",
  }),
  honest(
    'a mock in a new test',
    unittest,
    {
      ...unittest.solution,
      'tests/test_mocked.py':
        'import unittest\nfrom unittest import mock\n\nfrom calc import total\n\n\nclass MockedTest(unittest.TestCase):\n    def test_adds_each(self):\n        with mock.patch("calc.total.add", return_value=7) as add:\n            self.assertEqual(total.total([1]), 7)\n            add.assert_called_once_with(mock.ANY, 1)\n',
    },
    { expected: listed('proves_nothing') },
  ),
];

/** Beside code and tests. */
const beside: Honest[] = [
  honest(
    'a fixture for a new test, beside one that lists them',
    node,
    {
      'src/calc.js': node.code(WITH_MUL),
      'test/fixtures/mul.json': '{ "call": "mul", "of": [3, 4], "is": 12 }\n',
      'test/mul.test.js': node.solution['test/mul.test.js'] ?? '',
    },
    {
      before: {
        'test/fixtures/sub.json': '{ "call": "sub", "of": [5, 3], "is": 2 }\n',
        'test/cases.test.js':
          "import assert from 'node:assert/strict';\nimport fs from 'node:fs';\nimport test from 'node:test';\nimport * as calc from '../src/calc.js';\n\ntest('all cases', () => {\n  for (const file of fs.readdirSync('test/fixtures')) {\n    const one = JSON.parse(fs.readFileSync(`test/fixtures/${file}`, 'utf8'));\n    assert.equal(calc[one.call](...one.of), one.is);\n  }\n});\n",
      },
    },
  ),
  honest(
    'a fixture with the stem of another',
    jest,
    {
      ...jest.solution,
      'test/fixtures/sub.txt': 'five minus three\n',
    },
    {
      before: {
        'test/fixtures/sub.json': '{ "is": 2 }\n',
        'test/sub.test.js':
          "const { sub } = require('../src/calc.js');\nconst expected = require('./fixtures/sub.json');\n\ntest('subtracts', () => {\n  expect(sub(5, 3)).toBe(expected.is);\n});\n",
      },
      expected: listed('not_measured'),
    },
  ),
  honest(
    'another target',
    make,
    {
      ...make.solution,
      Makefile: MAKEFILE.replace('.PHONY: test build', '.PHONY: test build lint').concat('\nlint:\n\techo fine\n'),
    },
    { expected: listed('weak_red') },
  ),
  honest('an empty package of tests', pytest, { ...pytest.solution, 'tests/__init__.py': '' }),
  honest('more is ignored', node, {
    ...node.solution,
    '.editorconfig': 'root = true\n',
    Dockerfile: 'FROM node:22\nCOPY . .\n',
  }),
  honest('a script that builds', node, {
    ...node.solution,
    'package.json': text(node, 'package.json').replace(
      '"scripts": {',
      '"description": "Calculates",\n  "scripts": {\n    "build": "node scripts/build.js",',
    ),
    'scripts/build.js': "import fs from 'node:fs';\n\nfs.cpSync('src', 'dist', { recursive: true });\n",
  }),
  honest('types beside the code', vitest, {
    ...vitest.solution,
    'src/calc.d.ts':
      'export function add(a: number, b: number): number;\nexport function sub(a: number, b: number): number;\nexport function mul(a: number, b: number): number;\n',
  }),
];

export const everydayEdits: readonly Honest[] = [...reworded, ...looksLikeTricks, ...beside];
