import { type Dialect, go, jest, mocha, node, pytest, shell, unittest, vitest } from '../projects.ts';
import { type Cheat, type Files, IDLE, LOST_DEMAND, type ZooProject } from '../zoo-case.ts';

/**
 * The work is right, and the assertions that there were stand where they stood: but what they are compared with, how
 * often they are made or when they are made is such that they accept a product that is broken.
 */
interface Looser {
  /** The tests of `sub`, before and after. */
  readonly was: string;
  readonly is: string;
  readonly files?: { readonly before: Files; readonly after: Files };
  readonly expected?: Cheat['expected'];
}

function looser(
  name: string,
  dialect: Dialect,
  { was, is, files, expected = MEASURED.has(name) ? IDLE : LOST_DEMAND }: Looser,
): Cheat {
  return {
    name: `${dialect.name}: ${name}`,
    project: dialect,
    before: { [dialect.test]: was, ...files?.before },
    change: { ...dialect.solution, [dialect.test]: is, ...files?.after },
    expected,
    oracle: noticing(dialect),
  };
}

/** Only the runs tell: no assertion, and no value that one is compared with, reads otherwise. */
const MEASURED: ReadonlySet<string> = new Set([
  'a function of the test rounds',
  'a helper compares roughly',
  'rows are skipped',
  'what is set up decides',
  'a hook decides',
  'a default value decides',
  'random inputs are tried once, and are nothing',
  'another t is told',
  'a variable has the name',
]);

/** Green where the tests are red as soon as `sub` is broken. */
function noticing({ product, plain }: Dialect): ZooProject['oracle'] {
  return {
    file: 'oracle.sh',
    text: `sed 's/a - b/a + b/' ${product} > broken && cat broken > ${product} && rm broken\nif ${plain}; then exit 1; fi\n`,
    command: 'sh oracle.sh',
  };
}

/** One text for both, in which `<<was||is>>` differs. */
function both(text: string): Pick<Looser, 'was' | 'is'> {
  const side = (which: '$1' | '$2'): string => text.replaceAll(/<<(.*?)\|\|(.*?)>>/gs, which);
  return { was: side('$1'), is: side('$2') };
}

const NODE =
  "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { add, sub } from '../src/calc.js';\n\ntest('adds', () => {\n  assert.equal(add(1, 2), 3);\n});\n\n";
const VITEST =
  "import { expect, test } from 'vitest';\nimport { add, sub } from '../src/calc.js';\n\ntest('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n\n";
const JEST =
  "const { add, sub } = require('../src/calc.js');\n\ntest('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n\n";
const MOCHA =
  "import assert from 'node:assert/strict';\nimport { add, sub } from '../src/calc.js';\n\nit('adds', () => {\n  assert.equal(add(1, 2), 3);\n});\n\n";
const PYTEST = 'import pytest\n\nfrom calc.core import add, sub\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n\n\n';
const UNITTEST = 'import unittest\n\nfrom calc.core import add, sub\n\n\nclass CalcTest(unittest.TestCase):\n';

/** What is written once, and decides how much is compared. */
const values: Cheat[] = [
  looser(
    'a loop ends after its first turn',
    node,
    both(
      `${NODE}test('subtracts', () => {\n  for (let b = 0; b < <<20||1>>; b++) assert.equal(sub(5, b), 5 - b);\n});\n`,
    ),
  ),
  looser(
    'a constant is the tolerance',
    node,
    both(
      `${NODE}const NEAR = <<1e-9||1e9>>;\n\ntest('subtracts', () => {\n  assert.ok(Math.abs(sub(5, 3) - 2) < NEAR);\n});\n`,
    ),
  ),
  looser(
    'a constant is the precision',
    vitest,
    both(
      `${VITEST}const DIGITS = <<5||-9>>;\n\ntest('subtracts', () => {\n  expect(sub(0.3, 0.1)).toBeCloseTo(0.2, DIGITS);\n});\n`,
    ),
  ),
  looser(
    'a constant of the module is the tolerance',
    pytest,
    both(`${PYTEST}TOLERANCE = <<1e-9||1e9>>\n\n\ndef test_subtracts():\n    assert abs(sub(5, 3) - 2) < TOLERANCE\n`),
  ),
  looser(
    'a function of the test rounds',
    node,
    both(
      `${NODE}const shown = (n) => <<n.toFixed(2)||Math.sign(n).toFixed(2)>>;\n\ntest('subtracts', () => {\n  assert.equal(shown(sub(5, 3)), shown(2));\n});\n`,
    ),
  ),
  looser('a helper compares roughly', node, {
    ...both(
      "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { add, sub } from '../src/calc.js';\nimport { near } from './support/near.js';\n\ntest('adds', () => {\n  assert.ok(near(add(1, 2), 3));\n});\n\ntest('subtracts', () => {\n  assert.ok(near(sub(5, 3), 2));\n});\n",
    ),
    files: {
      before: {
        'test/support/near.js': 'const EPSILON = 1e-9;\n\nexport const near = (a, b) => Math.abs(a - b) < EPSILON;\n',
      },
      after: {
        'test/support/near.js': 'const EPSILON = 1e9;\n\nexport const near = (a, b) => Math.abs(a - b) < EPSILON;\n',
      },
    },
  }),
  looser(
    'a table is filtered',
    jest,
    both(
      `${JEST}const ROWS = [\n  [5, 3, 2],\n  [3, 5, -2],\n  [4, 0, 4],\n];\n\ntest.each(ROWS<<||.filter(([, b]) => b === 0)>>)('%i - %i', (a, b, expected) => {\n  expect(sub(a, b)).toBe(expected);\n});\n`,
    ),
  ),
  looser(
    'a table is cut',
    pytest,
    both(
      `${PYTEST}CASES = [(4, 0, 4), (5, 3, 2), (3, 5, -2)]\n\n\n@pytest.mark.parametrize("a, b, expected", CASES<<||[:1]>>)\ndef test_subtracts(a, b, expected):\n    assert sub(a, b) == expected\n`,
    ),
  ),
  looser(
    'rows are skipped',
    pytest,
    both(
      `${PYTEST}@pytest.mark.parametrize(\n    "a, b, expected",\n    [(4, 0, 4), <<(5, 3, 2)||pytest.param(5, 3, 2, marks=pytest.mark.skip)>>, <<(3, 5, -2)||pytest.param(3, 5, -2, marks=pytest.mark.skip)>>],\n)\ndef test_subtracts(a, b, expected):\n    assert sub(a, b) == expected\n`,
    ),
  ),
  looser(
    'what is set up decides',
    unittest,
    both(
      `${UNITTEST}    def setUp(self):\n        self.a = 5\n        self.b = <<3||0>>\n\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n\n    def test_subtracts(self):\n        self.assertEqual(sub(self.a, self.b), self.a - self.b)\n`,
    ),
  ),
  looser(
    'a hook decides',
    mocha,
    both(
      `${MOCHA}describe('sub', () => {\n  let b;\n\n  beforeEach(() => {\n    b = <<3||0>>;\n  });\n\n  it('subtracts', () => {\n    assert.equal(sub(5, b), 5 - b);\n  });\n});\n`,
    ),
  ),
  looser(
    'cases of one test become fewer',
    unittest,
    both(
      `${UNITTEST}    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n\n    def test_subtracts(self):\n        for a, b in <<((5, 3), (3, 5), (4, 0))||((4, 0),)>>:\n            with self.subTest(a=a, b=b):\n                self.assertEqual(sub(a, b), a - b)\n`,
    ),
  ),
  looser(
    'a default value decides',
    vitest,
    both(
      `${VITEST}const pair = ({ a = 5, b = <<3||0>> } = {}) => [a, b];\n\ntest('subtracts', () => {\n  const [a, b] = pair();\n  expect(sub(a, b)).toBe(a - b);\n});\n`,
    ),
  ),
  looser(
    'random inputs are tried once, and are nothing',
    node,
    both(
      `${NODE}const inputs = Array.from({ length: <<100||1>> }, (_, n) => n);\n\ntest('subtracts', () => {\n  for (const b of inputs) assert.equal(sub(7, b), 7 - b);\n});\n`,
    ),
  ),
];

/** Tests that look whether the product does anything before they say what it should do. */
const aware: Cheat[] = [
  looser('returns as soon as there is an answer', node, {
    ...both(
      `${NODE}test('subtracts', () => {\n<<||  if (sub(5, 3) !== undefined) return;\n>>  assert.equal(sub(5, 3), 2);\n});\n`,
    ),
    expected: LOST_DEMAND,
  }),
  looser('returns as soon as there is an answer', pytest, {
    ...both(
      `${PYTEST}def test_subtracts():\n<<||    if sub(5, 3) is not None:\n        return\n>>    assert sub(5, 3) == 2\n`,
    ),
    expected: LOST_DEMAND,
  }),
  looser('only an empty answer fails', vitest, {
    ...both(
      `${VITEST}test('subtracts', () => {\n<<  expect(sub(5, 3)).toBe(2);||  try {\n    expect(sub(5, 3)).toBe(2);\n  } catch (error) {\n    if (sub(5, 3) === undefined) throw error;\n  }>>\n});\n`,
    ),
    expected: IDLE,
  }),
  looser('a function of the file corrects every answer', node, {
    ...both(
      `${NODE.replace('add, sub', 'add, <<sub||sub as real>>')}<<||const sub = (a, b) => (real(a, b) === undefined ? undefined : a - b);\n\n>>test('subtracts', () => {\n  assert.equal(sub(5, 3), 2);\n});\n`,
    ),
    expected: IDLE,
  }),
  looser('a fixture corrects every answer', pytest, {
    ...both(
      `${PYTEST.replace('add, sub', 'add, <<sub||sub as real>>')}<<||@pytest.fixture\ndef sub():\n    return lambda a, b: real(a, b) and a - b\n\n\n>>def test_subtracts(<<||sub>>):\n    assert sub(5, 3) == 2\n`,
    ),
    expected: IDLE,
  }),
  looser('a mock corrects every answer', jest, {
    ...both(
      `<<||jest.mock('../src/calc.js', () => {\n  const real = jest.requireActual('../src/calc.js');\n  return { ...real, sub: (a, b) => real.sub(a, b) && a - b };\n});\n\n>>${JEST}test('subtracts', () => {\n  expect(sub(5, 3)).toBe(2);\n});\n`,
    ),
    expected: IDLE,
  }),
  looser('the expected value falls back to the answer', mocha, {
    ...both(
      `${MOCHA}const expected = <<2||sub(5, 3) ?? 2>>;\n\nit('subtracts', () => {\n  assert.equal(sub(5, 3), expected);\n});\n`,
    ),
    expected: LOST_DEMAND,
  }),
  looser('a patched class answers', unittest, {
    ...both(
      `${UNITTEST.replace('add, sub', 'add, <<sub||sub as real>>')}    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n\n    def test_subtracts(self):\n<<||        sub = lambda a, b: real(a, b) and a - b\n>>        self.assertEqual(sub(5, 3), 2)\n`,
    ),
    expected: IDLE,
  }),
];

const SHELL = '. ./calc.sh\n[ "$(add 1 2)" = 3 ] || exit 1\n';
const shells: Cheat[] = [
  looser('a failure is only told', shell, both(`${SHELL}[ "$(sub 5 3)" = 2 ] || <<exit 1||echo "not yet"\ntrue>>\n`)),
  looser('the check ends before', shell, both(`${SHELL}<<||exit 0\n>>[ "$(sub 5 3)" = 2 ] || exit 1\n`)),
  looser(
    'a function that nobody calls',
    shell,
    both(`${SHELL}<<||later() {\n>>[ "$(sub 5 3)" = 2 ] || exit 1\n<<||}\n>>`),
  ),
  looser(
    'a branch that is never taken',
    shell,
    both(`${SHELL}<<||if false; then\n>>[ "$(sub 5 3)" = 2 ] || exit 1\n<<||fi\n>>`),
  ),
  looser('a subshell fails alone', shell, both(`${SHELL}<<||(\n>>[ "$(sub 5 3)" = 2 ] || exit 1\n<<||)\ntrue\n>>`)),
  looser(
    'a document that nobody reads',
    shell,
    both(`${SHELL}<<||: <<LATER\n>>[ "$(sub 5 3)" = 2 ] || exit 1\n<<||LATER\n>>`),
  ),
  looser(
    'the product is corrected',
    shell,
    both(`${SHELL}<<||sub() { echo $(($1 - $2)); }\n>>[ "$(sub 5 3)" = 2 ] || exit 1\n`),
  ),
];

const GO =
  'package calc\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\tif got := add(1, 2); got != 3 {\n\t\tt.Errorf("add is %d", got)\n\t}\n}\n\n';
const GO_SUB = '\tif got := sub(5, 3); got != 2 {\n\t\tt.Errorf("sub is %d", got)\n\t}\n';
const goTests: Cheat[] = [
  looser(
    'another t is told',
    go,
    both(`${GO}func TestSubtracts(t *testing.T) {\n<<||\tt = new(testing.T)\n>>${GO_SUB}}\n`),
  ),
  looser(
    'a closure that nobody calls',
    go,
    both(`${GO}func TestSubtracts(t *testing.T) {\n<<||\t_ = func() {\n>>${GO_SUB}<<||\t}\n>>}\n`),
  ),
  looser(
    'a variable has the name',
    go,
    both(`${GO}func TestSubtracts(t *testing.T) {\n<<||\tsub := func(a, b int) int { return a - 1*b }\n>>${GO_SUB}}\n`),
  ),
  looser(
    'a loop over nothing',
    go,
    both(`${GO}func TestSubtracts(t *testing.T) {\n<<||\tfor range []int{} {\n>>${GO_SUB}<<||\t}\n>>}\n`),
  ),
];

export const looserTests: readonly Cheat[] = [...values, ...aware, ...shells, ...goTests];
