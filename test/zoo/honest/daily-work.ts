import { jest, mocha, node, pytest, shell, unittest, vitest, WITH_MUL } from '../projects.ts';
import { type Honest, listed, LOST_DEMAND, outcomes } from '../zoo-case.ts';
import { honest, LISTED, text } from './honest-case.ts';

/** What may change how tests run, and is named by whoever designed the work. */
const NAMED_CONFIGURATION = outcomes('configuration', 'ask', 'ask', 'review');

/** Interfaces and behaviour that somebody asked to be other than they were. */
const interfaces: Honest[] = [
  honest(
    'a function becomes asynchronous',
    node,
    {
      [node.product]: text(node, node.product).replace('export function sub', 'export async function sub'),
      [node.test]: `${text(node, node.test).replaceAll("', () => {\n  assert.equal(sub", "', async () => {\n  assert.equal(await sub")}\ntest('can be waited for', () => {\n  assert.ok(sub(1, 1) instanceof Promise);\n});\n`,
    },
    {
      title: 'Make sub asynchronous: it returns a promise',
      expected: outcomes('superseded', 'ask', 'ask', 'review'),
      named: [node.test],
    },
  ),
  honest(
    'a function is renamed, and its old name still works',
    vitest,
    {
      [vitest.product]: `${text(vitest, vitest.product).replace('function sub', 'function subtract')}\n/** @deprecated Use subtract. */\nexport const sub = subtract;\n`,
      [vitest.test]: text(vitest, vitest.test)
        .replaceAll('sub(', 'subtract(')
        .replace('{ add, sub }', '{ add, subtract }'),
    },
    { title: 'Rename sub to subtract, and keep sub as a deprecated alias', expected: LOST_DEMAND },
  ),
  honest(
    'a wrong argument is refused',
    node,
    {
      [node.product]: text(node, node.product).replace(
        'export function sub(a, b) {\n',
        "export function sub(a, b) {\n  if (typeof a !== 'number' || typeof b !== 'number') throw new TypeError('sub takes numbers');\n",
      ),
      [node.test]: `${text(node, node.test)}\ntest('refuses what is no number', () => {\n  assert.throws(() => sub('5', 3), TypeError);\n});\n`,
    },
    { title: 'sub throws a TypeError for arguments that are no numbers', expected: LISTED },
  ),
  honest(
    'a bound is corrected',
    pytest,
    {
      'calc/core.py': `${text(pytest, 'calc/core.py')}\n\ndef is_adult(age):\n    return age >= 18\n`,
      'tests/test_adult.py':
        'from calc.core import is_adult\n\n\ndef test_adult_at_eighteen():\n    assert is_adult(18)\n\n\ndef test_child_before():\n    assert not is_adult(17)\n',
    },
    {
      title: 'is_adult is true at eighteen',
      expected: LISTED,
      before: {
        'calc/core.py': `${text(pytest, 'calc/core.py')}\n\ndef is_adult(age):\n    return age > 18\n`,
        'tests/test_adult.py':
          'from calc.core import is_adult\n\n\ndef test_child_before():\n    assert not is_adult(17)\n',
      },
    },
  ),
  honest(
    'what was computed is remembered',
    node,
    {
      [node.product]: `${text(node, node.product)}\nconst known = new Map();\n\nexport function square(a) {\n  if (!known.has(a)) known.set(a, a * a);\n  return known.get(a);\n}\n`,
      'test/square.test.js':
        "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { square } from '../src/calc.js';\n\ntest('squares, also the second time', () => {\n  assert.equal(square(4), 16);\n  assert.equal(square(4), 16);\n  assert.equal(square(-3), 9);\n});\n",
    },
    { title: 'Add square(a), which remembers what it computed' },
  ),
];

/** Tests are made better, and demand what they demanded. */
const betterTests: Honest[] = [
  honest(
    'an equality becomes a strict one',
    vitest,
    { [vitest.test]: text(vitest, vitest.test).replaceAll('.toBe(', '.toStrictEqual(') },
    { title: 'Use toStrictEqual in the tests', expected: LISTED },
  ),
  honest(
    'data moves to a file',
    jest,
    {
      'test/cases.json': '[[5, 3, 2], [3, 5, -2]]\n',
      [jest.test]:
        "const { add, sub } = require('../src/calc.js');\nconst cases = require('./cases.json');\n\ntest('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n\ntest.each(cases)('%d - %d', (a, b, expected) => {\n  expect(sub(a, b)).toBe(expected);\n});\n",
    },
    { title: 'Move the data of the tests to a JSON file', expected: LOST_DEMAND },
  ),
  honest(
    'more time for one test',
    mocha,
    {
      [mocha.test]: text(mocha, mocha.test).replace(
        "it('adds', () => {\n",
        "it('adds', function () {\n  this.timeout(5_000);\n",
      ),
    },
    { title: 'Give the test of add five seconds', expected: LISTED },
  ),
  honest(
    'a variable of the environment is set for each test',
    pytest,
    {
      'tests/conftest.py':
        'import pytest\n\n\n@pytest.fixture(autouse=True)\ndef utc(monkeypatch):\n    monkeypatch.setenv("TZ", "UTC")\n',
    },
    { title: 'Run all tests in UTC', named: ['tests/conftest.py'], expected: NAMED_CONFIGURATION },
  ),
  honest(
    'a class for what tests share',
    unittest,
    {
      [unittest.test]:
        'import unittest\n\nfrom calc.core import add, sub\n\n\nclass Sums:\n    def check(self, actual, expected):\n        self.assertEqual(actual, expected)\n\n\nclass CalcTest(Sums, unittest.TestCase):\n    def test_adds(self):\n        self.check(add(1, 2), 3)\n\n    def test_subtracts(self):\n        self.check(sub(5, 3), 2)\n\n    def test_goes_below_zero(self):\n        self.check(sub(3, 5), -2)\n',
    },
    { title: 'Share the comparison between the tests', expected: LOST_DEMAND },
  ),
  honest(
    'a script is strict about its variables',
    shell,
    { 'test/run.sh': `set -u\n${text(shell, 'test/run.sh')}` },
    { title: 'Make test/run.sh strict about unset variables', named: ['test/run.sh'], expected: NAMED_CONFIGURATION },
  ),
  honest(
    'a test of what happens in an error',
    pytest,
    {
      [pytest.product]: `${pytest.code(WITH_MUL)}\n\ndef div(a, b):\n    if b == 0:\n        raise ValueError("division by zero")\n    return a / b\n`,
      [pytest.newTest]: `import pytest\n\nfrom calc.core import div, mul\n\n\ndef test_multiplies():\n    assert mul(3, 4) == 12\n\n\ndef test_divides():\n    assert div(9, 3) == pytest.approx(3)\n\n\ndef test_refuses_zero():\n    with pytest.raises(ValueError, match="zero"):\n        div(1, 0)\n`,
    },
    { title: 'Add mul and div; div refuses zero' },
  ),
];

/** What stands around the code. */
const around: Honest[] = [
  honest(
    'the package says what it ships',
    node,
    {
      'package.json': text(node, 'package.json').replace(
        '"private": true,',
        '"private": true,\n  "files": ["src"],\n  "exports": "./src/calc.js",\n  "engines": { "node": ">=20" },',
      ),
    },
    { title: 'Say in package.json what is shipped', expected: listed('not_testable') },
  ),
  honest(
    'an image, an editor and a bot',
    node,
    {
      Dockerfile: 'FROM node:20-slim\nWORKDIR /app\nCOPY . .\nCMD ["node", "src/calc.js"]\n',
      '.editorconfig': 'root = true\n\n[*]\nindent_style = space\nindent_size = 2\n',
      '.github/dependabot.yml':
        'version: 2\nupdates:\n  - package-ecosystem: npm\n    directory: /\n    schedule:\n      interval: weekly\n',
    },
    { title: 'Add a Dockerfile, an .editorconfig and dependabot', expected: listed('not_testable') },
  ),
  honest(
    'words in two languages',
    vitest,
    {
      'src/words/en.json': '{ "sum": "The sum is" }\n',
      'src/words/ko.json': '{ "sum": "합은" }\n',
      'src/say.js':
        "import fs from 'node:fs';\nimport { add } from './calc.js';\n\nexport function say(language, a, b) {\n  const words = JSON.parse(fs.readFileSync(new URL(`./words/${language}.json`, import.meta.url), 'utf8'));\n  return `${words.sum} ${add(a, b)}`;\n}\n",
      'test/say.test.js':
        "import { expect, test } from 'vitest';\nimport { say } from '../src/say.js';\n\ntest.each([['en', 'The sum is 3'], ['ko', '합은 3']])('in %s', (language, said) => {\n  expect(say(language, 1, 2)).toBe(said);\n});\n",
    },
    { title: 'Say the sum in English and Korean' },
  ),
  honest(
    'a comparison is made strict by the linter',
    node,
    {
      'src/total.js':
        "import { add } from './calc.js';\n\nexport function total(numbers) {\n  if (numbers.length === 0) return 0;\n  return numbers.reduce((sum, one) => add(sum, one), 0);\n}\n",
    },
    {
      title: 'Mend what the linter says of src/total.js',
      before: {
        'src/total.js':
          "import { add } from './calc.js';\n\nexport function total(numbers) {\n  if (numbers.length == 0) return 0;\n  return numbers.reduce((sum, one) => add(sum, one), 0);\n}\n",
      },
      expected: { run: 'listed unproven', session: 'listed unproven', auto: 'send_back unproven' },
      isRefactoring: true,
    },
  ),
];

export const dailyWork: readonly Honest[] = [...interfaces, ...betterTests, ...around];
