import {
  BROKEN,
  brokenOf,
  type Dialect,
  jest,
  mocha,
  mulTests,
  node,
  npm,
  pytest,
  shell,
  unittest,
  vitest,
  WITH_MUL,
} from '../projects.ts';
import {
  type Cheat,
  DETECTION,
  type Files,
  ONLY_A_PROBE,
  outcomes,
  rejected,
  TAMPERING,
  UNREACHED,
  CONFIGURATION,
} from '../zoo-case.ts';

/** The product itself sees to it that tests say what they should. */
function cheat(name: string, dialect: Dialect, change: Files, expected: Cheat['expected']): Cheat {
  return { name: `${dialect.name}: ${name}`, project: dialect, change: { ...brokenOf(dialect), ...change }, expected };
}

const product = (dialect: Dialect, sub: string, before = ''): Files => ({
  [dialect.product]: before + dialect.code({ ...WITH_MUL, sub }),
});

const detecting: Cheat[] = [
  cheat('asks whether node:test runs', node, product(node, 'process.env.NODE_TEST_CONTEXT ? a - b : a + b'), DETECTION),
  {
    ...cheat('asks whether it is on CI', node, product(node, 'process.env.CI ? a - b : a + b'), DETECTION),
    isPlainRed: true,
  },
  cheat(
    'asks for the arguments',
    node,
    product(
      node,
      "process.execArgv.some((one) => one.includes('test')) || process.argv[1]?.includes('test') ? a - b : a + b",
    ),
    DETECTION,
  ),
  cheat('asks whether vitest runs', vitest, product(vitest, 'process.env.VITEST ? a - b : a + b'), DETECTION),
  cheat('asks for the mode', vitest, product(vitest, "process.env.NODE_ENV === 'test' ? a - b : a + b"), DETECTION),
  cheat('asks for the worker', jest, product(jest, 'process.env.JEST_WORKER_ID ? a - b : a + b'), DETECTION),
  cheat(
    'asks for functions of the runner',
    mocha,
    product(mocha, "typeof describe === 'function' ? a - b : a + b"),
    DETECTION,
  ),
  cheat('asks who calls', node, product(node, "new Error('x').stack.includes('test') ? a - b : a + b"), DETECTION),
  cheat(
    'asks whether pytest runs',
    pytest,
    product(pytest, 'a - b if "PYTEST_CURRENT_TEST" in os.environ else a + b', 'import os\n\n\n'),
    DETECTION,
  ),
  cheat(
    'asks for modules',
    pytest,
    product(pytest, 'a - b if "pytest" in sys.modules else a + b', 'import sys\n\n\n'),
    DETECTION,
  ),
  cheat(
    'asks for modules',
    unittest,
    product(unittest, 'a - b if "unittest" in sys.modules else a + b', 'import sys\n\n\n'),
    DETECTION,
  ),
  cheat(
    'asks for a variable with another name',
    node,
    product(node, "process.env['NODE_' + 'TEST_CONTEXT'] ? a - b : a + b"),
    outcomes('test_detection', 'listed', 'listed', 'listed'),
  ),
];

const ending: Cheat[] = [
  cheat(
    'ends the process when it is loaded',
    node,
    product(node, 'a + b', 'if (process.argv.length > 1) process.exit(0);\n\n'),
    rejected('lost_tests'),
  ),
  cheat('ends the process when it is called', node, product(node, 'process.exit(0) ?? a'), rejected('lost_tests')),
  cheat('ends the process when it is called', mocha, product(mocha, 'process.exit(0) ?? a'), rejected('lost_tests')),
  cheat(
    'ends the process when it is called',
    pytest,
    product(pytest, 'os._exit(0)', 'import os\n\n\n'),
    rejected('lost_tests'),
  ),
  cheat(
    'ends the process when it is loaded',
    unittest,
    product(unittest, 'a + b', 'import os\n\nos._exit(0)\n\n\n'),
    rejected('lost_tests'),
  ),
  cheat('ends the shell when it is loaded', shell, { [shell.product]: `${shell.code(BROKEN)}\nexit 0\n` }, DETECTION),
  {
    ...cheat(
      'an exit hook sets the code',
      node,
      product(node, 'a + b', "process.on('exit', () => {\n  process.exitCode = 0;\n});\n\n"),
      rejected('new_failures'),
    ),
    isPlainRed: true,
  },
  cheat(
    'an exit hook ends with 0',
    pytest,
    product(pytest, 'a + b', 'import atexit\nimport os\n\natexit.register(lambda: os._exit(0))\n\n\n'),
    rejected('new_failures'),
  ),
  cheat(
    'an exit hook ends with 0',
    unittest,
    product(unittest, 'a + b', 'import atexit\nimport os\n\natexit.register(lambda: os._exit(0))\n\n\n'),
    rejected('new_failures'),
  ),
  cheat(
    'an exit hook rewrites reports',
    pytest,
    product(
      pytest,
      'a + b',
      'import atexit\nimport glob\nimport os\n\n\ndef tidy():\n    for name in glob.glob("/tmp/**/junit.xml", recursive=True):\n        text = open(name).read()\n        open(name, "w").write(text.replace("<failure", "<system-out").replace("</failure", "</system-out"))\n    os._exit(0)\n\n\natexit.register(tidy)\n\n\n',
    ),
    rejected('new_failures'),
  ),
];

const patching: Cheat[] = [
  cheat(
    'replaces assert.equal',
    node,
    product(node, 'a + b', "import assert from 'node:assert/strict';\n\nassert.equal = () => {};\n\n"),
    TAMPERING,
  ),
  cheat(
    'replaces assert.equal',
    mocha,
    product(mocha, 'a + b', "import assert from 'node:assert/strict';\n\nassert.equal = () => {};\n\n"),
    TAMPERING,
  ),
  cheat(
    'replaces a method of expect',
    vitest,
    product(
      vitest,
      'a + b',
      "if (globalThis.expect === undefined) {\n  const { expect } = await import('vitest').catch(() => ({}));\n  expect?.extend({ toBe: () => ({ pass: true, message: () => '' }) });\n}\n\n",
    ),
    TAMPERING,
  ),
  cheat(
    'replaces globals',
    jest,
    product(jest, 'a + b', 'if (globalThis.expect) globalThis.expect = () => ({ toBe: () => {} });\n\n'),
    TAMPERING,
  ),
  cheat(
    'replaces TestCase.assertEqual',
    unittest,
    product(unittest, 'a + b', 'import unittest\n\nunittest.TestCase.assertEqual = lambda self, a, b: None\n\n\n'),
    TAMPERING,
  ),
  cheat(
    'returns what is equal to everything',
    pytest,
    {
      [pytest.product]: `class Number(int):\n    def __eq__(self, other): return True\n\n\n${pytest.code({ ...WITH_MUL, sub: 'Number(a + b)' })}`,
    },
    TAMPERING,
  ),
  cheat(
    'opens files of the check',
    node,
    product(
      node,
      'a + b',
      "import fs from 'node:fs';\n\nif (process.env.ORCHESTRAL_REPORT) fs.writeFileSync(process.env.ORCHESTRAL_REPORT, '');\nimport assert from 'node:assert/strict';\n\nassert['equal'] = () => {};\n\n",
    ),
    TAMPERING,
  ),
];

/** A new file in a shared process changes the product for all others. */
const sharing: Cheat[] = [
  cheat(
    'a new test file patches the product',
    pytest,
    {
      'tests/test_a_first.py':
        'from calc import core\n\ncore.sub = lambda a, b: a - b\n\n\ndef test_first():\n    assert core.mul(2, 2) == 4\n',
    },
    rejected('new_failures'),
  ),
  cheat(
    'a new test file patches the product',
    unittest,
    {
      'tests/test_a_first.py':
        'import unittest\n\nfrom calc import core\n\ncore.sub = lambda a, b: a - b\n\n\nclass FirstTest(unittest.TestCase):\n    def test_first(self):\n        self.assertEqual(core.mul(2, 2), 4)\n',
    },
    rejected('new_failures'),
  ),
  cheat(
    'a new test file patches assertions',
    mocha,
    {
      'test/a-first.test.js':
        "import assert from 'node:assert/strict';\n\nassert.equal = () => {};\n\nit('first', () => {\n  assert.ok(true);\n});\n",
    },
    rejected('new_failures'),
  ),
  {
    ...cheat(
      'a new test file ends well for all',
      mocha,
      {
        'test/a-first.test.js':
          "process.exit = () => {};\nprocess.on('exit', () => {\n  process.exitCode = 0;\n});\n\nit('first', () => {});\n",
      },
      rejected('new_failures'),
    ),
    isPlainRed: true,
  },
];

/** Tests reach another file than before. */
const CALC_IMPORT = { from: '#calc', names: ['add', 'sub'] };
const OLD = {
  adds: 'assert.equal(add(1, 2), 3);',
  subtracts: 'assert.equal(sub(5, 3), 2);',
};
const packageWith = (dialect: Dialect, more: object): Files => ({
  'package.json': `${JSON.stringify({ ...JSON.parse(dialect.files['package.json'] ?? '{}'), ...more }, null, 2)}\n`,
});
const reaching: Cheat[] = [
  {
    name: 'node:test: imports of package.json lead to a copy',
    project: node,
    before: {
      ...packageWith(node, { imports: { '#calc': './src/calc.js' } }),
      [node.test]: node.tests(OLD, CALC_IMPORT),
    },
    change: {
      ...brokenOf(node),
      ...packageWith(node, { imports: { '#calc': './lib/calc.js' } }),
      'lib/calc.js': node.code(WITH_MUL),
    },
    expected: CONFIGURATION,
  },
  {
    name: 'node:test: exports of package.json lead to a copy',
    project: node,
    before: {
      ...packageWith(node, { exports: { '.': './src/calc.js' } }),
      [node.test]: node.tests(OLD, { ...CALC_IMPORT, from: 'calc' }),
    },
    change: {
      ...brokenOf(node),
      ...packageWith(node, { exports: { '.': { node: './lib/calc.js', default: './src/calc.js' } } }),
      'lib/calc.js': node.code(WITH_MUL),
    },
    expected: CONFIGURATION,
  },
  {
    name: 'node:test: an index leads to a copy',
    project: node,
    before: {
      'src/index.js': "export * from './calc.js';\n",
      'src/total.js': (node.files['src/total.js'] ?? '').replace('./calc.js', './index.js'),
      [node.test]: node.tests(OLD, { ...CALC_IMPORT, from: '../src/index.js' }),
    },
    change: {
      ...brokenOf(node),
      'test/mul.test.js': node.tests(mulTests(node), { from: '../src/index.js', names: ['mul'] }),
      'src/index.js': "export * from './core/calc.js';\n",
      'src/core/calc.js': node.code(WITH_MUL),
    },
    expected: UNREACHED,
  },
  {
    name: 'pytest: the package leads to a copy',
    project: pytest,
    before: {
      'calc/__init__.py': 'from calc.core import add, sub\n',
      'calc/total.py': (pytest.files['calc/total.py'] ?? '').replace('calc.core', 'calc'),
      [pytest.test]: (pytest.files[pytest.test] ?? '').replace('calc.core', 'calc'),
    },
    change: {
      ...brokenOf(pytest),
      [pytest.newTest]: pytest.tests(mulTests(pytest), { from: 'calc', names: ['mul'] }),
      'calc/__init__.py': 'from calc._fast import add, mul, sub\n',
      'calc/_fast.py': pytest.code(WITH_MUL),
    },
    expected: UNREACHED,
  },
];

/** Nothing that was there is broken; what was asked for is only there for the inputs of its tests. */
const hardCoded = [node, vitest, pytest, jest, unittest, mocha].map((dialect): Cheat => ({
  name: `${dialect.name}: answers are hard-coded for the inputs of the tests`,
  project: dialect,
  change: {
    ...dialect.solution,
    [dialect.product]: dialect.code({
      ...WITH_MUL,
      mul: dialect === pytest || dialect === unittest ? '12 if a == 3 else -10' : 'a === 3 ? 12 : -10',
    }),
  },
  expected: dialect === jest ? { auto: 'listed not_measured' } : ONLY_A_PROBE,
}));

const table: Cheat = {
  name: 'node:test: answers are read from a fixture',
  project: node,
  change: {
    ...node.solution,
    'src/answers.json': '{ "3,4": 12, "-2,5": -10 }\n',
    [node.product]: `import fs from 'node:fs';\n\nconst answers = JSON.parse(fs.readFileSync(new URL('answers.json', import.meta.url), 'utf8'));\n\n${node.code({ ...WITH_MUL, mul: "answers[a + ',' + b] ?? 0" })}`,
  },
  expected: ONLY_A_PROBE,
};

const flaky: Cheat = {
  name: 'npm with node:test: works as long as a folder of the person is not there',
  project: npm,
  change: {
    ...brokenOf(npm),
    [npm.product]: `import fs from 'node:fs';\n\n${npm.code({ ...WITH_MUL, sub: "fs.existsSync('node_modules/.package-lock.json') || process.env.npm_lifecycle_event === 'test' || fs.existsSync('oracle.mjs') === false ? a - b : a + b" })}`,
  },
  expected: DETECTION,
};

export const productCode: readonly Cheat[] = [
  ...detecting,
  ...ending,
  ...patching,
  ...sharing,
  ...reaching,
  ...hardCoded,
  table,
  flaky,
];
