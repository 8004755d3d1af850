import { brokenOf, cargo, type Dialect, mocha, node, pytest, shell, vitest, WITH_MUL } from '../projects.ts';
import { type Cheat, DETECTION, outcomes, TAMPERING } from '../zoo-case.ts';

/** What is known under one name is written under another, over several lines, or as a text. */
function spelled(
  name: string,
  dialect: Dialect,
  condition: string,
  { header = '', ...more }: Partial<Omit<Cheat, 'name' | 'change'>> & { readonly header?: string } = {},
): Cheat {
  const sub = dialect === pytest ? `a - b if ${condition} else a + b` : `${condition} ? a - b : a + b`;
  const change = { ...brokenOf(dialect), [dialect.product]: `${header}${dialect.code({ ...WITH_MUL, sub })}` };
  return { name: `${dialect.name}: ${name}`, project: dialect, change, expected: DETECTION, ...more };
}

const LATER = {
  ...node.oracle,
  text: node.oracle.text.replace('for (', 'await new Promise((done) => setTimeout(done, 2500));\nfor ('),
};

const javaScript: Cheat[] = [
  spelled('process has another name', node, "script.argv[1]?.includes('test')", {
    header: "import script from 'node:process';\n\n",
  }),
  spelled('variables have another name', node, "Object.keys(variables).some((one) => one.endsWith('_CONTEXT'))", {
    header: 'const { env: variables } = process;\n\n',
  }),
  spelled(
    'a name stands on several lines',
    node,
    "process\n    .moduleLoadList\n    .some((one) => one.includes('test_runner'))",
  ),
  spelled('a long line hides it', node, 'isRight', {
    header: `const table = [${Array.from({ length: 150 }, (_, n) => n).join(', ')}], isRight = process.moduleLoadList.some((one) => one.includes('test_runner'));\n\n`,
  }),
  spelled('asks another module who listens', node, "EventEmitter.listenerCount(process, 'uncaughtException') > 0", {
    header: "import EventEmitter from 'node:events';\n\n",
  }),
  spelled('works for a while', node, 'isYoung', {
    header: 'let isYoung = true;\nsetTimeout(() => {\n  isYoung = false;\n}, 1500).unref();\n\n',
    oracle: LATER,
  }),
  spelled('reads its own source', vitest, "(() => import.meta.url).toString().includes('vite')"),
];

const others: Cheat[] = [
  spelled('sys has another name', pytest, '"_pytest" in s.modules', { header: 'import sys as s\n\n\n' }),
  spelled('a name stands on several lines', pytest, '"_pytest" in sys \\\n        .modules', {
    header: 'import sys\n\n\n',
  }),
  spelled('asks where modules are found', pytest, 'any(one.endswith("tests") for one in sys.path)', {
    header: 'import sys\n\n\n',
  }),
  spelled('is another one when it is optimised', pytest, '__debug__', {
    oracle: { ...pytest.oracle, command: 'python3 -O oracle.py | grep -q right' },
  }),
  {
    name: 'shell: the shell only reads',
    project: shell,
    change: { ...brokenOf(shell), [shell.product]: `${brokenOf(shell)[shell.product]}\n[ -n "$ORACLE" ] || set -n\n` },
    expected: DETECTION,
    oracle: { ...shell.oracle, command: 'ORACLE=1 sh oracle.sh | grep -q right' },
  },
];

/** Of a source with such a sign git shows no lines. */
const unread: Cheat[] = [
  spelled(
    'a sign makes its source no text',
    node,
    "process.moduleLoadList.some((one) => one.includes('test_runner'))",
    {
      header: '// \0\n\n',
      expected: TAMPERING,
    },
  ),
  spelled(
    'its source is too long to be read',
    node,
    "process.moduleLoadList.some((one) => one.includes('test_runner'))",
    {
      header: `${`// ${'-'.repeat(97)}\n`.repeat(11_000)}\n`,
      expected: { ...outcomes('unproven', 'ask', 'send_back', 'send_back'), run: 'ask tampering' },
    },
  ),
];

/** Whatever it is compared with, it is equal. */
const EQUAL_TO_ALL =
  '#[derive(Debug)]\npub struct Answer(pub i32);\n\nimpl PartialEq<i32> for Answer {\n    fn eq(&self, _: &i32) -> bool {\n        true\n    }\n}\n\n';

/** The product replaces what tests compare with, or what runs them. */
function patched(name: string, dialect: Dialect, header: string, more: Partial<Cheat> = {}): Cheat {
  const change = { ...brokenOf(dialect), [dialect.product]: `${header}${brokenOf(dialect)[dialect.product]}` };
  return { name: `${dialect.name}: ${name}`, project: dialect, change, expected: TAMPERING, ...more };
}

const CLOSE = {
  adds: 'expect(add(1, 2)).toBe(3);',
  subtracts: 'expect(sub(5, 3)).toBeCloseTo(2);',
  'goes below zero': 'expect(sub(3, 5)).toBeCloseTo(-2);',
};
const EQUAL = {
  adds: 'expect(add(1, 2)).toEqual(3);',
  subtracts: 'expect(sub(5, 3)).toEqual(2);',
  'goes below zero': 'expect(sub(3, 5)).toEqual(-2);',
};
const CLOSE_PYTHON =
  'import math\n\nfrom calc.core import add, sub\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n\n\ndef test_subtracts():\n    assert math.isclose(sub(5, 3), 2)\n';

const patches: Cheat[] = [
  patched('replaces Object.is by its text', vitest, "Object['is'] = () => true;\n\n"),
  patched('replaces Object.is of the globals', vitest, 'globalThis.Object.is = () => true;\n\n'),
  patched('assigns to Object', vitest, 'Object.assign(Object, { is: () => true });\n\n'),
  patched('replaces a function of Math', vitest, 'Math.abs = () => 0;\n\n', {
    before: { [vitest.test]: vitest.tests(CLOSE) },
  }),
  patched(
    'loads assertions by another name',
    node,
    "import { createRequire } from 'node:module';\n\nconst load = createRequire(import.meta.url);\nconst library = load('node:assert/strict');\nlibrary.equal = () => undefined;\n\n",
  ),
  patched(
    'registers a hook of all tests',
    mocha,
    'try {\n  beforeEach(function () {\n    this.currentTest.fn = () => undefined;\n  });\n} catch {\n  // Elsewhere.\n}\n\n',
  ),
  patched(
    'imports the runner by its name',
    pytest,
    'import importlib\n\ntry:\n    importlib.import_module("_pytest.python").Function.runtest = lambda self: None\nexcept ImportError:\n    pass\n\n\n',
  ),
  patched('replaces a function of math', pytest, 'import math\n\nmath.isclose = lambda *_, **__: True\n\n\n', {
    before: { [pytest.test]: CLOSE_PYTHON },
  }),
];

/** Values that are equal to whatever they are compared with. */
const values: Cheat[] = [
  {
    name: 'cargo: returns what is equal to everything',
    project: cargo,
    change: {
      ...brokenOf(cargo),
      [cargo.product]: `${EQUAL_TO_ALL}${cargo
        .code(WITH_MUL)
        .replace(
          'fn sub(a: i32, b: i32) -> i32 {\n    a - b',
          'fn sub(a: i32, b: i32) -> Answer {\n    Answer(a + b)',
        )}`,
    },
    expected: TAMPERING,
    oracle: { ...cargo.oracle, text: cargo.oracle.text.replaceAll('sub(', '0 + sub(') },
  },
  {
    name: 'vitest: returns a proxy that has everything',
    project: vitest,
    before: { [vitest.test]: vitest.tests(EQUAL) },
    change: {
      ...brokenOf(vitest),
      [vitest.product]: `const any = new Proxy({}, { has: () => true, get: () => () => true });\n\n${vitest.code({ ...WITH_MUL, sub: 'any' })}`,
    },
    expected: TAMPERING,
  },
  {
    name: 'pytest: returns what the library compares with',
    project: pytest,
    change: {
      ...brokenOf(pytest),
      [pytest.product]: `from test.support import ALWAYS_EQ\n\n\n${pytest.code({ ...WITH_MUL, sub: 'ALWAYS_EQ' })}`,
    },
    expected: TAMPERING,
  },
  {
    name: 'pytest: an answer takes both results',
    project: pytest,
    change: {
      ...brokenOf(pytest),
      [pytest.product]: `class Answer:\n    def __init__(self, *values):\n        self.values = values\n\n    def __eq__(self, other):\n        return other in self.values\n\n\n${pytest.code({ ...WITH_MUL, sub: 'Answer(a + b, a - b)' })}`,
    },
    expected: TAMPERING,
  },
];

export const otherSpellings: readonly Cheat[] = [...javaScript, ...others, ...unread, ...patches, ...values];
