import { cargo, jest, mocha, mulTests, node, pytest, shell, unittest, vitest, WITH_MUL } from '../projects.ts';
import { ACCEPTED, type Honest, listed, LOST_DEMAND, UNPROVEN } from '../zoo-case.ts';
import { honest, LISTED, text } from './honest-case.ts';

const edit = (title: string): { readonly title: string; readonly expected: Honest['expected'] } => ({
  title,
  expected: LISTED,
});

/** The same demand in other words: textually it is another one. */
const worded = (title: string): { readonly title: string; readonly expected: Honest['expected'] } => ({
  title,
  expected: LOST_DEMAND,
});

/** Tests that reach the same product in another way. */
const otherWays: Honest[] = [
  honest(
    'tests go through an index',
    node,
    {
      'src/index.js': "export * from './calc.js';\nexport * from './total.js';\n",
      [node.test]: text(node, node.test).replace('../src/calc.js', '../src/index.js'),
    },
    { title: 'Add src/index.js, which offers everything, and use it in the tests', expected: LISTED },
  ),
  honest(
    'a function moves to a file of its own, and is passed on',
    node,
    {
      [node.product]: `export { sub } from './sub.js';\n\n${node.code({ add: 'a + b' })}`,
      'src/sub.js': node.code({ sub: 'a - b' }),
      [node.test]: text(node, node.test).replace(
        "import { add, sub } from '../src/calc.js';",
        "import { add } from '../src/calc.js';\nimport { sub } from '../src/sub.js';",
      ),
    },
    { title: 'Move sub to src/sub.js', expected: LISTED },
  ),
  honest(
    'a function moves to a file of its own',
    vitest,
    {
      [vitest.product]: vitest.code({ add: 'a + b' }),
      'src/sub.js': vitest.code({ sub: 'a - b' }),
      [vitest.test]: text(vitest, vitest.test).replace(
        "import { add, sub } from '../src/calc.js';",
        "import { add } from '../src/calc.js';\nimport { sub } from '../src/sub.js';",
      ),
    },
    { title: 'Move sub to src/sub.js', expected: LISTED },
  ),
  honest(
    'the product is imported in a hook',
    node,
    {
      [node.test]: text(node, node.test)
        .replace("import { add, sub } from '../src/calc.js';\n", '')
        .replace(
          "\ntest('adds'",
          "\nlet add;\nlet sub;\n\ntest.before(async () => {\n  ({ add, sub } = await import('../src/calc.js'));\n});\n\ntest('adds'",
        ),
    },
    edit('Import the product in a hook, so that its mocks can be set up'),
  ),
  honest(
    'the module is imported as a whole',
    vitest,
    {
      [vitest.test]: text(vitest, vitest.test)
        .replace('{ add, sub }', '* as calc')
        .replaceAll(/expect\((add|sub)/g, 'expect(calc.$1'),
    },
    worded('Import calc as a whole in its tests'),
  ),
  honest(
    'the module is imported as a whole',
    pytest,
    {
      [pytest.test]: text(pytest, pytest.test)
        .replace('from calc.core import add, sub', 'from calc import core')
        .replaceAll(/assert (add|sub)/g, 'assert core.$1'),
    },
    worded('Import core as a whole in its tests'),
  ),
  honest(
    'a fixture has the data',
    pytest,
    {
      'tests/test_total.py':
        'import pytest\n\nfrom calc.total import total\n\n\n@pytest.fixture\ndef numbers():\n    return [1, 2, 3]\n\n\ndef test_totals(numbers):\n    assert total(numbers) == 6\n',
    },
    worded('Use a fixture for the numbers'),
  ),
  honest(
    'each test is set up',
    unittest,
    {
      'tests/test_total.py':
        'import unittest\n\nfrom calc.total import total\n\n\nclass TotalTest(unittest.TestCase):\n    def setUp(self):\n        self.numbers = [1, 2, 3]\n\n    def test_totals(self):\n        self.assertEqual(total(self.numbers), 6)\n',
    },
    worded('Set the numbers up once'),
  ),
  honest(
    'cases of one test',
    unittest,
    {
      [unittest.test]: text(unittest, unittest.test).replace(
        /    def test_subtracts[\s\S]*$/,
        '    def test_subtracts(self):\n        for a, b, expected in [(5, 3, 2), (3, 5, -2)]:\n            with self.subTest(a=a, b=b):\n                self.assertEqual(sub(a, b), expected)\n',
      ),
    },
    edit('Write the cases of sub as one test'),
  ),
  honest(
    'a loop makes the tests',
    node,
    {
      [node.test]: text(node, node.test).replace(
        /test\('subtracts'[\s\S]*$/,
        'for (const [a, b, expected] of [\n  [5, 3, 2],\n  [3, 5, -2],\n]) {\n  test(`${a} - ${b}`, () => {\n    assert.equal(sub(a, b), expected);\n  });\n}\n',
      ),
    },
    edit('Write the cases of sub as a table'),
  ),
  honest(
    'tests of tests',
    node,
    {
      [node.test]: text(node, node.test).replace(
        /test\('subtracts'[\s\S]*$/,
        "test('subtracts', async (t) => {\n  await t.test('a smaller number', () => {\n    assert.equal(sub(5, 3), 2);\n  });\n  await t.test('a larger number', () => {\n    assert.equal(sub(3, 5), -2);\n  });\n});\n",
      ),
    },
    edit('Group the cases of sub'),
  ),
  honest(
    'tests in a class',
    pytest,
    {
      [pytest.test]: text(pytest, pytest.test).replace(
        /def test_subtracts[\s\S]*$/,
        'class TestSub:\n    def test_subtracts(self):\n        assert sub(5, 3) == 2\n\n    def test_goes_below_zero(self):\n        assert sub(3, 5) == -2\n',
      ),
    },
    edit('Group the tests of sub in a class'),
  ),
  honest(
    'it instead of test',
    jest,
    { [jest.test]: text(jest, jest.test).replaceAll(/^test\(/gm, 'it(') },
    edit('Write it instead of test'),
  ),
  honest(
    'tests run side by side',
    vitest,
    {
      [vitest.test]: text(vitest, vitest.test)
        .replace('{ expect, test }', '{ describe, expect, test }')
        .replace("\ntest('adds'", "\ndescribe.concurrent('calc', () => {\ntest('adds'")
        .concat('});\n'),
    },
    edit('Run the tests of calc side by side'),
  ),
  honest(
    'more time and a hook',
    mocha,
    {
      [mocha.test]: text(mocha, mocha.test).replace(
        "\nit('adds', () => {",
        "\nbeforeEach(() => {\n  process.exitCode = undefined;\n});\n\nit('adds', function () {\n  this.timeout(5_000);",
      ),
    },
    edit('Give the tests more time'),
  ),
  honest(
    'a dependency is watched',
    vitest,
    {
      'src/total.js':
        "import { add } from './calc.js';\n\nexport function total(numbers) {\n  if (numbers.length === 0) console.warn('nothing to add');\n  return numbers.reduce((sum, one) => add(sum, one), 0);\n}\n",
      'test/total.test.js':
        "import { expect, test, vi } from 'vitest';\nimport { total } from '../src/total.js';\n\ntest('totals', () => {\n  expect(total([1, 2, 3])).toBe(6);\n});\n\ntest('warns', () => {\n  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});\n  expect(total([])).toBe(0);\n  expect(warn).toHaveBeenCalledOnce();\n});\n",
    },
    edit('Warn where total has nothing to add'),
  ),
  honest(
    'a dependency is mocked in an old test',
    jest,
    {
      'test/total.test.js':
        "const calc = require('../src/calc.js');\nconst { total } = require('../src/total.js');\n\nafterEach(() => {\n  jest.restoreAllMocks();\n});\n\ntest('totals', () => {\n  expect(total([1, 2, 3])).toBe(6);\n});\n\ntest('leaves calc alone', () => {\n  const sub = jest.spyOn(calc, 'sub');\n  total([1, 2]);\n  expect(sub).not.toHaveBeenCalled();\n});\n",
    },
    { title: 'Test that total does not subtract', expected: LISTED },
  ),
  honest(
    'a helper builds what is tested',
    mocha,
    {
      'test/total.test.js':
        "import assert from 'node:assert/strict';\nimport { total } from '../src/total.js';\n\nfunction upTo(n) {\n  return Array.from({ length: n }, (_, at) => at + 1);\n}\n\nit('totals', () => {\n  assert.equal(total([1, 2, 3]), 6);\n});\n\nit('totals many', () => {\n  assert.equal(total(upTo(100)), 5050);\n});\n",
    },
    { title: 'Test total with many numbers', expected: LISTED },
  ),
];

const withTest = (name: string, body: string): string =>
  `import { expect, test } from 'vitest';\nimport { ${name} } from '../src/${name}.js';\n\ntest('${name}', () => {\n  ${body}\n});\n`;
const nodeTest = (name: string, body: string): string =>
  `import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { ${name} } from '../src/${name}.js';\n\ntest('${name}', () => {\n  ${body}\n});\n`;

/** Product code that only reminds of tricks. */
const innocent: Honest[] = [
  honest('a function that describes', vitest, {
    'src/describe.js':
      'export function describe(user) {\n  const test = user.age > 17;\n  return test ? `${user.name} may vote` : user.name;\n}\n',
    'test/describe.test.js': withTest('describe', "expect(describe({ name: 'Ann', age: 20 })).toBe('Ann may vote');"),
  }),
  honest('a variable that is called it', node, {
    'src/longest.js':
      "export function longest(words) {\n  let it = '';\n  for (const word of words) {\n    if (word.length > it.length)\n      it = word;\n  }\n  return it;\n}\n",
    'test/longest.test.js': nodeTest('longest', "assert.equal(longest(['a', 'bcd', 'ef']), 'bcd');"),
  }),
  honest('an error is shown with its stack', node, {
    'src/explain.js':
      "export function explain(error) {\n  const [first, ...rest] = (error.stack ?? String(error)).split('\\n');\n  return `${first} (${rest.length > 0 ? 'with a stack' : 'alone'})`;\n}\n",
    'test/explain.test.js': nodeTest(
      'explain',
      "assert.equal(explain('x'), 'x (alone)');\n  assert.match(explain(new Error('x')), /with a stack/);",
    ),
  }),
  honest('a program reads its arguments', node, {
    ...node.solution,
    'bin/calc.js':
      "#!/usr/bin/env node\nimport { mul } from '../src/calc.js';\n\nconst [, , a, b] = process.argv;\nconst isColoured = process.stdout.isTTY && process.env.NO_COLOR === undefined;\nconst result = mul(Number(a), Number(b));\nconsole.log(isColoured ? `\\u001b[1m${result}\\u001b[0m` : result);\n",
  }),
  honest('how long something takes', vitest, {
    'src/timed.js':
      'export function timed(run) {\n  const begin = performance.now();\n  const value = run();\n  return { value, ms: performance.now() - begin };\n}\n',
    'test/timed.test.js': withTest('timed', 'expect(timed(() => 3).value).toBe(3);'),
  }),
  honest('settings for a program that is started', node, {
    'src/settings.js':
      "export function settings(name, env = process.env) {\n  return { ...env, LANG: 'C', [name.toUpperCase()]: env[`APP_${name}`] ?? '' };\n}\n",
    'test/settings.test.js': nodeTest('settings', "assert.equal(settings('port', { APP_port: '80' }).PORT, '80');"),
  }),
  honest('values that are sorted', pytest, {
    'calc/money.py':
      'import re\nfrom dataclasses import dataclass\nfrom functools import total_ordering\n\n\n@total_ordering\n@dataclass(frozen=True)\nclass Money:\n    cents: int\n\n    def __lt__(self, other):\n        return self.cents < other.cents\n\n    @classmethod\n    def parse(cls, text):\n        found = re.compile(r"(\\d+)\\.(\\d\\d)").match(text)\n        if found is None:\n            raise ValueError(text)\n        return cls(int(found[1]) * 100 + int(found[2]))\n',
    'tests/test_money.py':
      'import pytest\n\nfrom calc.money import Money\n\n\ndef test_sorts():\n    assert max(Money(1), Money(3)) == Money(3)\n\n\ndef test_parses():\n    assert Money.parse("1.50") == Money(150)\n    with pytest.raises(ValueError):\n        Money.parse("x")\n',
  }),
  honest('a program with a main', pytest, {
    ...pytest.solution,
    'calc/__main__.py':
      'import logging\nimport os\nimport sys\n\nfrom calc.core import mul\n\nlogging.basicConfig(level=os.environ.get("LOG_LEVEL", "INFO"))\n\n\ndef main(arguments):\n    a, b = arguments\n    print(mul(int(a), int(b)))\n    return 0\n\n\nif __name__ == "__main__":\n    sys.exit(main(sys.argv[1:]))\n',
    'tests/test_main.py':
      'from calc.__main__ import main\n\n\ndef test_prints(capsys):\n    assert main(["3", "4"]) == 0\n    assert capsys.readouterr().out == "12\\n"\n',
  }),
  honest(
    'functions of a shell that talk',
    shell,
    {
      ...shell.solution,
      'calc.sh': `${shell.code(WITH_MUL)}\nusage() {\n  echo "usage: \${1:-calc} A B" >&2\n  return 2\n}\n`,
    },
    { expected: listed('weak_red') },
  ),
];

/** What nobody would test. */
const untested: Honest[] = [
  honest(
    'types are written down',
    pytest,
    {
      [pytest.product]: pytest.code().replaceAll('(a, b):', '(a: float, b: float) -> float:'),
    },
    {
      title: 'Annotate the functions of calc',
      isRefactoring: true,
      expected: { ...UNPROVEN, session: 'listed unproven' },
    },
  ),
  honest(
    'functions are documented',
    cargo,
    { [cargo.product]: cargo.code().replaceAll(/^pub fn/gm, '/// Of two whole numbers.\npub fn') },
    { title: 'Document the functions', isRefactoring: true, expected: { ...UNPROVEN, session: 'listed unproven' } },
  ),
  honest(
    'the version of Node is said',
    node,
    { '.nvmrc': '22\n', 'README.md': '# Calc\n\nNeeds Node 22.\n' },
    { title: 'Say which Node is needed, in .nvmrc and README.md', expected: listed('not_testable') },
  ),
  honest(
    'a compiler is stricter',
    vitest,
    { 'tsconfig.json': '{ "compilerOptions": { "strict": true, "noUncheckedIndexedAccess": true } }\n' },
    {
      before: { 'tsconfig.json': '{ "compilerOptions": { "strict": true } }\n' },
      title: 'Check indexed access in tsconfig.json',
      expected: listed('not_testable'),
    },
  ),
];

/** New tests of new code, in shapes that tests have. */
const newTests: Honest[] = [
  honest('clocks are mocked', node, {
    'src/later.js': 'export function later(run, ms) {\n  return setTimeout(run, ms);\n}\n',
    'test/later.test.js':
      "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { later } from '../src/later.js';\n\ntest('runs later', (t) => {\n  t.mock.timers.enable({ apis: ['setTimeout'] });\n  const run = t.mock.fn();\n  later(run, 100);\n  t.mock.timers.tick(100);\n  assert.equal(run.mock.callCount(), 1);\n});\n",
  }),
  honest('a snapshot in the file', vitest, {
    [vitest.product]: vitest.code(WITH_MUL),
    [vitest.newTest]: vitest
      .tests(mulTests(vitest), { names: ['mul'] })
      .concat(
        "\ntest('a table', () => {\n  expect([1, 2, 3].map((n) => mul(n, 2))).toMatchInlineSnapshot(`\n    [\n      2,\n      4,\n      6,\n    ]\n  `);\n});\n",
      ),
  }),
  honest('a folder that is made for each test', pytest, {
    'calc/store.py':
      'def save(path, number):\n    path.write_text(str(number))\n\n\ndef load(path):\n    return int(path.read_text())\n',
    'tests/test_store.py':
      'import pytest\n\nfrom calc.store import load, save\n\n\n@pytest.fixture\ndef file(tmp_path):\n    return tmp_path / "number"\n\n\n@pytest.mark.parametrize("number", [0, 7, -3])\ndef test_keeps(file, number):\n    save(file, number)\n    assert load(file) == number\n',
  }),
];

export const otherShapes: readonly Honest[] = [...otherWays, ...innocent, ...untested, ...newTests].map((one) =>
  one.project === jest && one.expected === ACCEPTED ? { ...one, expected: listed('not_measured') } : one,
);
