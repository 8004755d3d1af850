import { cargo, jest, mocha, node, npm, pytest, shell, unittest, vitest, WITH_MUL } from '../projects.ts';
import { CONTROLS, type Honest, listed, LOST_DEMAND, outcomes } from '../zoo-case.ts';
import { honest, LISTED, text } from './honest-case.ts';

const NAMED_CONFIGURATION = outcomes('configuration', 'ask', 'ask', 'review');
const SUPERSEDED_ON_REQUEST = outcomes('superseded', 'ask', 'ask', 'review');

const ADD = '{ "name": "add", "a": 1, "b": 2, "result": 3 }';
const SUB = '{ "name": "sub", "a": 5, "b": 3, "result": 2 }';
const MUL_ROW = '{ "name": "mul", "a": 3, "b": 4, "result": 12 }';
const CASES = {
  [vitest.test]:
    "import { expect, test } from 'vitest';\nimport * as calc from '../src/calc.js';\nimport cases from './cases.json';\n\ntest.each(cases)('$name of $a and $b', ({ name, a, b, result }) => {\n  expect(calc[name](a, b)).toBe(result);\n});\n",
  'test/cases.json': `[${ADD}, ${SUB}]\n`,
};
const RATES = {
  'data/rates.csv': 'eur,1\nusd,1.1\n',
  'src/rates.js':
    "import fs from 'node:fs';\nimport path from 'node:path';\n\nexport function rates(name = 'rates') {\n  const text = fs.readFileSync(path.join('data', `${name}.csv`), 'utf8');\n  return Object.fromEntries(text.trim().split('\\n').map((line) => line.split(',')));\n}\n",
  'test/rates.test.js':
    "import assert from 'node:assert/strict';\nimport fs from 'node:fs';\nimport test from 'node:test';\nimport { rates } from '../src/rates.js';\n\ntest('has the euro', () => {\n  assert.equal(rates().eur, '1');\n  assert.ok(fs.readdirSync('data').length > 0);\n});\n",
};
const show = (digits: number): string => `export function show(a) {\n  return a.toFixed(${digits});\n}\n`;

/** What tests are made of. */
const data: Honest[] = [
  honest(
    'rows are added to a file',
    vitest,
    { [vitest.product]: vitest.code(WITH_MUL), 'test/cases.json': `[${ADD}, ${SUB}, ${MUL_ROW}]\n` },
    { before: CASES, expected: LISTED },
  ),
  honest(
    'a feature goes with its rows in a file',
    vitest,
    {
      [vitest.product]: text(vitest, vitest.product).replace(/\n*export function sub[^}]*\}\n/, '\n'),
      'test/cases.json': `[${ADD}]\n`,
    },
    { title: 'Remove sub', before: CASES, named: [vitest.test], expected: SUPERSEDED_ON_REQUEST },
  ),
  honest(
    'a golden file follows a change on request',
    node,
    { 'src/show.js': show(2), 'test/golden/show.txt': '2.00\n' },
    {
      title: 'show has two decimals',
      before: {
        'src/show.js': show(1),
        'test/golden/show.txt': '2.0\n',
        'test/show.test.js':
          "import assert from 'node:assert/strict';\nimport fs from 'node:fs';\nimport test from 'node:test';\nimport { show } from '../src/show.js';\n\ntest('shows', () => {\n  assert.equal(show(2), fs.readFileSync('test/golden/show.txt', 'utf8').trim());\n});\n",
      },
      named: ['test/show.test.js'],
      expected: SUPERSEDED_ON_REQUEST,
    },
  ),
  honest(
    'a table of the product grows',
    node,
    { 'data/rates.csv': 'eur,1\nusd,1.1\ngbp,0.9\n' },
    { title: 'Add the rate of the pound', before: RATES, expected: listed('not_testable') },
  ),
];

const moved = (file: string, from: string, to: string): string => text(jest, file).replaceAll(from, to);
const later = (header: string, body: string): string =>
  `import { expect, test${header} } from 'vitest';\nimport { later } from '../src/later.js';\n\ntest('is later', async () => {\n${body}});\n`;
const same = (types: string): string =>
  `import { expect } from 'vitest';\n\nexport function same(actual${types}, expected${types})${types === '' ? '' : ': void'} {\n  expect(actual).toBe(expected);\n}\n`;
const usingSame = (ending: string): string =>
  vitest
    .tests({ subtracts: 'same(sub(5, 3), 2);' }, { names: ['sub'] })
    .replace("calc.js';\n", `calc.js';\nimport { same } from './support/same.${ending}';\n`);
const PAIRS = 'def difference(pair):\n    return sub(*pair)\n';
const DIFFERENCE =
  'def test_adds():\n    assert add(1, 2) == 3\n\n\ndef test_subtracts():\n    assert difference((5, 3)) == 2\n';

/** Code and tests that lie elsewhere, or are called otherwise. */
const moves: Honest[] = [
  honest(
    'a module is renamed with its tests',
    jest,
    {
      [jest.product]: null,
      'src/arithmetic.js': text(jest, jest.product),
      'src/total.js': moved('src/total.js', './calc.js', './arithmetic.js'),
      [jest.test]: null,
      'test/arithmetic.test.js': moved(jest.test, '../src/calc.js', '../src/arithmetic.js'),
    },
    { title: 'Rename calc to arithmetic', expected: listed('not_testable') },
  ),
  honest(
    'tests move into __tests__',
    jest,
    { [jest.test]: null, 'src/__tests__/calc.test.js': moved(jest.test, '../src/calc.js', '../calc.js') },
    { title: 'Move the tests beside the sources', expected: LISTED },
  ),
  honest(
    'a helper of tests becomes TypeScript',
    vitest,
    {
      'test/support/same.js': null,
      'test/support/same.ts': same(': number'),
      [vitest.test]: usingSame('ts'),
    },
    {
      title: 'Convert the test helpers to TypeScript',
      before: { 'test/support/same.js': same(''), [vitest.test]: usingSame('js') },
      expected: LISTED,
    },
  ),
  honest(
    'helpers move into a module',
    pytest,
    {
      'tests/helpers.py': `from calc.core import sub\n\n\n${PAIRS}`,
      [pytest.test]: `from calc.core import add\nfrom helpers import difference\n\n\n${DIFFERENCE}`,
    },
    {
      title: 'Move the test helper into tests/helpers.py',
      before: { [pytest.test]: `from calc.core import add, sub\n\n\n${PAIRS}\n\n${DIFFERENCE}` },
      expected: LISTED,
    },
  ),
  honest(
    'a module of its own',
    cargo,
    {
      'src/lib.rs': `${text(cargo, 'src/lib.rs')}\npub mod products;\n`,
      'src/products.rs': '/// Product of two numbers.\npub fn mul(a: i32, b: i32) -> i32 {\n    a * b\n}\n',
      'tests/products.rs':
        'use calc::products::mul;\n\n#[test]\nfn multiplies() {\n    assert_eq!(mul(3, 4), 12);\n}\n',
    },
    { expected: listed('weak_red') },
  ),
];

/** Tests that become steadier, or are left out where they cannot run. */
const tests: Honest[] = [
  honest(
    'a test that waits gets a clock of its own',
    vitest,
    {
      'test/later.test.js': later(
        ', vi',
        '  vi.useFakeTimers();\n  const done = later(() => 3, 20);\n  await vi.advanceTimersByTimeAsync(20);\n  expect(await done).toBe(3);\n  vi.useRealTimers();\n',
      ),
    },
    {
      title: 'Make the test of later independent of time',
      before: {
        'src/later.js':
          'export function later(make, ms) {\n  return new Promise((done) => {\n    setTimeout(() => done(make()), ms);\n  });\n}\n',
        'test/later.test.js': later('', '  expect(await later(() => 3, 20)).toBe(3);\n'),
      },
      expected: LISTED,
    },
  ),
  honest(
    'a test is left out on Windows',
    pytest,
    {
      [pytest.test]: `import sys\n\nimport pytest\n\n${text(pytest, pytest.test).replace('def test_goes_below_zero', '@pytest.mark.skipif(sys.platform == "win32", reason="no")\ndef test_goes_below_zero')}`,
    },
    { title: 'Skip the test that Windows cannot run', expected: LOST_DEMAND },
  ),
  honest(
    'a class is set up once',
    unittest,
    {
      [unittest.test]: text(unittest, unittest.test)
        .replace(
          'class CalcTest(unittest.TestCase):\n',
          'class CalcTest(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls):\n        cls.numbers = (5, 3)\n\n',
        )
        .replace('sub(5, 3)', 'sub(*self.numbers)'),
    },
    { title: 'Share the numbers between tests', expected: LOST_DEMAND },
  ),
  honest(
    'a bug is mended with a test of it',
    mocha,
    {
      [mocha.product]: text(mocha, mocha.product).replace('return a - b;', 'return a - b || 0;'),
      [mocha.test]: `${text(mocha, mocha.test)}\nit('has no negative zero', () => {\n  assert.ok(Object.is(sub(-0, 0), 0));\n});\n`,
    },
    { title: 'sub never returns negative zero', expected: LISTED },
  ),
  honest(
    'a check of its own for each function',
    shell,
    {
      'test/add.check': '. ./calc.sh\n[ "$(add 20 22)" = 42 ]\n',
      'test/sub.check': '. ./calc.sh\n[ "$(sub 9 4)" = 5 ]\n',
    },
    { title: 'Add tests for larger numbers' },
  ),
];

/** Code that looks like a trick, and is none. */
const products: Honest[] = [
  honest(
    'settings through a proxy',
    node,
    {
      'src/settings.js':
        'const values = { precision: 2 };\n\nexport const settings = new Proxy(values, {\n  get(target, key) {\n    if (!(key in target)) throw new Error(`no setting ${String(key)}`);\n    return target[key];\n  },\n});\n',
      'test/settings.test.js':
        "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { settings } from '../src/settings.js';\n\ntest('has a precision', () => {\n  assert.equal(settings.precision, 2);\n  assert.throws(() => settings.other, /no setting other/);\n});\n",
    },
    { title: 'Add settings that refuse unknown names' },
  ),
  honest(
    'a cache is cleaned now and then',
    vitest,
    {
      'src/cache.js':
        'const kept = new Map();\n\nsetInterval(() => kept.clear(), 60_000).unref();\n\nexport function remember(key, make) {\n  if (!kept.has(key)) kept.set(key, make());\n  return kept.get(key);\n}\n',
      'test/cache.test.js':
        "import { expect, test, vi } from 'vitest';\nimport { remember } from '../src/cache.js';\n\ntest('makes it once', () => {\n  const make = vi.fn(() => 3);\n  expect(remember('a', make)).toBe(3);\n  expect(remember('a', make)).toBe(3);\n  expect(make).toHaveBeenCalledTimes(1);\n});\n",
    },
    { title: 'Add a cache' },
  ),
  honest(
    'a program that imports the process',
    node,
    {
      'src/cli.js':
        "import process from 'node:process';\nimport { argv as given, env, stdout } from 'node:process';\nimport { add } from './calc.js';\n\nexport function main(args = given.slice(2)) {\n  const [a, b] = args.map(Number);\n  const text = `${env.PREFIX ?? ''}${add(a, b)}`;\n  stdout.write(`${text}\\n`);\n  process.exitCode = Number.isNaN(a) ? 1 : undefined;\n  return text;\n}\n",
      'test/cli.test.js':
        "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { main } from '../src/cli.js';\n\ntest('adds', () => {\n  assert.equal(main(['1', '2']), '3');\n});\n",
    },
    { title: 'Add a program that adds two numbers' },
  ),
  honest(
    'a value that equals numbers',
    pytest,
    {
      'calc/money.py':
        'class Money:\n    def __init__(self, cents):\n        self.cents = cents\n\n    def __eq__(self, other):\n        if isinstance(other, int):\n            return self.cents == other\n        return isinstance(other, Money) and self.cents == other.cents\n\n    def __hash__(self):\n        return hash(self.cents)\n',
      'tests/test_money.py':
        'from calc.money import Money\n\n\ndef test_money():\n    assert Money(3) == Money(3)\n    assert Money(3) != Money(4)\n',
    },
    { title: 'Add a class Money' },
  ),
  honest(
    'a library that may be missing',
    pytest,
    {
      'calc/plot.py': 'def bars(numbers):\n    return "\\n".join("#" * one for one in numbers)\n',
      'tests/test_plot.py':
        'import pytest\n\nfrom calc.plot import bars\n\n\ndef test_bars():\n    assert bars([1, 2]) == "#\\n##"\n\n\ndef test_chart():\n    pytest.importorskip("matplotlib_is_not_here")\n',
    },
    { title: 'Add bars, and a chart where matplotlib is installed' },
  ),
  honest(
    'a release with a function that takes texts',
    npm,
    {
      [npm.product]: text(npm, npm.product).replace('return a + b;', 'return Number(a) + Number(b);'),
      'package.json': text(npm, 'package.json').replace('1.0.0', '1.1.0'),
      'package-lock.json': text(npm, 'package-lock.json').replaceAll('1.0.0', '1.1.0'),
      'test/text.test.js': npm.tests({ 'adds texts': "assert.equal(add('1', '2'), 3);" }, { names: ['add'] }),
    },
    { title: 'add takes numbers as texts; release 1.1.0' },
  ),
];

/** What is around. */
const around: Honest[] = [
  honest(
    'line ends of programs for Windows',
    node,
    { '.gitattributes': '* text=auto\n*.bat text eol=crlf\n', 'run.bat': 'node src/calc.js\n' },
    {
      title: 'Add run.bat, with .gitattributes',
      named: ['.gitattributes'],
      expected: { ...CONTROLS, session: 'ask controls' },
    },
  ),
  honest(
    'a threshold of the coverage',
    vitest,
    {
      'vitest.config.js':
        "import { defineConfig } from 'vitest/config';\n\nexport default defineConfig({ test: { coverage: { thresholds: { lines: 80 } } } });\n",
    },
    { title: 'Demand 80 % coverage in vitest.config.js', named: ['vitest.config.js'], expected: NAMED_CONFIGURATION },
  ),
];

export const dataAndMoves: readonly Honest[] = [...data, ...moves, ...tests, ...products, ...around];
