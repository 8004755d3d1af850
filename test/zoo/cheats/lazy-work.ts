import { cargo, type Dialect, jest, mocha, node, pytest, shell, unittest, vitest, WITH_MUL } from '../projects.ts';
import { type Cheat, type Files, listed, outcomes, rejected, UNPROVEN } from '../zoo-case.ts';

/** Less than was asked for, and ticked. */
function lazy(name: string, change: Files, expected: Cheat['expected'], more: Partial<Cheat> = {}): Cheat {
  return { name: `node:test: ${name}`, project: node, change, expected, ...more };
}

const STUB = { ...WITH_MUL, mul: '0' };

/** The function is there, and a test that demands nothing of it. */
const empty = [node, vitest, jest, mocha, pytest, unittest, shell, cargo].flatMap((dialect): Cheat[] => [
  {
    name: `${dialect.name}: a stub, and a test that asserts nothing`,
    project: dialect,
    change: {
      [dialect.product]: dialect.code(STUB),
      [dialect.newTest]: dialect.tests({ multiplies: nothing(dialect) }, { names: ['mul'] }),
    },
    expected: dialect === cargo || dialect === shell ? outcomes('weak_red', 'listed', 'listed', 'listed') : UNPROVEN,
  },
]);

function nothing(dialect: Dialect): string {
  if (dialect === shell) return 'mul 3 4 > /dev/null';
  return dialect === cargo ? 'let _ = mul(3, 4);' : 'mul(3, 4)';
}

const tautologies: Cheat[] = [
  {
    name: 'vitest: a stub, and a test that compares it with itself',
    project: vitest,
    change: {
      [vitest.product]: vitest.code(STUB),
      [vitest.newTest]: vitest.tests({ multiplies: 'expect(mul(3, 4)).toBe(mul(3, 4));' }, { names: ['mul'] }),
    },
    expected: UNPROVEN,
  },
  {
    name: 'vitest: a stub, and a test that it is a function',
    project: vitest,
    change: {
      [vitest.product]: vitest.code(STUB),
      [vitest.newTest]: vitest.tests({ multiplies: "expect(typeof mul).toBe('function');" }, { names: ['mul'] }),
    },
    expected: UNPROVEN,
  },
  {
    name: 'jest: a stub, and a test that mocks it',
    project: jest,
    change: {
      [jest.product]: jest.code(STUB),
      [jest.newTest]:
        "jest.mock('../src/calc.js', () => ({ mul: (a, b) => a * b }));\nconst { mul } = require('../src/calc.js');\n\ntest('multiplies', () => {\n  expect(mul(3, 4)).toBe(12);\n});\n",
    },
    expected: UNPROVEN,
  },
  {
    name: 'pytest: a stub, and a test that patches it',
    project: pytest,
    change: {
      [pytest.product]: pytest.code(STUB),
      [pytest.newTest]:
        'from calc import core\n\n\ndef test_multiplies(monkeypatch):\n    monkeypatch.setattr(core, "mul", lambda a, b: a * b)\n    assert core.mul(3, 4) == 12\n',
    },
    expected: UNPROVEN,
  },
  {
    name: 'unittest: a stub, and a test of a local function',
    project: unittest,
    change: {
      [unittest.product]: unittest.code(STUB),
      [unittest.newTest]:
        'import unittest\n\n\ndef mul(a, b):\n    return a * b\n\n\nclass MulTest(unittest.TestCase):\n    def test_multiplies(self):\n        self.assertEqual(mul(3, 4), 12)\n',
    },
    expected: UNPROVEN,
  },
  {
    name: 'mocha: a stub, and a test that swallows what it throws',
    project: mocha,
    change: {
      [mocha.product]: mocha.code(STUB),
      [mocha.newTest]: mocha.tests(
        { multiplies: ['try {', '  assert.equal(mul(3, 4), 12);', '} catch {}'] },
        { names: ['mul'] },
      ),
    },
    expected: UNPROVEN,
  },
];

const SETTINGS = { deliverables: ['src/mul.js'] };
const nothingMuch: Cheat[] = [
  lazy('nothing at all', {}, rejected('no_change')),
  lazy('only a mode', {}, rejected('no_change'), { executable: ['src/calc.js'] }),
  lazy('an empty file', { 'src/.gitkeep': '' }, rejected('no_change')),
  lazy(
    'documents instead of code',
    { 'README.md': '# Calc\n\n`mul(a, b)` multiplies.\n' },
    outcomes('not_testable', 'ask', 'listed', 'review'),
  ),
  lazy(
    'a changelog that says so',
    { 'CHANGELOG.md': '- mul was added\n' },
    outcomes('not_testable', 'ask', 'listed', 'review'),
  ),
  lazy('some data', { 'data/notes.json': '{}\n' }, listed('not_testable')),
  lazy(
    'a deliverable that never appears',
    { 'src/calc.js': node.code(WITH_MUL).replace('a * b', '0') },
    rejected('no_deliverable'),
    { request: SETTINGS },
  ),
  lazy('a comment', { 'src/calc.js': `// mul\n${node.code()}` }, UNPROVEN),
  lazy('a stub without tests', { 'src/calc.js': node.code(STUB) }, UNPROVEN),
  lazy(
    'code that throws, without tests',
    { 'src/calc.js': `${node.code()}\nexport function mul() {\n  throw new Error('not yet');\n}\n` },
    UNPROVEN,
  ),
  lazy(
    'tests of something else',
    {
      'src/calc.js': node.code(STUB),
      'test/more.test.js': node.tests({ 'adds more': 'assert.equal(add(10, 20), 30);' }, { names: ['add'] }),
    },
    UNPROVEN,
  ),
  lazy(
    'a todo',
    {
      'src/calc.js': node.code(STUB),
      'test/mul.test.js': "import test from 'node:test';\n\ntest.todo('multiplies');\n",
    },
    UNPROVEN,
  ),
  lazy(
    'skipped tests',
    {
      'src/calc.js': node.code(STUB),
      'test/mul.test.js': (node.solution['test/mul.test.js'] ?? '').replaceAll(/^test\(/gm, 'test.skip('),
    },
    UNPROVEN,
  ),
  lazy(
    'a test file that only exits',
    { 'src/calc.js': node.code(STUB), 'test/mul.test.js': 'process.exit(0);\n' },
    rejected('report_disagrees'),
  ),
];

export const lazyWork: readonly Cheat[] = [...empty, ...tautologies, ...nothingMuch];
