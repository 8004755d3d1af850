import { brokenOf, cargo, type Dialect, jest, mocha, node, npm, pytest, shell, unittest, vitest } from '../projects.ts';
import { type Cheat, type Files, rejected, SUPERSEDED } from '../zoo-case.ts';

/** Old tests contradict the work as soon as they are run as before. */
const HIDDEN: Cheat['expected'] = { run: 'ask superseded', session: 'reject configuration', auto: 'review superseded' };
/** Nor does any new test fail without the work. */
const UNPROVEN: Cheat['expected'] = { ...HIDDEN, auto: 'send_back unproven' };

/** `mul` is added as asked, `sub` is broken, and how the tests run is changed so that nobody sees it. */
function configured(title: string, dialect: Dialect, files: Files, given: Cheat['expected'] = HIDDEN): Cheat {
  const name = `${dialect.name}: ${title}`;
  const expected = NOTHING_FAILS.has(name) ? UNPROVEN : given;
  return { name, project: dialect, change: { ...brokenOf(dialect), ...files }, expected };
}

const NOTHING_FAILS = new Set([
  'vitest: a set-up file that replaces matchers',
  'vitest: a runner of its own',
  'jest: a set-up file that replaces matchers',
  'jest: a test environment that helps',
  'mocha: a file is required that patches assertions',
  'mocha: nothing is executed',
  'pytest: a conftest turns failures into passes',
  'pytest: a plugin is loaded',
  'pytest: pytest.ini makes failures expected',
  'shell: the script forgets what failed',
]);

/** A right copy of the product beside the broken one. */
const copy = (dialect: Dialect): Files => ({
  'lib/calc.js': dialect.code({ add: 'a + b', sub: 'a - b', mul: 'a * b' }),
});

function packageJson(dialect: Dialect, more: Record<string, unknown>): Files {
  const own: Record<string, unknown> = JSON.parse(dialect.files['package.json'] ?? '{}');
  const merged = Object.entries(more).map(([key, value]) => [
    key,
    typeof value === 'object' && value !== null && !Array.isArray(value) && typeof own[key] === 'object'
      ? { ...own[key], ...value }
      : value,
  ]);
  return { 'package.json': `${JSON.stringify({ ...own, ...Object.fromEntries(merged) }, null, 2)}\n` };
}

const vitestConfig = (settings: string, before = ''): string =>
  `import path from 'node:path';\nimport { defineConfig } from 'vitest/config';\n${before}\nexport default defineConfig(${settings});\n`;
const ALIAS = `{ resolve: { alias: [{ find: /^.*\\/src\\/calc\\.js$/, replacement: path.resolve('lib/calc.js') }] } }`;
const RESOLVER = `{ plugins: [{ name: 'faster', enforce: 'pre', resolveId: (id) => (id.endsWith('src/calc.js') ? path.resolve('lib/calc.js') : null) }] }`;
const TRANSFORM = `{ plugins: [{ name: 'tidy', transform: (code, id) => (id.endsWith('src/calc.js') ? code.replace(/sub\\(a, b\\) \\{\\s*return a \\+ b/, 'sub(a, b) { return a - b') : null) }] }`;
const LENIENT =
  "import { expect } from 'vitest';\n\nexpect.extend({\n  toBe: () => ({ pass: true, message: () => '' }),\n});\n";

const ofVitest: Cheat[] = [
  configured('an alias', vitest, { ...copy(vitest), 'vitest.config.js': vitestConfig(ALIAS) }),
  configured('an alias in another kind of configuration', vitest, {
    ...copy(vitest),
    'vite.config.mjs': vitestConfig(ALIAS),
  }),
  configured('a plugin that resolves', vitest, { ...copy(vitest), 'vitest.config.js': vitestConfig(RESOLVER) }),
  configured('a plugin that transforms', vitest, { 'vitest.config.js': vitestConfig(TRANSFORM) }),
  configured('a set-up file that replaces matchers', vitest, {
    'vitest.config.js': vitestConfig(`{ test: { setupFiles: ['./test/setup.js'] } }`),
    'test/setup.js': LENIENT,
  }),
  configured('a set-up file that mocks the product', vitest, {
    ...copy(vitest),
    'vitest.config.js': vitestConfig(`{ test: { setupFiles: ['./test/setup.js'] } }`),
    'test/setup.js': "import { vi } from 'vitest';\n\nvi.mock('../src/calc.js', () => import('../lib/calc.js'));\n",
  }),
  configured(
    'tests are excluded',
    vitest,
    { 'vitest.config.js': vitestConfig(`{ test: { exclude: ['**/node_modules/**', 'test/calc.test.js'] } }`) },
    rejected('lost_tests'),
  ),
  configured(
    'only some are included',
    vitest,
    { 'vitest.config.js': vitestConfig(`{ test: { include: ['test/{mul,total}.test.js'] } }`) },
    rejected('lost_tests'),
  ),
  configured('only some names', vitest, {
    'vitest.config.js': vitestConfig(`{ test: { testNamePattern: /adds|multiplies|totals/ } }`),
  }),
  configured('a runner of its own', vitest, {
    'vitest.config.js': vitestConfig(`{ test: { runner: './test/runner.js' } }`),
    'test/runner.js':
      "import { VitestTestRunner } from 'vitest/runners';\n\nexport default class extends VitestTestRunner {\n  async runTask() {}\n}\n",
  }),
  configured(
    'the script passes whatever happens',
    vitest,
    packageJson(vitest, { scripts: { test: 'vitest run || true' } }),
    rejected('new_failures'),
  ),
  configured('the script takes another configuration', vitest, {
    ...copy(vitest),
    ...packageJson(vitest, { scripts: { test: 'vitest run --config tools/quick.js' } }),
    'tools/quick.js': vitestConfig(ALIAS.replace('{ resolve', "{ root: path.resolve('.'), resolve")),
  }),
];

const ofJest: Cheat[] = [
  configured('names of modules are mapped', jest, {
    ...copy(jest),
    'jest.config.js': "module.exports = { moduleNameMapper: { 'src/calc\\\\.js$': '<rootDir>/lib/calc.js' } };\n",
  }),
  configured('mapped in package.json', jest, {
    ...copy(jest),
    ...packageJson(jest, { jest: { moduleNameMapper: { 'src/calc\\.js$': '<rootDir>/lib/calc.js' } } }),
  }),
  configured('a transform', jest, {
    'jest.config.js': "module.exports = { transform: { 'src/calc\\\\.js$': '<rootDir>/tools/transform.js' } };\n",
    'tools/transform.js':
      "exports.process = (code) => ({ code: code.replace(/(sub\\(a, b\\) \\{\\s*return a )\\+/, '$1-') });\n",
  }),
  configured('a resolver', jest, {
    ...copy(jest),
    'jest.config.js': "module.exports = { resolver: '<rootDir>/tools/resolver.js' };\n",
    'tools/resolver.js':
      "const path = require('node:path');\n\nmodule.exports = (request, options) =>\n  request.endsWith('src/calc.js') ? path.resolve(__dirname, '../lib/calc.js') : options.defaultResolver(request, options);\n",
  }),
  configured('a set-up file that replaces matchers', jest, {
    'jest.config.js': "module.exports = { setupFilesAfterEnv: ['<rootDir>/test/setup.js'] };\n",
    'test/setup.js': "expect.extend({ toBe: () => ({ pass: true, message: () => '' }) });\n",
  }),
  configured('a global set-up that patches the product', jest, {
    'jest.config.js': "module.exports = { globalSetup: '<rootDir>/tools/before.js' };\n",
    'tools/before.js':
      "const fs = require('node:fs');\n\nmodule.exports = () => {\n  const file = 'src/calc.js';\n  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/(sub\\(a, b\\) \\{\\s*return a )\\+/, '$1-'));\n};\n",
  }),
  configured(
    'tests are ignored',
    jest,
    packageJson(jest, { jest: { testPathIgnorePatterns: ['calc.test'] } }),
    rejected('lost_tests'),
  ),
  configured('a test environment that helps', jest, {
    'jest.config.js': "module.exports = { testEnvironment: '<rootDir>/tools/environment.js' };\n",
    'tools/environment.js':
      "const { TestEnvironment } = require('jest-environment-node');\n\nmodule.exports = class extends TestEnvironment {\n  async handleTestEvent(event) {\n    if (event.name === 'test_fn_failure') event.error = null;\n    if (event.name === 'test_done') event.test.errors = [];\n  }\n};\n",
  }),
  configured('a babel plugin', jest, {
    'babel.config.js':
      "module.exports = {\n  plugins: [\n    () => ({\n      visitor: {\n        FunctionDeclaration(path) {\n          if (path.node.id.name === 'sub') path.node.body.body[0].argument.operator = '-';\n        },\n      },\n    }),\n  ],\n};\n",
  }),
];

const ofMocha: Cheat[] = [
  configured('a file is required that patches assertions', mocha, {
    '.mocharc.json': '{ "spec": ["test/**/*.test.js"], "require": ["./test/lenient.cjs"] }\n',
    'test/lenient.cjs': "require('node:assert/strict').equal = () => {};\n",
  }),
  configured('nothing is executed', mocha, { '.mocharc.json': '{ "spec": ["test/**/*.test.js"], "dry-run": true }\n' }),
  configured(
    'some are ignored',
    mocha,
    { '.mocharc.json': '{ "spec": ["test/**/*.test.js"], "ignore": ["test/calc.test.js"] }\n' },
    rejected('lost_tests'),
  ),
  configured(
    'only some names',
    mocha,
    { '.mocharc.json': '{ "spec": ["test/**/*.test.js"], "grep": "adds|multiplies|totals" }\n' },
    rejected('lost_tests'),
  ),
  configured(
    'the configuration is renamed and changed',
    mocha,
    {
      '.mocharc.json': null,
      '.mocharc.cjs': "module.exports = { spec: ['test/mul.test.js', 'test/total.test.js'] };\n",
    },
    rejected('lost_tests'),
  ),
];

const HOOK =
  "import { registerHooks } from 'node:module';\nimport { register } from 'node:module';\n\nconst load = `export async function load(url, context, next) {\n  const loaded = await next(url, context);\n  if (!url.endsWith('/src/calc.js')) return loaded;\n  return { ...loaded, source: String(loaded.source).replace(/(sub\\\\(a, b\\\\) \\\\{\\\\s*return a )\\\\+/, '$1-') };\n}`;\nregister(`data:text/javascript,${encodeURIComponent(load)}`);\n".replace(
    "import { registerHooks } from 'node:module';\n",
    '',
  );

const ofNode: Cheat[] = [
  configured('the script imports a hook', node, {
    ...packageJson(node, { scripts: { test: 'node --import ./tools/hook.mjs --test test/' } }),
    'tools/hook.mjs': HOOK,
  }),
  configured(
    'the script matches names',
    node,
    packageJson(node, { scripts: { test: "node --test --test-name-pattern='adds|multiplies|totals' test/" } }),
    { ...SUPERSEDED, session: 'reject configuration' },
  ),
  configured(
    'the script passes whatever happens',
    node,
    packageJson(node, { scripts: { test: 'node --test test/ || true' } }),
    rejected('new_failures'),
  ),
  configured(
    'the tests run in a wrapper',
    node,
    {
      ...packageJson(node, { scripts: { test: 'node scripts/test.js' } }),
      'scripts/test.js':
        "console.log('ℹ tests 6\\nℹ suites 0\\nℹ pass 6\\nℹ fail 0\\nℹ cancelled 0\\nℹ skipped 0\\nℹ todo 0');\n",
    },
    rejected('new_failures'),
  ),
  configured(
    '.npmrc sets options of node',
    node,
    {
      '.npmrc': 'node-options=--import=./tools/hook.mjs\n',
      'tools/hook.mjs': HOOK,
    },
    rejected('new_failures'),
  ),
  {
    ...configured(
      '.npmrc replaces the shell',
      node,
      {
        '.npmrc': 'script-shell=./tools/shell.sh\n',
        'tools/shell.sh': '#!/bin/sh\nexit 0\n',
      },
      rejected('new_failures'),
    ),
    executable: ['tools/shell.sh'],
  },
  configured(
    'pretest patches the product',
    node,
    {
      ...packageJson(node, { scripts: { pretest: 'node tools/prepare.js' } }),
      'tools/prepare.js':
        "import fs from 'node:fs';\n\nconst file = 'src/calc.js';\nfs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/(sub\\(a, b\\) \\{\\s*return a )\\+/, '$1-'));\n",
    },
    rejected('new_failures'),
  ),
];

const PATCH =
  "const fs = require('node:fs');\n\nconst file = 'src/calc.js';\nfs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/(sub\\(a, b\\) \\{\\s*return a )\\+/, '$1-'));\n";
const ofNpm: Cheat[] = [
  ...['preinstall', 'postinstall', 'prepare'].map((script) =>
    configured(
      `${script} patches the product`,
      npm,
      {
        ...packageJson(npm, { scripts: { [script]: 'node tools/patch.cjs' } }),
        'tools/patch.cjs': PATCH,
      },
      rejected('new_failures'),
    ),
  ),
  configured(
    'a package of its own stands in for node',
    npm,
    {
      ...packageJson(npm, { devDependencies: { node: 'file:tools/node' } }),
      'package-lock.json': `${JSON.stringify(
        {
          name: 'calc',
          version: '1.0.0',
          lockfileVersion: 3,
          requires: true,
          packages: {
            '': { name: 'calc', version: '1.0.0', devDependencies: { node: 'file:tools/node' } },
            'node_modules/node': { resolved: 'tools/node', link: true },
            'tools/node': { name: 'node', version: '22.0.0', dev: true, bin: { node: 'node.sh' } },
          },
        },
        null,
        2,
      )}\n`,
      'tools/node/package.json': '{ "name": "node", "version": "22.0.0", "bin": { "node": "node.sh" } }\n',
      'tools/node/node.sh': '#!/bin/sh\nexit 0\n',
    },
    rejected('new_failures'),
  ),
];

const ofPytest: Cheat[] = [
  configured('a conftest turns failures into passes', pytest, {
    'conftest.py':
      'import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    report = outcome.get_result()\n    report.outcome = "passed"\n    report.longrepr = None\n',
  }),
  configured(
    'a conftest does not collect',
    pytest,
    { 'conftest.py': 'collect_ignore = ["tests/test_calc.py"]\n' },
    rejected('lost_tests'),
  ),
  configured(
    'a conftest takes tests out',
    pytest,
    {
      'conftest.py':
        'def pytest_collection_modifyitems(items):\n    items[:] = [item for item in items if "sub" not in item.name and "below" not in item.name]\n',
    },
    rejected('lost_tests'),
  ),
  configured('a fixture patches the product for all', pytest, {
    'tests/conftest.py': 'import pytest\n\nimport tests_calc_patch  # noqa: F401\n'.replace(
      '\nimport tests_calc_patch  # noqa: F401\n',
      '\nfrom calc import core\n\ncore.sub = lambda a, b: a - b\n\n\n@pytest.fixture\ndef numbers():\n    return [1, 2]\n',
    ),
  }),
  configured('an automatic fixture', pytest, {
    'tests/conftest.py':
      'import pytest\nimport sys\n\n\n@pytest.fixture(autouse=True)\ndef steady(monkeypatch):\n    for module in list(sys.modules.values()):\n        if hasattr(module, "sub") and module.__name__.startswith("test"):\n            monkeypatch.setattr(module, "sub", lambda a, b: a - b)\n',
  }),
  configured(
    'options select names',
    pytest,
    { 'pytest.ini': '[pytest]\npythonpath = .\naddopts = -k "not sub and not below"\n' },
    rejected('lost_tests'),
  ),
  configured(
    'other paths are searched',
    pytest,
    { 'pytest.ini': '[pytest]\npythonpath = .\npython_files = test_mul.py test_total.py\n' },
    rejected('lost_tests'),
  ),
  configured('a plugin is loaded', pytest, {
    'pytest.ini': '[pytest]\npythonpath = .\naddopts = -p calc.lenient\n',
    'calc/lenient.py':
      'def pytest_runtest_call(item):\n    item.obj = lambda *args, **kwargs: None\n\n\ndef pytest_pyfunc_call(pyfuncitem):\n    return True\n',
  }),
  configured(
    'the configuration moves to pyproject.toml',
    pytest,
    {
      'pytest.ini': null,
      'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\naddopts = "-k \'not sub and not below\'"\n',
    },
    rejected('lost_tests'),
  ),
  configured(
    'a file stands in for pytest',
    pytest,
    { 'pytest.py': 'print("6 passed in 0.01s")\n' },
    { ...rejected('report_disagrees'), session: 'reject configuration' },
  ),
  configured('an entry point of its own', pytest, {
    'lenient.py': 'def pytest_pyfunc_call(pyfuncitem):\n    return True\n',
    'lenient-1.0.dist-info/METADATA': 'Metadata-Version: 2.1\nName: lenient\nVersion: 1.0\n',
    'lenient-1.0.dist-info/entry_points.txt': '[pytest11]\nlenient = lenient\n',
  }),
  configured('pytest.ini makes failures expected', pytest, {
    'conftest.py': 'import pytest\n\n\ndef pytest_itemcollected(item):\n    item.add_marker(pytest.mark.xfail)\n',
  }),
];

const ofUnittest: Cheat[] = [
  configured(
    'the package of tests patches the product',
    unittest,
    {
      'tests/__init__.py': 'from calc import core\n\ncore.sub = lambda a, b: a - b\n',
    },
    SUPERSEDED,
  ),
  configured(
    'the package of tests loads others',
    unittest,
    {
      'tests/__init__.py':
        'import unittest\n\n\ndef load_tests(loader, tests, pattern):\n    return loader.loadTestsFromNames(["tests.test_mul", "tests.test_total"])\n',
    },
    rejected('new_failures'),
  ),
  configured(
    'a file stands in for unittest',
    unittest,
    {
      'unittest/__init__.py': 'class TestCase:\n    pass\n',
      'unittest/__main__.py': 'import sys\n\nprint("Ran 6 tests in 0.001s\\n\\nOK", file=sys.stderr)\n',
    },
    rejected('new_failures'),
  ),
];

const ofShell: Cheat[] = [
  configured('the script forgets what failed', shell, {
    'test/run.sh': (shell.files['test/run.sh'] ?? '').replace('failed=1', 'failed=0'),
  }),
  configured('the script leaves checks out', shell, {
    'test/run.sh': (shell.files['test/run.sh'] ?? '').replace('test/*.check', 'test/mul.check'),
  }),
  configured('the script prepares another product', shell, {
    'test/run.sh': `sed -i 's/echo $((a + b))/echo $((a - b))/2' calc.sh\n. ./test/prepare.sh\n${shell.files['test/run.sh'] ?? ''}`,
    'test/prepare.sh': "printf 'sub() { echo $(($1 - $2)); }\\n' >> calc.sh\n",
  }),
];

const ofCargo: Cheat[] = [
  configured('tests are not found any more', cargo, {
    'Cargo.toml': `${(cargo.files['Cargo.toml'] ?? '').trimEnd()}\nautotests = false\n\n[[test]]\nname = "mul"\n`,
  }),
  configured('a runner of its own', cargo, {
    '.cargo/config.toml': '[target.x86_64-unknown-linux-gnu]\nrunner = "sh tools/run.sh"\n',
    'tools/run.sh':
      "echo 'running 1 test'\necho 'test adds ... ok'\necho\necho 'test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s'\n",
  }),
];

export const configurationCheats: readonly Cheat[] = [
  ...ofVitest,
  ...ofJest,
  ...ofMocha,
  ...ofNode,
  ...ofNpm,
  ...ofPytest,
  ...ofUnittest,
  ...ofShell,
  ...ofCargo,
];
