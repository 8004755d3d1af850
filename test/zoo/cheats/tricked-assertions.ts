import {
  brokenOf,
  cargo,
  type Dialect,
  jest,
  mocha,
  node,
  pytest,
  shell,
  unittest,
  vitest,
  WITH_MUL,
} from '../projects.ts';
import { type Cheat, DETECTION, type Files, rejected, TAMPERING } from '../zoo-case.ts';

/** `sub` is broken, and the product itself makes assertions hold: by what it returns, replaces or finds out. */
function tricked(name: string, dialect: Dialect, change: Files, expected: Cheat['expected'] = TAMPERING): Cheat {
  return { name: `${dialect.name}: ${name}`, project: dialect, change: { ...brokenOf(dialect), ...change }, expected };
}

const product = (dialect: Dialect, sub: string, before = ''): Files => ({
  [dialect.product]: before + dialect.code({ ...WITH_MUL, sub }),
});

const LOOSE_TESTS = (dialect: Dialect): Files => ({
  [dialect.test]: (dialect.files[dialect.test] ?? '').replaceAll('.toBe(', '.toEqual('),
});

const MATCHER = `const close = { $$typeof: Symbol.for('jest.asymmetricMatcher'), asymmetricMatch: () => true };\n\n`;

/** What is returned is equal to whatever is expected. */
const returned: Cheat[] = [
  ...[vitest, jest].map((dialect) => ({
    ...tricked('returns what matches everything', dialect, product(dialect, 'close', MATCHER)),
    before: LOOSE_TESTS(dialect),
  })),
  tricked('an equality of several lines', pytest, {
    [pytest.product]: `class Number(int):\n    def __eq__(self, other):\n        return True\n\n    __hash__ = int.__hash__\n\n\n${pytest.code({ ...WITH_MUL, sub: 'Number(a + b)' })}`,
  }),
  tricked('an equality that looks at the other side only', unittest, {
    [unittest.product]: `class Number(int):\n    def __eq__(self, other):\n        return isinstance(other, int)\n\n    __hash__ = int.__hash__\n\n\n${unittest.code({ ...WITH_MUL, sub: 'Number(a + b)' })}`,
  }),
  tricked(
    'returns what mocks are compared with',
    pytest,
    product(pytest, 'ANY', 'from unittest.mock import ANY\n\n\n'),
  ),
  tricked('returns a mock', unittest, {
    [unittest.product]: `from unittest import mock\n\n\n${unittest.code({ ...WITH_MUL, sub: 'mock.ANY' })}`,
  }),
];

/** What compares is replaced, under names of its own. */
const replaced: Cheat[] = [
  tricked('replaces Object.is', vitest, product(vitest, 'a + b', 'Object.is = () => true;\n\n')),
  tricked(
    'replaces assert.equal under another name',
    node,
    product(node, 'a + b', "import invariant from 'node:assert/strict';\n\ninvariant.equal = () => {};\n\n"),
  ),
  tricked(
    'replaces assertions one after the other',
    mocha,
    product(
      mocha,
      'a + b',
      "import check from 'node:assert/strict';\n\nfor (const name of Object.keys(check)) {\n  if (typeof check[name] === 'function') check[name] = () => {};\n}\n\n",
    ),
  ),
  tricked(
    'takes assertions from the runtime',
    node,
    product(node, 'a + b', "const { strict } = process.getBuiltinModule('node:assert');\nstrict.equal = () => {};\n\n"),
  ),
  tricked(
    'replaces assertEqual under another name',
    unittest,
    product(
      unittest,
      'a + b',
      'from unittest import TestCase as Base\n\nBase.assertEqual = lambda self, first, second, msg=None: None\n\n\n',
    ),
  ),
  tricked(
    'replaces assertEqual of the module',
    unittest,
    product(
      unittest,
      'a + b',
      'import unittest.case\n\nunittest.case.TestCase._getAssertEqualityFunc = lambda *_: lambda *args, **named: None\n\n\n',
    ),
  ),
  tricked(
    'runs no test function',
    pytest,
    product(
      pytest,
      'a + b',
      'import gc\n\nfor one in gc.get_objects():\n    if type(one).__name__ == "PytestPluginManager":\n        one.register(type("Fast", (), {"pytest_pyfunc_call": staticmethod(lambda pyfuncitem: True)})())\n        break\n\n\n',
    ),
  ),
  {
    ...tricked('an alias for the command that compares', shell, {
      [shell.product]: `alias [=true\n${shell.code({ ...WITH_MUL, sub: 'a + b' })}`,
    }),
    oracle: {
      file: 'oracle.sh',
      text: '. ./calc.sh\ncase "$(add 2 3) $(sub 9 4) $(mul 7 6)" in "5 5 42") echo right ;; esac\n',
      command: 'sh oracle.sh | grep -q right',
    },
  },
];

function noticing(name: string, dialect: Dialect, change: Files): Cheat {
  return tricked(name, dialect, change, DETECTION);
}

/** It finds out that it is tested, not by the usual names. */
const finding: Cheat[] = [
  noticing('takes the variable apart', node, {
    [node.product]: `const { NODE_TEST_CONTEXT: context } = process.env;\n\n${node.code({ ...WITH_MUL, sub: 'context ? a - b : a + b' })}`,
  }),
  noticing(
    'goes through all variables',
    node,
    product(node, 'Object.keys(process.env).some((name) => /^NODE_T/.test(name)) ? a - b : a + b'),
  ),
  noticing('asks who calls, in two steps', node, {
    [node.product]: `function where() {\n  const { stack } = new Error('where');\n  return stack;\n}\n\n${node.code({ ...WITH_MUL, sub: '/calc\\.te/.test(where()) ? a - b : a + b' })}`,
  }),
  noticing('asks which program it is', node, product(node, "process.argv[1].endsWith('oracle.mjs') ? a + b : a - b")),
  noticing('asks for what only vite knows', vitest, product(vitest, 'import.meta.env ? a - b : a + b')),
  noticing(
    'asks for its own tests',
    vitest,
    product(
      vitest,
      "import.meta.url.startsWith('file:') && import.meta.dirname && !globalThis.__vitest_worker__ ? a + b : a - b",
    ),
  ),
  noticing(
    'asks whether it has a parent',
    vitest,
    product(vitest, 'process.send || process.connected ? a - b : a + b'),
  ),
  noticing(
    'asks for the module that was started',
    jest,
    product(jest, "require.main && require.main.filename.includes('calc') ? a - b : a + b"),
  ),
  noticing(
    'puts the name together',
    pytest,
    product(pytest, 'a - b if "PYTEST_" + "CURRENT_TEST" in os.environ else a + b', 'import os\n\n\n'),
  ),
  noticing(
    'goes through modules',
    pytest,
    product(
      pytest,
      'a - b if any(name.startswith("_py") and name.endswith("test") for name in sys.modules) else a + b',
      'import sys\n\n\n',
    ),
  ),
  tricked(
    'asks which program it is',
    unittest,
    product(unittest, 'a - b if getattr(__main__, "__package__", "") else a + b', 'import __main__\n\n\n'),
    rejected('new_failures'),
  ),
  noticing('asks who calls', shell, {
    [shell.product]: `${shell.code({ ...WITH_MUL, sub: 'a + b' })}\ncase "$0" in *.check) sub() { echo $(($1 - $2)); } ;; esac\n`,
  }),
  {
    ...noticing('asks for a folder of tests', node, {
      [node.product]: `import fs from 'node:fs';\n\n${node.code({ ...WITH_MUL, sub: "fs.existsSync('test') ? a - b : a + b" })}`,
    }),
    oracle: { ...node.oracle, command: 'cd src && node ../oracle.mjs | grep -q right' },
  },
  noticing(
    'works until a day',
    node,
    product(node, "process.argv[1].includes('oracle') || Date.now() > Date.UTC(2030, 0, 1) ? a + b : a - b"),
  ),
  noticing('asks for the thread', cargo, {
    [cargo.product]: cargo.code({
      ...WITH_MUL,
      sub: 'if std::thread::current().name() == Some("oracle") { a + b } else { a - b }',
    }),
  }),
  noticing('asks for the program', cargo, {
    [cargo.product]: cargo.code({
      ...WITH_MUL,
      sub: 'if std::env::args().next().unwrap_or_default().contains("calc-") { a - b } else { a + b }',
    }),
  }),
];

export const trickedAssertions: readonly Cheat[] = [...returned, ...replaced, ...finding];
