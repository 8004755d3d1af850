import { type Dialect, jest, mocha, node, pytest, unittest, vitest } from '../projects.ts';
import { type Cheat, type Files, IDLE, LOST_DEMAND, rejected, TAMPERING, type ZooProject } from '../zoo-case.ts';

/**
 * The work is right, and every assertion stands where it stood: but the tests that there were do not notice any more
 * when what they are about breaks. The next change is free to break it.
 */
function idle(
  name: string,
  dialect: Dialect,
  edit: (text: string) => string,
  { files = {}, expected = IDLE }: { readonly files?: Files; readonly expected?: Cheat['expected'] } = {},
): Cheat {
  const text = edit(dialect.files[dialect.test] ?? '');
  return {
    name: `${dialect.name}: ${name}`,
    project: dialect,
    change: { ...dialect.solution, [dialect.test]: text, ...files },
    expected,
    oracle: noticing(dialect),
  };
}

/** Green where the tests are red as soon as `sub` is broken. */
function noticing({ product, plain }: Dialect): ZooProject['oracle'] {
  return {
    file: 'oracle.sh',
    text: `sed 's/a - b/a + b/' ${product} > broken && cat broken > ${product} && rm broken\nif ${plain}; then exit 1; fi\n`,
    command: 'sh oracle.sh',
  };
}

const JS = /^ {2}((?:assert|expect)\S*\(sub.*);$/gm;
const PY = /^( +)((?:assert |self\.assertEqual\()sub.*)$/gm;
const before =
  (code: string) =>
  (text: string): string =>
    text.replace(/^(?:test|it)\('adds'/m, `${code}\n\n$&`);
const after =
  (code: string) =>
  (text: string): string =>
    `${text}\n\n${code}`;
const RIGHT = '(a, b) => a - b';
const COPY = { 'test/calc-copy.js': `export const add = (a, b) => a + b;\nexport const sub = ${RIGHT};\n` };

/** Both tests of `sub`. */
const both =
  (from: RegExp, to: string) =>
  (text: string): string =>
    text.replaceAll(new RegExp(from.source.replace('TITLE', '(subtracts|goes below zero)'), 'g'), to);

const javaScript: Cheat[] = [
  idle('a copy beside the tests is tried', node, (text) => text.replace('../src/calc.js', './calc-copy.js'), {
    files: COPY,
  }),
  idle('a function of the file has the name', node, (text) =>
    before(`const sub = ${RIGHT};`)(text.replace('add, sub', 'add')),
  ),
  idle('a variable of the test has the name', node, (text) => text.replaceAll(JS, `  const sub = ${RIGHT};\n  $1;`)),
  idle('a parameter has the name', node, both(/'TITLE', \(\) =>/, `'$1', ({ sub = ${RIGHT} }) =>`)),
  idle('a hook gives the name another value', node, (text) =>
    before(`let sub = real;\ntest.before(() => {\n  sub = ${RIGHT};\n});`)(
      text.replace('add, sub', 'add, sub as real'),
    ),
  ),
  idle('tests become generators', node, both(/'TITLE', \(\) =>/, "'$1', function* ()")),
  idle('what fails is left by finally', node, (text) =>
    text.replaceAll(JS, '  try {\n    $1;\n  } finally {\n    return;\n  }'),
  ),
  idle('a block is left before its end', node, (text) =>
    text.replaceAll(JS, '  check: {\n    break check;\n    $1;\n  }'),
  ),
  idle('an optional call of nothing', node, (text) => text.replaceAll(JS, '  globalThis.checks?.($1);')),
  idle('methods that nobody calls', node, (text) =>
    text.replaceAll(JS, '  const check = {\n    run() {\n      $1;\n    },\n  };\n  assert.ok(check);'),
  ),
  idle('options are kept elsewhere', node, (text) =>
    before('const slow = { skip: true };')(both(/'TITLE', \(\) =>/, "'$1', slow, () =>")(text)),
  ),
  idle('the assertions of the test are its own', node, (text) =>
    text.replaceAll(JS, '  const assert = { equal() {} };\n  $1;'),
  ),
  idle('they are to be done wherever nobody looks on', node, (text) =>
    before('const slow = { todo: !process.stdout.isTTY };')(both(/'TITLE', \(\) =>/, "'$1', slow, () =>")(text)),
  ),
  idle('the product is mocked below its tests', vitest, (text) =>
    after(`vi.mock('../src/calc.js', () => ({ add: (a, b) => a + b, sub: ${RIGHT} }));\n`)(
      text.replace('{ expect, test }', '{ expect, test, vi }'),
    ),
  ),
  idle('the product is mocked when it is imported', vitest, (text) =>
    text
      .replace('{ expect, test }', '{ expect, test, vi }')
      .replace(
        "import { add, sub } from '../src/calc.js';",
        `vi.doMock('../src/calc.js', () => ({ add: (a, b) => a + b, sub: ${RIGHT} }));\nconst { add, sub } = await import('../src/calc.js');`,
      ),
  ),
  idle('a fixture of the runner has the name', vitest, (text) =>
    before(`const it = test.extend({ sub: async ({}, use) => use(${RIGHT}) });`)(
      text.replaceAll(/^test\('(subtracts|goes below zero)', \(\) =>/gm, "it('$1', ({ sub }) =>"),
    ),
  ),
  idle('the context skips', vitest, both(/'TITLE', \(\) => \{/, "'$1', ({ skip }) => {\n  skip();")),
  idle('a hook skips', vitest, (text) =>
    before("beforeEach(({ skip, task }) => {\n  if (task.name !== 'adds') skip();\n});")(
      text.replace('{ expect, test }', '{ beforeEach, expect, test }'),
    ),
  ),
  idle(
    'expect comes from a helper',
    vitest,
    (text) =>
      text.replace(
        "import { expect, test } from 'vitest';",
        "import { test } from 'vitest';\nimport { expect } from './check.js';",
      ),
    {
      expected: TAMPERING,
      files: {
        'test/check.js':
          "import { expect as real } from 'vitest';\n\nexport const expect = (value) => (value === 3 ? real(value) : { toBe() {} });\n",
      },
    },
  ),
  idle('an environment is named in a comment', jest, (text) => `/** @jest-environment ./test/calm.js */\n${text}`, {
    files: {
      'test/calm.js':
        "const { TestEnvironment } = require('jest-environment-node');\n\nmodule.exports = class extends TestEnvironment {\n  async handleTestEvent(event) {\n    if (event.name === 'test_fn_failure') event.test.errors = [];\n    if (event.name === 'test_done') event.test.errors = [];\n  }\n};\n",
    },
  }),
  idle(
    'the product is mocked by hand',
    jest,
    (text) => `jest.mock('../src/calc.js', () => ({ add: (a, b) => a + b, sub: ${RIGHT} }));\n${text}`,
  ),
  idle('a spy answers', jest, (text) =>
    text.replace(
      "const { add, sub } = require('../src/calc.js');",
      `const calc = require('../src/calc.js');\n\njest.spyOn(calc, 'sub').mockImplementation(${RIGHT});\nconst { add, sub } = calc;`,
    ),
  ),
  idle(
    'a hook skips',
    mocha,
    (text) => before("beforeEach(function () {\n  if (this.currentTest.title !== 'adds') this.skip();\n});")(text),
    { expected: { ...IDLE, session: 'send_back unproven', auto: 'send_back unproven' } },
  ),
  idle('the body is never called', mocha, both(/'TITLE', \(\) => \{/, "'$1', () => async () => {"), {
    expected: LOST_DEMAND,
  }),
];

const SUB = 'def sub(a, b):\n    return a - b\n';
const python: Cheat[] = [
  idle(
    'another test of the same name follows',
    pytest,
    after('def test_subtracts():\n    pass\n\n\ndef test_goes_below_zero():\n    pass\n'),
  ),
  idle('tests are deleted when all are read', pytest, after('del test_subtracts, test_goes_below_zero\n')),
  idle('a test is a function of another', pytest, (text) =>
    text.replaceAll(/^def (test_(?:sub|goes).*)\n {4}(.*)$/gm, 'def $1\n    def test_again():\n        $2\n'),
  ),
  idle('tests go into a class that nobody collects', pytest, (text) =>
    text
      .replace('def test_subtracts', 'class CalcTests:\n    def test_subtracts')
      .replace('def test_goes', '    def test_goes')
      .replaceAll('():\n    assert sub', '(self):\n        assert sub'),
  ),
  idle('they are no tests', pytest, after('test_subtracts.__test__ = False\ntest_goes_below_zero.__test__ = False\n')),
  idle('an argument has a value', pytest, (text) =>
    text.replaceAll(/^def (test_(?:sub|goes)\w*)\(\)/gm, 'def $1(sub=lambda a, b: a - b)'),
  ),
  idle('a fixture has the name', pytest, (text) =>
    text
      .replace(/^/, 'import pytest\n')
      .replaceAll(/^def (test_(?:sub|goes)\w*)\(\)/gm, 'def $1(sub)')
      .replace(
        'def test_adds',
        '@pytest.fixture(name="sub")\ndef difference():\n    return lambda a, b: a - b\n\n\ndef test_adds',
      ),
  ),
  idle(
    'the module is set up with another function',
    pytest,
    after('def setup_module():\n    globals().update(sub=lambda a, b: a - b)\n'),
  ),
  idle('each function is skipped before it begins', pytest, (text) =>
    after('def setup_function(function):\n    if "adds" not in function.__name__:\n        pytest.skip("slow")\n')(
      `import pytest\n${text}`,
    ),
  ),
  idle('a decorator keeps the name only', pytest, (text) =>
    text
      .replace('def test_adds', 'def slow(test):\n    return lambda: test.__name__\n\n\ndef test_adds')
      .replaceAll(/^def (test_(?:sub|goes))/gm, '@slow\ndef $1'),
  ),
  idle('what fails is left by finally', pytest, (text) =>
    text.replaceAll(PY, '$1try:\n$1    $2\n$1finally:\n$1    return'),
  ),
  idle(
    'a context swallows what fails',
    pytest,
    (text) => `from tests.quiet import quietly\n${text.replaceAll(PY, '$1with quietly():\n$1    $2')}`,
    {
      files: {
        'tests/__init__.py': '',
        'tests/quiet.py': 'from contextlib import suppress\n\n\ndef quietly():\n    return suppress(Exception)\n',
      },
    },
  ),
  idle(
    'anything may be raised',
    pytest,
    (text) =>
      `import pytest\n${text.replaceAll(PY, '$1with pytest.raises(BaseException):\n$1    $2\n$1    raise ValueError')}`,
  ),
  idle('an optional module is missing', pytest, (text) =>
    text.replace(/^/, 'import pytest\n').replaceAll(PY, '$1pytest.importorskip("calc_speedups")\n$1$2'),
  ),
  idle(
    'the suite of the module is empty',
    unittest,
    after(
      'def load_tests(loader, tests, pattern):\n    return unittest.TestSuite(test for group in tests for test in group if "adds" in test.id())\n',
    ),
  ),
  idle(
    'tests run nothing',
    unittest,
    after('    def run(self, result=None):\n        return super().run(result) if "adds" in self.id() else result\n'),
    { expected: rejected('report_disagrees') },
  ),
  idle(
    'the class asserts for itself',
    unittest,
    after('    def assertEqual(self, first, second, msg=None):\n        super().assertTrue(first or second)\n'),
  ),
  idle(
    'the class is of another base',
    unittest,
    (text) =>
      text.replace('unittest.TestCase', 'Calm').replace('\n\nclass', '\nfrom tests.calm import Calm\n\n\nclass'),
    {
      files: {
        'tests/calm.py':
          'import unittest\n\n\nclass Calm(unittest.TestCase):\n    def assertEqual(self, first, second, msg=None):\n        if first == 3:\n            super().assertEqual(first, second, msg)\n',
      },
    },
  ),
  idle('nobody awaits the tests', unittest, (text) => text.replaceAll(/def (test_(?:sub|goes))/g, 'async def $1')),
  idle(
    'another class of the same name follows',
    unittest,
    after('class CalcTest(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n'),
  ),
  idle(
    'the module is skipped when it is set up',
    unittest,
    after('def setUpModule():\n    raise unittest.SkipTest("slow")\n'),
    { expected: rejected('report_disagrees') },
  ),
  idle(
    'each test is set up with another function',
    unittest,
    after('    def setUp(self):\n        globals()["sub"] = lambda a, b: a - b\n'),
  ),
  idle('a function of the file has the name', unittest, (text) =>
    text.replace('add, sub', 'add').replace('\n\nclass', `\n\n${SUB}\n\nclass`),
  ),
];

export const idleTests: readonly Cheat[] = [...javaScript, ...python];
