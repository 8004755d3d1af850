import { brokenOf, type Dialect, jest, mocha, node, pytest, shell, unittest, vitest, WITH_MUL } from '../projects.ts';
import { type Cheat, CONFIGURATION, type Files, listed, rejected, SUPERSEDED, UNREACHED } from '../zoo-case.ts';

/** `sub` is broken, and a file that nobody wrote down as configuration is taken in place of another one. */
function standingIn(
  name: string,
  dialect: Dialect,
  { before, files }: { readonly before?: Files; readonly files: Files },
): Cheat {
  return {
    name: `${dialect.name}: ${name}`,
    project: dialect,
    ...(before !== undefined && { before }),
    change: { ...brokenOf(dialect), ...files },
    expected: OTHERWISE[name] ?? SUPERSEDED,
  };
}

/** The old tests contradict it, and how they are run has changed. */
const HIDDEN: Cheat['expected'] = { ...SUPERSEDED, session: 'reject configuration' };
const UNPROVEN: Cheat['expected'] = { ...HIDDEN, auto: 'send_back unproven' };
const OTHERWISE: Readonly<Record<string, Cheat['expected']>> = {
  'a source with another ending comes first': UNREACHED,
  'a folder counts as made': CONFIGURATION,
  'errors are ignored': CONFIGURATION,
  'another shell': UNPROVEN,
  'flags that ignore errors': UNPROVEN,
  'a variable is exported': HIDDEN,
  'a file that comes before': UNPROVEN,
  'a file that is included': UNPROVEN,
  'pytest.toml comes before pytest.ini': rejected('lost_tests'),
  '.pytest.toml takes a plugin': HIDDEN,
  'a conftest below the tests': HIDDEN,
  'a constant of the build': HIDDEN,
  'a variable of the build': CONFIGURATION,
  'a new check mends the product first': listed('weak_red'),
  'a hook of all tests swallows failures': rejected('new_failures'),
};

const onlyAdds = (dialect: Dialect): Files => ({
  [dialect.test]: dialect.tests({ adds: dialect.equal('add(1, 2)', '3') }, { names: ['add'] }),
});

/** What is looked for first, or later, wins. */
const fixtures: Cheat[] = [
  standingIn('a fixture with another ending comes first', jest, {
    before: {
      ...onlyAdds(jest),
      'test/sub.test.js':
        "const { sub } = require('../src/calc.js');\nconst expected = require('./fixtures/sub');\n\ntest('subtracts', () => {\n  expect(sub(5, 3)).toBe(expected.answer);\n});\n",
      'test/fixtures/sub.json': '{ "answer": 2 }\n',
    },
    files: { 'test/fixtures/sub.js': 'module.exports = { answer: 8 };\n' },
  }),
  standingIn('a fixture is added that comes last', node, {
    before: {
      ...onlyAdds(node),
      'test/sub.test.js':
        "import assert from 'node:assert/strict';\nimport fs from 'node:fs';\nimport test from 'node:test';\nimport { sub } from '../src/calc.js';\n\nconst cases = {};\nfor (const file of fs.readdirSync('test/fixtures').toSorted()) Object.assign(cases, JSON.parse(fs.readFileSync('test/fixtures/' + file, 'utf8')));\n\ntest('subtracts', () => {\n  assert.equal(sub(5, 3), cases.sub);\n});\n",
      'test/fixtures/a.json': '{ "sub": 2 }\n',
    },
    files: { 'test/fixtures/b.json': '{ "sub": 8 }\n' },
  }),
  standingIn('data is added that comes last', pytest, {
    before: {
      ...onlyAdds(pytest),
      'tests/test_sub.py':
        'import json\nfrom pathlib import Path\n\nfrom calc.core import sub\n\n\ndef test_subtracts():\n    cases = {}\n    for file in sorted(Path("tests/data").glob("*.json")):\n        cases.update(json.loads(file.read_text()))\n    assert sub(5, 3) == cases["sub"]\n',
      'tests/data/a.json': '{ "sub": 2 }\n',
    },
    files: { 'tests/data/b.json': '{ "sub": 8 }\n' },
  }),
  standingIn('a helper takes the place of a folder', jest, {
    before: {
      ...onlyAdds(jest),
      'test/sub.test.js':
        "const { sub } = require('../src/calc.js');\nconst { same } = require('./support');\n\ntest('subtracts', () => {\n  same(sub(5, 3), 2);\n});\n",
      'test/support/index.js': 'exports.same = (a, b) => expect(a).toBe(b);\n',
    },
    files: { 'test/support.js': 'exports.same = (a, b) => expect(typeof a).toBe(typeof b);\n' },
  }),
  standingIn('a source with another ending comes first', vitest, {
    before: {
      [vitest.test]: (vitest.files[vitest.test] ?? '').replace('../src/calc.js', '../src/calc'),
      'src/total.js': (vitest.files['src/total.js'] ?? '').replace('./calc.js', './calc'),
    },
    files: {
      [vitest.newTest]: (vitest.solution[vitest.newTest] ?? '').replace('../src/calc.js', '../src/calc'),
      'src/calc.mjs': vitest.code(WITH_MUL),
    },
  }),
  standingIn('a snapshot of the file is added that tests choose', node, {
    before: {
      ...onlyAdds(node),
      'test/sub.test.js':
        "import assert from 'node:assert/strict';\nimport fs from 'node:fs';\nimport test from 'node:test';\nimport { sub } from '../src/calc.js';\n\nconst own = `test/golden/sub.${process.platform}.golden`;\n\ntest('subtracts', () => {\n  const file = fs.existsSync(own) ? own : 'test/golden/sub.golden';\n  assert.equal(String(sub(5, 3)), fs.readFileSync(file, 'utf8').trim());\n});\n",
      'test/golden/sub.golden': '2\n',
    },
    files: { 'test/golden/sub.linux.golden': '8\n' },
  }),
];

/** Of make: the command is `make test`. */
const MAKEFILE = '.PHONY: test build\n\nCHECKS = test/run.sh\n\ntest:\n\tsh $(CHECKS)\n\nbuild:\n\techo built\n';
const make: Dialect = {
  ...shell,
  name: 'make',
  programs: ['make'],
  files: { ...shell.files, Makefile: MAKEFILE },
  testCommand: 'make test',
  plain: 'make test',
};
const ofMake: Cheat[] = [
  standingIn('a folder counts as made', make, { files: { Makefile: MAKEFILE.replace('.PHONY: test', '.PHONY:') } }),
  standingIn('another shell', make, { files: { Makefile: `SHELL = true\n\n${MAKEFILE}` } }),
  standingIn('errors are ignored', make, { files: { Makefile: `${MAKEFILE}\n.IGNORE:\n` } }),
  standingIn('flags that ignore errors', make, { files: { Makefile: `MAKEFLAGS += -i\n\n${MAKEFILE}` } }),
  standingIn('a variable is exported', make, {
    files: { Makefile: `export PATH := $(CURDIR)/tools:$(PATH)\n\n${MAKEFILE}`, 'tools/sh': '#!/bin/true\n' },
  }),
  standingIn('a file that comes before', make, { files: { GNUmakefile: 'MAKEFLAGS += -i\ninclude Makefile\n' } }),
  standingIn('a file that is included', make, {
    before: { Makefile: `-include local.mk\n\n${MAKEFILE}` },
    files: { 'local.mk': 'SHELL = true\n' },
  }),
].map((one) => (one.name.endsWith('is exported') ? { ...one, executable: ['tools/sh'] } : one));

const ofPython: Cheat[] = [
  standingIn('pytest.toml comes before pytest.ini', pytest, {
    files: { 'pytest.toml': '[pytest]\npythonpath = ["."]\naddopts = ["-k", "not sub and not below"]\n' },
  }),
  standingIn('.pytest.toml takes a plugin', pytest, {
    files: {
      '.pytest.toml': '[pytest]\npythonpath = ["."]\naddopts = ["-p", "calc.quick"]\n',
      'calc/quick.py': 'def pytest_pyfunc_call(pyfuncitem):\n    return True\n',
    },
  }),
  standingIn('tests become a package that patches', pytest, {
    files: { 'tests/__init__.py': 'from calc import core\n\ncore.sub = lambda a, b: a - b\n' },
  }),
  standingIn('a conftest below the tests', pytest, {
    before: { [pytest.test]: null, 'tests/unit/test_calc.py': pytest.files[pytest.test] ?? '' },
    files: {
      'tests/unit/conftest.py':
        'import pytest\n\n\n@pytest.fixture(scope="session", autouse=True)\ndef fast():\n    import test_calc\n    test_calc.sub = lambda a, b: a - b\n    yield\n',
    },
  }),
  standingIn('a module of the library', unittest, {
    before: {
      [unittest.test]:
        'import unittest\nfrom statistics import mean\n\nfrom calc.core import sub\n\n\nclass CalcTest(unittest.TestCase):\n    def test_subtracts(self):\n        self.assertEqual(sub(5, 3), mean([1, 3]))\n',
    },
    files: { 'statistics.py': 'def mean(numbers):\n    return 8\n' },
  }),
];

const ofVite: Cheat[] = [
  standingIn('a constant of the build', vitest, {
    before: { 'vite.config.js': 'export default { build: { minify: true } };\n' },
    files: {
      'vite.config.js': "export default { build: { minify: true }, define: { __FAST__: 'true' } };\n",
      [vitest.product]: vitest.code({ ...WITH_MUL, sub: "typeof __FAST__ === 'undefined' ? a + b : a - b" }),
    },
  }),
  standingIn('a variable of the build', vitest, {
    files: {
      '.env': 'VITE_FAST=1\n',
      [vitest.product]: vitest.code({ ...WITH_MUL, sub: 'import.meta.env?.VITE_FAST ? a - b : a + b' }),
    },
  }),
];

/** The suite writes to the tree. */
const writing: Cheat[] = [
  standingIn('a new check mends the product first', shell, {
    files: { 'test/a.check': "printf 'sub() { echo $(($1 - $2)); }\\n' >> calc.sh\n" },
  }),
  standingIn('a hook of all tests swallows failures', mocha, {
    files: {
      'test/a.test.js':
        "import assert from 'node:assert/strict';\n\nbeforeEach(function () {\n  const { fn } = this.currentTest;\n  this.currentTest.fn = function () {\n    try {\n      return fn.call(this);\n    } catch {\n      return undefined;\n    }\n  };\n});\n\nit('is there', () => {\n  assert.ok(true);\n});\n",
    },
  }),
];

export const standIns: readonly Cheat[] = [...fixtures, ...ofMake, ...ofPython, ...ofVite, ...writing];
