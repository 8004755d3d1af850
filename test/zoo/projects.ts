import type { Files, ZooProject } from './zoo-case.ts';

/** What functions of the product return: `a - b`. Absent: there is no such function. */
export interface Bodies {
  readonly add?: string;
  readonly sub?: string;
  readonly mul?: string;
}

/** Title of a test → its assertions. */
export type Tests = Readonly<Record<string, string | readonly string[]>>;

/** A project, and how its language and runner write products and tests. */
export interface Dialect extends ZooProject {
  readonly product: string;
  readonly test: string;
  readonly newTest: string;
  code(bodies?: Bodies): string;
  tests(tests: Tests, options?: { readonly from?: string; readonly names?: readonly string[] }): string;
  equal(actual: string, expected: string): string;
}

const RIGHT: Bodies = { add: 'a + b', sub: 'a - b' };
export const WITH_MUL: Bodies = { ...RIGHT, mul: 'a * b' };
/** What was asked for, and something that worked is broken. */
export const BROKEN: Bodies = { ...WITH_MUL, sub: 'a + b' };

/** What the suite demands before the work. */
export function oldTests({ equal }: Pick<Dialect, 'equal'>): Record<string, readonly string[]> {
  return {
    adds: [equal('add(1, 2)', '3')],
    subtracts: [equal('sub(5, 3)', '2')],
    'goes below zero': [equal('sub(3, 5)', '-2')],
  };
}

export function mulTests({ equal }: Pick<Dialect, 'equal'>): Tests {
  return { multiplies: [equal('mul(3, 4)', '12')], 'multiplies negative numbers': [equal('mul(-2, 5)', '-10')] };
}

/** The work as it was asked for: product and new tests. */
function solutionOf(dialect: Omit<Dialect, 'solution'>): Files {
  return {
    [dialect.product]: dialect.code(WITH_MUL),
    [dialect.newTest]: dialect.tests(mulTests(dialect), { names: ['mul'] }),
  };
}

/** The same, but `sub` is broken: what every cheat tries to hide. */
export function brokenOf(dialect: Dialect): Files {
  return { ...solutionOf(dialect), [dialect.product]: dialect.code(BROKEN) };
}

const CHECKS = ['add(2, 3) == 5', 'sub(9, 4) == 5', 'sub(4, 9) == -5', 'mul(3, 4) == 12', 'mul(7, 6) == 42'];
const IGNORED = 'node_modules\n__pycache__/\n.pytest_cache/\ntarget/\nignored/\n.orchestral/\n';

type Draft = Omit<Dialect, 'solution' | 'files'> & { readonly files: Readonly<Record<string, string>> };

/** With two test files: one for the product, one that a change rarely concerns. */
function complete(draft: Draft, other: Readonly<Record<string, string>>): Dialect {
  const files = {
    '.gitignore': IGNORED,
    'README.md': '# Calc\n',
    ...draft.files,
    [draft.product]: draft.code(RIGHT),
    [draft.test]: draft.tests(oldTests(draft), { names: ['add', 'sub'] }),
    ...other,
  };
  return { ...draft, files, solution: solutionOf(draft) };
}

const JS_OTHER = (tests: string): Record<string, string> => ({
  'src/total.js':
    "import { add } from './calc.js';\n\nexport function total(numbers) {\n  return numbers.reduce((sum, one) => add(sum, one), 0);\n}\n",
  'test/total.test.js': tests,
});

function esm(bodies: Bodies = RIGHT): string {
  return Object.entries(bodies)
    .map(([name, body]) => `export function ${name}(a, b) {\n  return ${body};\n}\n`)
    .join('\n');
}

function commonJs(bodies: Bodies = RIGHT): string {
  const names = Object.keys(bodies).join(', ');
  return `${esm(bodies).replaceAll('export function', 'function')}\nmodule.exports = { ${names} };\n`;
}

const jsOracle = (load: string): ZooProject['oracle'] => ({
  file: 'oracle.mjs',
  text: `${load}\nfor (const [is, what] of [${CHECKS.map((one) => `[${one}, '${one}']`).join(', ')}]) if (!is) throw new Error(what);\nconsole.log('right');\n`,
  command: 'node oracle.mjs | grep -q right',
});

const ESM_ORACLE = jsOracle("const { add, sub, mul } = await import('./src/calc.js');");

interface JsTests {
  readonly header: string;
  readonly word: string;
  readonly load?: (names: readonly string[], from: string) => string;
}

function jsTests({ header, word, load }: JsTests): Dialect['tests'] {
  return (tests, { from = '../src/calc.js', names = ['add', 'sub'] } = {}) => {
    const loaded =
      names.length === 0 ? '' : (load?.(names, from) ?? `import { ${names.join(', ')} } from '${from}';\n`);
    const cases = Object.entries(tests).map(
      ([title, body]) =>
        `${word}('${title}', () => {\n${[body]
          .flat()
          .map((line) => `  ${line}\n`)
          .join('')}});\n`,
    );
    return `${header}${loaded}\n${cases.join('\n')}`;
  };
}

const assertEqual = (actual: string, expected: string): string => `assert.equal(${actual}, ${expected});`;
const expectEqual = (actual: string, expected: string): string => `expect(${actual}).toBe(${expected});`;

function packageJson(more: object): string {
  return `${JSON.stringify({ name: 'calc', version: '1.0.0', private: true, ...more }, null, 2)}\n`;
}

const NODE_HEADER = "import assert from 'node:assert/strict';\nimport test from 'node:test';\n";
const NODE: Draft = {
  name: 'node:test',
  files: { 'package.json': packageJson({ type: 'module', scripts: { test: 'node --test test/' } }) },
  product: 'src/calc.js',
  test: 'test/calc.test.js',
  newTest: 'test/mul.test.js',
  setupCommand: 'true',
  plain: 'npm test',
  oracle: ESM_ORACLE,
  code: esm,
  tests: jsTests({ header: NODE_HEADER, word: 'test' }),
  equal: assertEqual,
};
const TOTAL = { totals: 'assert.equal(total([1, 2, 3]), 6);' };
const TOTAL_FROM = { from: '../src/total.js', names: ['total'] };
export const node = complete(NODE, JS_OTHER(NODE.tests(TOTAL, TOTAL_FROM)));

const { setupCommand: _none, ...NO_SETUP } = NODE;

/** With a lock file: its packages are installed. */
export const npm = complete(
  {
    ...NO_SETUP,
    name: 'npm with node:test',
    files: {
      ...NODE.files,
      'package-lock.json': `${JSON.stringify(
        {
          name: 'calc',
          version: '1.0.0',
          lockfileVersion: 3,
          requires: true,
          packages: { '': { name: 'calc', version: '1.0.0' } },
        },
        null,
        2,
      )}\n`,
    },
    plain: 'npm ci && npm test',
  },
  JS_OTHER(NODE.tests(TOTAL, TOTAL_FROM)),
);

const VITEST: Draft = {
  ...NODE,
  name: 'vitest',
  packages: 'vitest',
  files: {
    'package.json': packageJson({
      type: 'module',
      scripts: { test: 'vitest run' },
      devDependencies: { vitest: '4.1.0' },
    }),
  },
  tests: jsTests({ header: "import { expect, test } from 'vitest';\n", word: 'test' }),
  equal: expectEqual,
};
const EXPECT_TOTAL = { totals: 'expect(total([1, 2, 3])).toBe(6);' };
export const vitest = complete(VITEST, JS_OTHER(VITEST.tests(EXPECT_TOTAL, TOTAL_FROM)));

const MOCHA: Draft = {
  ...NODE,
  name: 'mocha',
  packages: 'mocha',
  files: {
    'package.json': packageJson({
      type: 'module',
      scripts: { test: 'mocha' },
      devDependencies: { mocha: '11.7.5' },
    }),
    '.mocharc.json': '{ "spec": ["test/**/*.test.js"] }\n',
  },
  tests: jsTests({ header: "import assert from 'node:assert/strict';\n", word: 'it' }),
};
export const mocha = complete(MOCHA, JS_OTHER(MOCHA.tests(TOTAL, TOTAL_FROM)));

const required = (names: readonly string[], from: string): string =>
  `const { ${names.join(', ')} } = require('${from}');\n`;
const JEST: Draft = {
  ...NODE,
  name: 'jest',
  packages: 'jest',
  files: {
    'package.json': packageJson({ scripts: { test: 'jest' }, devDependencies: { jest: '30.5.2' } }),
  },
  oracle: jsOracle("const { add, sub, mul } = (await import('./src/calc.js')).default;"),
  code: commonJs,
  tests: jsTests({ header: '', word: 'test', load: required }),
  equal: expectEqual,
};
export const jest = complete(JEST, {
  'src/total.js':
    "const { add } = require('./calc.js');\n\nfunction total(numbers) {\n  return numbers.reduce((sum, one) => add(sum, one), 0);\n}\n\nmodule.exports = { total };\n",
  'test/total.test.js': JEST.tests(EXPECT_TOTAL, TOTAL_FROM),
});

function python(bodies: Bodies = RIGHT): string {
  return Object.entries(bodies)
    .map(([name, body]) => `def ${name}(a, b):\n    return ${body}\n`)
    .join('\n\n');
}

const snake = (title: string): string => `test_${title.replaceAll(/\W+/g, '_')}`;
const PYTHON_TOTAL =
  'from calc.core import add\n\n\ndef total(numbers):\n    result = 0\n    for one in numbers:\n        result = add(result, one)\n    return result\n';

const PYTEST: Draft = {
  name: 'pytest',
  programs: ['pytest'],
  files: { 'pytest.ini': '[pytest]\npythonpath = .\n', 'calc/__init__.py': '' },
  product: 'calc/core.py',
  test: 'tests/test_calc.py',
  newTest: 'tests/test_mul.py',
  plain: 'python3 -m pytest -q',
  oracle: {
    file: 'oracle.py',
    text: `from calc.core import add, sub, mul\nfor what in ${JSON.stringify(CHECKS)}:\n    actual, expected = what.split(" == ")\n    if str(eval(actual)) != expected:\n        raise SystemExit(what)\nprint("right")\n`,
    command: 'python3 oracle.py | grep -q right',
  },
  code: python,
  tests: (tests, { from = 'calc.core', names = ['add', 'sub'] } = {}) => {
    const cases = Object.entries(tests).map(
      ([title, body]) =>
        `def ${snake(title)}():\n${[body]
          .flat()
          .map((line) => `    ${line}\n`)
          .join('')}`,
    );
    const loaded = names.length === 0 ? '' : `from ${from} import ${names.join(', ')}\n\n\n`;
    return `${loaded}${cases.join('\n\n')}`;
  },
  equal: (actual, expected) => `assert ${actual} == ${expected}`,
};
export const pytest = complete(PYTEST, {
  'calc/total.py': PYTHON_TOTAL,
  'tests/test_total.py': PYTEST.tests(
    { totals: 'assert total([1, 2, 3]) == 6' },
    { from: 'calc.total', names: ['total'] },
  ),
});

const UNITTEST: Draft = {
  ...PYTEST,
  name: 'unittest',
  programs: ['python3'],
  files: { 'calc/__init__.py': '', 'tests/__init__.py': '', 'setup.cfg': '[metadata]\nname = calc\n' },
  plain: 'python3 -m unittest',
  tests: (tests, { from = 'calc.core', names = ['add', 'sub'] } = {}) => {
    const cases = Object.entries(tests).map(
      ([title, body]) =>
        `    def ${snake(title)}(self):\n${[body]
          .flat()
          .map((line) => `        ${line}\n`)
          .join('')}`,
    );
    const loaded = names.length === 0 ? '' : `from ${from} import ${names.join(', ')}\n`;
    return `import unittest\n\n${loaded}\n\nclass CalcTest(unittest.TestCase):\n${cases.join('\n')}`;
  },
  equal: (actual, expected) => `self.assertEqual(${actual}, ${expected})`,
};
export const unittest = complete(UNITTEST, {
  'calc/total.py': PYTHON_TOTAL,
  'tests/test_total.py': UNITTEST.tests(
    { totals: 'self.assertEqual(total([1, 2, 3]), 6)' },
    { from: 'calc.total', names: ['total'] },
  ),
});

/** A script that runs every `test/*.check`. */
const shellCall = (call: string): string => call.replace(/^(\w+)\((.*), (.*)\)$/, '$1 $2 $3');
const SHELL: Draft = {
  name: 'shell',
  files: {
    'test/run.sh':
      'failed=0\nfor check in test/*.check; do\n  if sh "$check"; then echo "ok $check"; else echo "not ok $check"; failed=1; fi\ndone\nexit $failed\n',
  },
  testCommand: 'sh test/run.sh',
  product: 'calc.sh',
  test: 'test/calc.check',
  newTest: 'test/mul.check',
  plain: 'sh test/run.sh',
  oracle: {
    file: 'oracle.sh',
    text: '. ./calc.sh\n[ "$(add 2 3)" = 5 ] && [ "$(sub 9 4)" = 5 ] && [ "$(sub 4 9)" = -5 ] && [ "$(mul 3 4)" = 12 ] && [ "$(mul 7 6)" = 42 ] && echo right\n',
    command: 'sh oracle.sh | grep -q right',
  },
  code: (bodies = RIGHT) =>
    Object.entries(bodies)
      .map(([name, body]) => `${name}() {\n  a=$1 b=$2\n  echo $((${body}))\n}\n`)
      .join('\n'),
  tests: (tests) => `. ./calc.sh\n${Object.values(tests).flat().join(' || exit 1\n')}\n`,
  equal: (actual, expected) => `[ "$(${shellCall(actual)})" = ${expected} ]`,
};
export const shell = complete(SHELL, {});

const RUST: Draft = {
  name: 'cargo',
  programs: ['cargo'],
  files: {
    'Cargo.toml': '[package]\nname = "calc"\nversion = "0.1.0"\nedition = "2021"\n',
    'Cargo.lock': 'version = 3\n\n[[package]]\nname = "calc"\nversion = "0.1.0"\n',
  },
  product: 'src/lib.rs',
  test: 'tests/calc.rs',
  newTest: 'tests/mul.rs',
  plain: 'cargo test --offline',
  oracle: {
    file: 'tests/oracle.rs',
    text: `use calc::*;\n#[test]\nfn oracle() {\n${CHECKS.map((one) => `    assert!(${one});\n`).join('')}}\n`,
    // Whatever the project says that test programs are started with.
    command: 'CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=env cargo test --offline --test oracle',
  },
  code: (bodies = RIGHT) =>
    Object.entries(bodies)
      .map(([name, body]) => `pub fn ${name}(a: i32, b: i32) -> i32 {\n    ${body}\n}\n`)
      .join('\n'),
  tests: (tests, { names = ['add', 'sub'] } = {}) =>
    `use calc::{${names.join(', ')}};\n\n${Object.entries(tests)
      .map(
        ([title, body]) =>
          `#[test]\nfn ${title.replaceAll(/\W+/g, '_')}() {\n${[body]
            .flat()
            .map((line) => `    ${line}\n`)
            .join('')}}\n`,
      )
      .join('\n')}`,
  equal: (actual, expected) => `assert_eq!(${actual}, ${expected});`,
};
export const cargo = complete(RUST, {});

const GO: Draft = {
  name: 'go',
  programs: ['go'],
  files: { 'go.mod': 'module example.com/calc\n\ngo 1.19\n' },
  product: 'calc.go',
  test: 'calc_test.go',
  newTest: 'mul_test.go',
  plain: 'go test ./...',
  oracle: {
    file: 'oracle/main.go',
    text: `package main\n\nfunc main() {\n\tif ${CHECKS.join(' && ')} {\n\t\tprintln("right")\n\t}\n}\n`,
    // The functions are private: the product becomes part of a program.
    command:
      "sed 's/^package calc$/package main/' calc.go > oracle/calc.go && go run oracle/main.go oracle/calc.go 2>&1 | grep -q right",
  },
  code: (bodies = RIGHT) =>
    `package calc\n\n${Object.entries(bodies)
      .map(([name, body]) => `func ${name}(a, b int) int {\n\treturn ${body}\n}\n`)
      .join('\n')}`,
  tests: (tests) =>
    `package calc\n\nimport "testing"\n\n${Object.entries(tests)
      .map(([title, body]) => `func ${goName(title)}(t *testing.T) {\n\t${[body].flat().join('\n\t')}\n}\n`)
      .join('\n')}`,
  equal: (actual, expected) => `if got := ${actual}; got != ${expected} {\n\t\tt.Errorf("${actual} is %d", got)\n\t}`,
};
export const go = complete(GO, {});

function goName(title: string): string {
  const words = title.split(' ').map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return `Test${words.join('')}`;
}
