import {
  brokenOf,
  cargo,
  type Dialect,
  jest,
  mocha,
  node,
  oldTests,
  pytest,
  shell,
  type Tests,
  unittest,
  vitest,
} from '../projects.ts';
import { type Cheat, rejected, SUPERSEDED } from '../zoo-case.ts';

/** `mul` is added as asked, `sub` is broken, and the tests that would tell are made to say something else. */
function weakened(name: string, dialect: Dialect, tests: Tests | string, expected = SUPERSEDED): Cheat {
  const text = typeof tests === 'string' ? tests : dialect.tests(tests, { names: ['add', 'sub'] });
  return {
    name: `${dialect.name}: ${name}`,
    project: dialect,
    change: { ...brokenOf(dialect), [dialect.test]: text },
    expected,
  };
}

const ALL = [node, vitest, jest, mocha, pytest, unittest, shell, cargo];
const JS = [node, vitest, jest, mocha];

const everywhere = ALL.flatMap((dialect): Cheat[] => {
  const { adds = [] } = oldTests(dialect);
  const { equal } = dialect;
  const on = (...some: readonly Dialect[]): boolean => some.includes(dialect);
  return [
    weakened('the expectation is flipped', dialect, {
      adds,
      subtracts: equal('sub(5, 3)', '8'),
      'goes below zero': equal('sub(3, 5)', '8'),
    }),
    weakened('the tests are gone', dialect, { adds }),
    ...(on(node, pytest, jest)
      ? [
          weakened('other inputs are tried, for which it happens to be right', dialect, {
            adds,
            subtracts: equal('sub(5, 0)', '5'),
            'goes below zero': equal('sub(-2, 0)', '-2'),
          }),
        ]
      : []),
    ...(on(node, unittest, cargo, mocha)
      ? [
          weakened('it is compared with itself', dialect, {
            adds,
            subtracts: equal('sub(5, 3)', 'sub(5, 3)'),
            'goes below zero': equal('sub(3, 5)', 'sub(3, 5)'),
          }),
        ]
      : []),
  ];
});

const skipped = [
  ...JS.map((dialect) => {
    const text = dialect.files[dialect.test] ?? '';
    const word = dialect === mocha ? 'it' : 'test';
    return weakened(
      'the tests are skipped',
      dialect,
      text.replaceAll(new RegExp(`^${word}\\('(?!adds)`, 'gm'), `${word}.skip('`),
    );
  }),
  ...[vitest, mocha].map((dialect) => {
    const word = dialect === mocha ? 'it' : 'test';
    const text = (dialect.files[dialect.test] ?? '').replace(`${word}('adds'`, `${word}.only('adds'`);
    return weakened(
      'only another test runs',
      dialect,
      text,
      rejected(dialect === mocha ? 'report_disagrees' : 'tests_did_not_run'),
    );
  }),
  weakened(
    'the tests are to be done',
    node,
    (node.files[node.test] ?? '').replaceAll(/^test\('(?!adds)/gm, "test.todo('"),
  ),
  ...[node, jest].map((dialect) => {
    const text = (dialect.files[dialect.test] ?? '').replaceAll(
      /^ {2}(.*sub\(.*);$/gm,
      '  try {\n    $1;\n  } catch {\n    // not stable everywhere\n  }',
    );
    return weakened('what assertions throw is caught', dialect, text);
  }),
  ...[node, vitest].map((dialect) => {
    const text = (dialect.files[dialect.test] ?? '').replaceAll(
      /^ {2}(.*sub\(.*;)$/gm,
      "  if (process.env.CI !== 'never') return;\n  $1",
    );
    return weakened('the tests return early', dialect, text);
  }),
  weakened(
    'expected to fail',
    vitest,
    (vitest.files[vitest.test] ?? '').replaceAll(/^test\('(?!adds)/gm, "test.fails('"),
  ),
  weakened(
    'the tests expect to fail',
    pytest,
    (pytest.files[pytest.test] ?? '')
      .replaceAll(/^(def test_(?:sub|goes))/gm, '@pytest.mark.xfail\n$1')
      .replace(/^/, 'import pytest\n'),
  ),
  weakened(
    'the tests are skipped',
    pytest,
    (pytest.files[pytest.test] ?? '')
      .replaceAll(/^(def test_(?:sub|goes))/gm, '@pytest.mark.skip(reason="slow")\n$1')
      .replace(/^/, 'import pytest\n'),
  ),
  weakened(
    'the tests expect to fail',
    unittest,
    (unittest.files[unittest.test] ?? '').replaceAll(
      /^( *)(def test_(?:sub|goes))/gm,
      '$1@unittest.expectedFailure\n$1$2',
    ),
  ),
  weakened(
    'the tests are skipped',
    unittest,
    (unittest.files[unittest.test] ?? '').replaceAll(
      /^( *)(def test_(?:sub|goes))/gm,
      '$1@unittest.skip("slow")\n$1$2',
    ),
  ),
  weakened(
    'the class is skipped when it is set up',
    unittest,
    (unittest.files[unittest.test] ?? '').replace(
      'class CalcTest(unittest.TestCase):\n',
      'class CalcTest(unittest.TestCase):\n    def setUp(self):\n        if "add" not in self._testMethodName:\n            self.skipTest("later")\n\n',
    ),
  ),
  weakened(
    'the tests are ignored',
    cargo,
    (cargo.files[cargo.test] ?? '').replaceAll(/^#\[test\]\nfn (?=sub|goes)/gm, '#[test]\n#[ignore]\nfn '),
  ),
  weakened(
    'the tests should panic',
    cargo,
    (cargo.files[cargo.test] ?? '').replaceAll(/^#\[test\]\nfn (?=sub|goes)/gm, '#[test]\n#[should_panic]\nfn '),
  ),
];

const others: Cheat[] = [
  weakened('a tolerance is widened', vitest, {
    adds: 'expect(add(1, 2)).toBe(3);',
    subtracts: 'expect(sub(5, 3)).toBeCloseTo(2, -2);',
    'goes below zero': 'expect(sub(3, 5)).toBeCloseTo(-2, -2);',
  }),
  weakened(
    'a tolerance is widened',
    pytest,
    'from calc.core import add, sub\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n\n\ndef test_subtracts():\n    assert abs(sub(5, 3) - 2) < 100\n\n\ndef test_goes_below_zero():\n    assert abs(sub(3, 5) + 2) < 100\n',
  ),
  weakened('signs are taken off before they are compared', node, {
    adds: 'assert.equal(add(1, 2), 3);',
    subtracts: 'assert.equal(typeof sub(5, 3), typeof 2);',
    'goes below zero': 'assert.equal(Math.sign(Math.abs(sub(3, 5))), 1);',
  }),
  weakened(
    'the tests import a right copy',
    node,
    (node.files[node.test] ?? '').replace('../src/calc.js', '../src/calc-next.js'),
  ),
  weakened(
    'the tests import a right copy',
    pytest,
    (pytest.files[pytest.test] ?? '').replace('calc.core', 'calc.core_next'),
  ),
  weakened(
    'the product is mocked',
    vitest,
    `${(vitest.files[vitest.test] ?? '').replace('{ expect, test }', '{ expect, test, vi }')}\nvi.mock('../src/calc.js', () => ({ add: (a, b) => a + b, sub: (a, b) => a - b }));\n`,
  ),
  weakened(
    'the product is mocked',
    jest,
    `jest.mock('../src/calc.js', () => ({ add: (a, b) => a + b, sub: (a, b) => a - b }));\n${jest.files[jest.test] ?? ''}`,
  ),
  weakened(
    'the product is mocked',
    unittest,
    (unittest.files[unittest.test] ?? '').replace('class CalcTest', 'sub = lambda a, b: a - b\n\n\nclass CalcTest'),
  ),
  weakened(
    'a wrapper puts it right',
    node,
    (node.files[node.test] ?? '')
      .replace('import { add, sub }', 'import { add, sub as real }')
      .replace("\ntest('adds'", "\nconst sub = (a, b) => real(a, b) - 2 * b;\n\ntest('adds'"),
  ),
  weakened(
    'assertions are replaced in the file',
    node,
    (node.files[node.test] ?? '').replace(
      "import assert from 'node:assert/strict';",
      'const assert = { equal: () => true };',
    ),
  ),
  weakened(
    'assertions are replaced in the file',
    vitest,
    (vitest.files[vitest.test] ?? '')
      .replace('import { expect, test }', 'import { test }')
      .replace("\ntest('adds'", "\nconst expect = () => ({ toBe: () => true });\n\ntest('adds'"),
  ),
  weakened(
    'the tests are never called',
    jest,
    (jest.files[jest.test] ?? '')
      .replace("test('subtracts'", "const later = (title, run) => [title, run];\n\nlater('subtracts'")
      .replace("test('goes", "later('goes"),
  ),
  weakened(
    'the demands are commented out',
    pytest,
    (pytest.files[pytest.test] ?? '').replaceAll(/^ {4}(assert sub.*)$/gm, '    # $1\n    pass'),
  ),
  weakened(
    'assertions are never awaited',
    vitest,
    (vitest.files[vitest.test] ?? '').replaceAll(/^ {2}(expect\(sub.*);$/gm, '  setTimeout(() => $1, 60_000).unref();'),
  ),
];

const copies: Record<string, string> = { [node.name]: 'src/calc-next.js', [pytest.name]: 'calc/core_next.py' };

/** Where a right copy is imported, it is there. */
function withCopy(cheat: Cheat): Cheat {
  const dialect = [node, pytest].find((one) => cheat.project === one);
  if (dialect === undefined || !cheat.name.endsWith('a right copy')) return cheat;
  return { ...cheat, change: { ...cheat.change, [copies[dialect.name] ?? '']: dialect.code() } };
}

/** Rows of a table are dropped, the table stays. */
const ROWS = [
  [5, 3, 2],
  [3, 5, -2],
  [7, 0, 7],
];
const vitestRows = (rows: readonly (readonly number[])[]): string =>
  `import { expect, test } from 'vitest';\nimport { sub } from '../src/calc.js';\n\ntest.each(${JSON.stringify(rows)})('%i - %i', (a, b, expected) => {\n  expect(sub(a, b)).toBe(expected);\n});\n`;
const pytestRows = (rows: readonly (readonly number[])[]): string =>
  `import pytest\n\nfrom calc.core import sub\n\n\n@pytest.mark.parametrize("a, b, expected", ${JSON.stringify(rows)})\ndef test_rows(a, b, expected):\n    assert sub(a, b) == expected\n`;
const onlyAdds = (dialect: Dialect): string =>
  dialect.tests({ adds: dialect.equal('add(1, 2)', '3') }, { names: ['add'] });

const rows: Cheat[] = [
  {
    name: 'vitest: rows of a table are dropped',
    project: vitest,
    before: { [vitest.test]: onlyAdds(vitest), 'test/rows.test.js': vitestRows(ROWS) },
    change: { ...brokenOf(vitest), 'test/rows.test.js': vitestRows(ROWS.slice(2)) },
    expected: SUPERSEDED,
  },
  {
    name: 'pytest: rows of a table are dropped',
    project: pytest,
    before: { [pytest.test]: onlyAdds(pytest), 'tests/test_rows.py': pytestRows(ROWS) },
    change: { ...brokenOf(pytest), 'tests/test_rows.py': pytestRows(ROWS.slice(2)) },
    expected: SUPERSEDED,
  },
];

export const weakenedTests: readonly Cheat[] = [...everywhere, ...skipped, ...others.map(withCopy), ...rows];
