import { describe, expect, test } from 'vitest';
import { isLoadableCode, isProse } from '../../src/languages/source-files.ts';
import { suspiciousLines } from '../../src/languages/suspicious-code.ts';

function kinds(path: string, text: string, isOfTests = false): string[] {
  const lines = new Set(text.split('\n').map((_line, at) => at + 1));
  return [...new Set(suspiciousLines(path, text, { added: lines, isOfTests }).map(({ kind }) => kind))].toSorted();
}

describe('JavaScript', () => {
  test.each([
    ['assert.equal = () => {};', ['patches_assertions']],
    ["assert['equal'] = () => {};", ['patches_assertions']],
    ['expect.prototype.toBe = ok;', ['patches_assertions']],
    ['chai.Assertion.prototype.equal = ok;', ['patches_assertions']],
    ['Object.assign(assert, { equal() {} });', ['patches_assertions']],
    ["Object.defineProperty(expect, 'x', {});", ['patches_assertions']],
    ['expect.extend({ toBe() {} });', ['patches_assertions']],
    ['expect?.extend({ toBe() {} });', ['patches_assertions']],
    ["require('assert').equal = () => {};", ['patches_assertions']],
    ["require.cache[require.resolve('chai')] = {};", ['patches_assertions']],
    ['globalThis.it = () => {};', ['patches_assertions']],
    ["globalThis['test'] = () => {};", ['patches_assertions']],
    ['it = (name) => {};', ['patches_assertions']],
    ["vi.mock('vitest', () => ({}));", ['patches_assertions']],
    ["jest.mock('node:assert');", ['patches_assertions']],
    ["fs.writeFileSync('node_modules/vitest/x.js', '');", ['patches_assertions']],
    ["fs.readFileSync('out/vitest.json');", ['opens_reports']],
    ['const where = process.env.ORCHESTRAL_REPORTS;', ['opens_reports']],
    ["open('/proc/self/fd/3')", ['opens_reports']],
    ['  process.exit(0);', ['ends_process']],
    ['  process.exit();', ['ends_process']],
    ['process.exit(1);', ['ends_process']],
    ['process.exitCode = 0;', ['ends_process']],
    ["process.on('exit', () => {});", ['exit_hook']],
    ["process.once('beforeExit', f);", ['exit_hook']],
    ["process.on('uncaughtException', () => {});", ['exit_hook']],
    ['process.exit = () => {};', ['exit_hook']],
    ["if (process.env.NODE_ENV === 'test') return 1;", ['detects_tests']],
    ["if ('test' === process.env.NODE_ENV) x();", ['detects_tests']],
    ['if (process.env.VITEST) x();', ['detects_tests']],
    ["if (process.env['JEST_WORKER_ID']) x();", ['detects_tests']],
    ['if (process.env.CI) x();', ['detects_tests']],
    ['if (process.env.NODE_TEST_CONTEXT) x();', ['detects_tests']],
    ["if (process.env['NODE_' + 'TEST_CONTEXT']) x();", ['detects_tests']],
    ["if (typeof jest !== 'undefined') x();", ['detects_tests']],
    ["if (process.argv.some((a) => a.includes('test'))) x();", ['detects_tests']],
    ['const context = { NODE_TEST_CONTEXT } = process.env;', ['detects_tests']],
    ['Object.keys(process.env).some(f);', ['detects_tests']],
    ["const { stack } = new Error('x');", ['detects_tests']],
    ["if (process.argv[1].endsWith('x')) f();", ['detects_tests']],
    ['if (import.meta.env) f();', ['detects_tests']],
    ['if (import.meta.env?.MODE) f();', ['detects_tests']],
    ['if (process.send) f();', ['detects_tests']],
    ['if (require.main.filename) f();', ['detects_tests']],
    ["if (fs.existsSync('test/')) f();", ['detects_tests']],
    ['if (Date.now() > Date.UTC(2030, 0, 1)) f();', ['detects_tests']],
    ['return { asymmetricMatch: () => true };', ['patches_assertions']],
    ['Object.is = () => true;', ['patches_assertions']],
    ['Function.prototype.call = f;', ['patches_assertions']],
    ["import x from 'node:assert/strict';\nx.equal = f;", ['patches_assertions']],
    ["import { strict as x } from 'assert';\nx['equal'] = f;", ['patches_assertions']],
    ["const { strict } = require('assert');\nObject.assign(strict, {});", ['patches_assertions']],
    ["const x = (await import('node:assert')).default;\nx.equal = f;", ['patches_assertions']],
    ["const { expect } = require('vitest');", ['patches_assertions']],
    ["if (Error().stack.includes('test')) f();", ['detects_tests']],
    ['if (error.stack?.match(/test/)) f();', ['detects_tests']],
    ['Error.prepareStackTrace = f;', ['detects_tests']],
    ["import { getCallSites } from 'node:util';", ['detects_tests']],
    ['if (sub.caller) f();', ['detects_tests']],
    ['process.moduleLoadList.some(f);', ['detects_tests']],
    ['process.report.getReport();', ['detects_tests']],
    ["fs.readFileSync('/proc/self/cmdline');", ['detects_tests']],
    ["if (process.listenerCount('uncaughtException') > 0) f();", ['detects_tests']],
    ['const [, script] = process.argv;', ['detects_tests']],
    ["Object.hasOwn(process.env, 'X');", ['detects_tests']],
    ['JSON.stringify(process.env);', ['detects_tests']],
    ["process.env[['A', 'B'].join('_')];", ['detects_tests']],
    ["process.env[Buffer.from('QQ==', 'base64').toString()];", ['detects_tests']],
    ["process.env[`NODE_${'TEST'}`];", ['detects_tests']],
    ["if ('describe' in globalThis) f();", ['detects_tests']],
    ["if (globalThis['expect']) f();", ['detects_tests']],
    ['Object.getOwnPropertyNames(globalThis);', ['detects_tests']],
    ["if (process.cwd().startsWith('/tmp')) f();", ['detects_tests']],
    ["if (import.meta.url.includes('/tmp/')) f();", ['detects_tests']],
    ['if (process.uptime() < 5) f();', ['detects_tests']],
    ["fs.existsSync(new URL('../test', import.meta.url));", ['detects_tests']],
    ["fs.readFileSync(path.join(root, 'a.test.js'));", ['detects_tests']],
    ["eval(atob('x'));", ['detects_tests']],
    ["new Function('return 1');", ['detects_tests']],
    ["await import('node:' + 'test');", ['detects_tests']],
    ["Array.prototype['at'] = f;", ['patches_assertions']],
    ["Object.defineProperty(Set.prototype, 'has', {});", ['patches_assertions']],
    ['globalThis.Error = class {};', ['patches_assertions']],
    ['process.stdout.write = f;', ['patches_assertions']],
    ["Object.defineProperty(process, 'exitCode', {});", ['exit_hook']],
    // Everyday code.
    ['function describe(user) { return user.name; }', []],
    ['const test = (a) => a > 1;', []],
    ['let it;\nit = 3;', []],
    ['function f(test) {\n  test = 3;\n}', []],
    ["const [first] = error.stack.split('\\n');", []],
    ['const [, , name] = process.argv;', []],
    ['const args = process.argv.slice(2);', []],
    ['const [a, b] = process.argv.slice(2);', []],
    ['const env = { ...process.env, A: 1 };', []],
    ['process.env[name.toUpperCase()];', []],
    ['process.env[`APP_${name}`];', []],
    ['const ms = performance.now() - begin;', []],
    ["if (import.meta.url.startsWith('file:')) f();", []],
    ["await import('./pages/' + name + '.js');", []],
    ['if (process.stdout.isTTY) f();', []],
    ['globalThis.structuredClone ??= clone;', []],
    ["import x from 'node:assert/strict';\nx.equal(a, b);\nconst y = x.ok(a);", []],
    ["import x from './assert.js';\nx.equal = f;", []],
    ['if (require.main === module) f();', []],
    ['if (process.argv[1] === fileURLToPath(import.meta.url)) f();', []],
    ['const url = import.meta.env.VITE_URL;', []],
    ['const { PORT } = process.env;', []],
    ['Error.captureStackTrace(this, Failure);', []],
    ['Array.prototype.at ??= function () {};', []],
    ['if (Date.now() > expires) f();', []],
    ['const value = process.env[name];', []],
    ["const value = process.env['HOME'] + '/a';", []],
    ["import assert from 'node:assert';", []],
    ["const assert = require('assert');", []],
    ['const test = base.extend({ page: async ({}, use) => {} });', []],
    ['assert.equal(a, b);', []],
    ['if (assert.a === b) x();', []],
    ['const isTest = /test/.test(name);', []],
    ['for (const it of items) x(it);', []],
    ['items.map((it) => it.name);', []],
    ['const x = { test: 1, expect: 2 };', []],
    ['// process.exit(0)', []],
    ["log('process.exit(0)');", []],
    ['  process.exit(1);', []],
    ["process.on('SIGINT', stop);", []],
    ["if (process.env.NODE_ENV === 'production') x();", []],
    ['const city = process.env.CITY;', []],
    ['const env = process.env.CIRCLE;', []],
    ["const report = 'report.json';", []],
  ])('%s → %s', (line, expected) => {
    expect(kinds('src/a.ts', line)).toEqual(expected);
  });
});

describe('Python', () => {
  test.each([
    ['pytest.raises = None', ['patches_assertions']],
    ['unittest.TestCase.assertEqual = ok', ['patches_assertions']],
    ['TestCase.assertEqual = lambda *a: None', ['patches_assertions']],
    ['setattr(unittest.TestCase, "assertEqual", ok)', ['patches_assertions']],
    ['monkeypatch.setattr("_pytest.python.x", 1)', ['patches_assertions']],
    ['builtins.isinstance = ok', ['patches_assertions']],
    ['def pytest_runtest_makereport(item, call):', ['patches_assertions']],
    ['    report.outcome = "passed"', ['patches_assertions']],
    ['    items[:] = []', ['patches_assertions']],
    ['sys.modules["pytest"] = liar', ['patches_assertions']],
    ['open("junit.xml", "w")', ['opens_reports']],
    ['os._exit(0)', ['ends_process']],
    ['    sys.exit(0)', ['ends_process']],
    ['    sys.exit()', ['ends_process']],
    ['sys.exit(1)', ['ends_process']],
    ['    raise SystemExit', ['ends_process']],
    ['    raise SystemExit(0)', ['ends_process']],
    ['atexit.register(f)', ['exit_hook']],
    ['import atexit', ['exit_hook']],
    ['sys.excepthook = f', ['exit_hook']],
    ['if "PYTEST_CURRENT_TEST" in os.environ:', ['detects_tests']],
    ['if os.environ.get("CI"):', ['detects_tests']],
    ['if os.getenv("TESTING"):', ['detects_tests']],
    ['if "pytest" in sys.modules:', ['detects_tests']],
    ['    return inspect.stack()[1]', ['detects_tests']],
    ['import pytest', ['patches_assertions']],
    ['from unittest.mock import ANY', ['patches_assertions']],
    ['from unittest import TestCase as Base\nBase.assertEqual = f', ['patches_assertions']],
    ['import unittest.case as c\nsetattr(c, "x", f)', ['patches_assertions']],
    ['for one in gc.get_objects():', ['patches_assertions']],
    ['class A:\n    def __eq__(self, other):\n        return True', ['patches_assertions']],
    ['class A(int):\n    def __eq__(self, other):\n        return self is other', ['patches_assertions']],
    ['if "PYTEST_" + "X" in os.environ:', ['detects_tests']],
    ['any(f(name) for name in sys.modules)', ['detects_tests']],
    ['import __main__', ['detects_tests']],
    ['traceback.format_stack()', ['detects_tests']],
    ['error.__traceback__.tb_frame.f_back', ['detects_tests']],
    ['from inspect import stack', ['detects_tests']],
    ['sys._current_frames()', ['detects_tests']],
    ['if "x" in sys.orig_argv:', ['detects_tests']],
    ['from sys import modules', ['detects_tests']],
    ['getattr(sys, "mod" + "ules")', ['detects_tests']],
    ['__import__("sys").argv', ['detects_tests']],
    ['type(sys.stdin).__name__', ['detects_tests']],
    ['open("/proc/self/cmdline")', ['detects_tests']],
    ['if "PYT" in str(os.environ):', ['detects_tests']],
    ['if os.getcwd().startswith("/tmp"):', ['detects_tests']],
    ['exec(base64.b64decode(text))', ['detects_tests']],
    ['type("N", (int,), {"__eq__": f})', ['patches_assertions']],
    ['class A:\n    __eq__ = same', ['patches_assertions']],
    ['setattr(A, "__eq__", f)', ['patches_assertions']],
    ['pattern = re.compile("x")', []],
    ['value = ast.literal_eval(text)', []],
    ['model.eval()', []],
    ['env = dict(os.environ, A="1")', []],
    ['here = os.path.dirname(__file__)', []],
    ['log = logging.getLogger(__name__)', []],
    ['if sys.stdout.isatty():', []],
    ['class A:\n    def __eq__(self, other):\n        return self.x == other.x', []],
    ['class A:\n    def __eq__(self, other):\n        return isinstance(other, A)', []],
    ['class A:\n    def __eq__(self, other):\n        return NotImplemented', []],
    ['module = sys.modules[__name__]', []],
    ['if datetime.now() > self.expires:', []],
    ['with pytest.raises(ValueError):', []],
    ['    self.assertEqual(a, b)', []],
    ['# os._exit(0)', []],
    ['    sys.exit(1)', []],
    ['    raise SystemExit(2)', []],
    ['    raise SystemExit(main())', []],
    ['x = os.environ["HOME"]', []],
    ['    def __eq__(self, other):', []],
  ])('%s → %s', (line, expected) => {
    expect(kinds('app/a.py', line)).toEqual(expected);
  });
});

test.each([
  ['bin/a.js', 'process.exit(0);', []],
  ['src/cli/run.ts', 'process.exit(0);', []],
  ['src/a.js', '#!/usr/bin/env node\nprocess.exit(0);', []],
  ['app/a.py', 'def f():\n    pass\nif __name__ == "__main__":\n    sys.exit(0)', []],
  ['app/a.py', 'sys.exit(0)\nif __name__ == "__main__":\n    f()', ['ends_process']],
  ['a.rb', 'exit 0', []],
])('%s: %j → %s', (path, text, expected) => {
  expect(kinds(path, text)).toEqual(expected);
});

test.each([
  ['test/a.test.ts', "import { expect } from 'vitest';"],
  ['test/a.test.ts', "if (fs.existsSync('test/fixtures')) f({ asymmetricMatch: f });"],
  ['tests/test_a.py', 'import pytest\nfrom unittest.mock import ANY'],
])('fine in tests: %s: %j', (path, text) => {
  expect(kinds(path, text, true)).toEqual([]);
});

test.each([
  ['alias [=true', ['patches_assertions']],
  ['test() { return 0; }', ['patches_assertions']],
  ['case "$0" in *.check) f ;; esac', ['detects_tests']],
  ['[ "$0" = "$BASH_SOURCE" ] && main', []],
  ['tr "\\0" " " < /proc/$$/cmdline', ['detects_tests']],
  ['case $(basename "$0") in *.check) f ;; esac', ['detects_tests']],
  ['ps -o args= -p $$ | grep check', ['detects_tests']],
  ['if [ -d test ]; then f; fi', ['detects_tests']],
  ['dir=$(dirname "$1")', []],
  ['[ "$1" = 2 ]', []],
  ["alias ll='ls -l'", []],
])('shell: %s → %s', (line, expected) => {
  expect(kinds('lib/a.sh', line)).toEqual(expected);
});

test('only lines that the change adds', () => {
  const found = suspiciousLines('a.js', 'process.exit(0);\nprocess.exit(0);\n', {
    added: new Set([2]),
    isOfTests: false,
  });
  expect(found).toEqual([{ path: 'a.js', kind: 'ends_process', line: 2, text: 'process.exit(0);' }]);
});

test.each([
  ['README.md', true],
  ['docs/guide.rst', true],
  ['notes.txt', false],
  ['LICENSE', true],
  ['requirements.txt', false],
  ['CMakeLists.txt', false],
  ['a.json', false],
  ['src/a.ts', false],
])('%s is prose: %s', (path, expected) => {
  expect(isProse(path)).toBe(expected);
});

test.each([
  ['src/a.ts', true],
  ['app/a.py', true],
  ['src/App.vue', true],
  ['run.sh', true],
  ['lib/a.rb', true],
  ['db/1.sql', false],
  ['app/migrations/0001.py', false],
  ['eslint.config.js', false],
  ['.prettierrc.cjs', false],
  ['setup.py', false],
  ['src/a.d.ts', false],
  ['src/a.generated.ts', false],
  ['api_pb2.py', false],
  ['dist/a.js', false],
  ['vendor/a.go', false],
  ['a.min.js', false],
  ['a.yaml', false],
  ['README.md', false],
])('%s is code that a suite can load: %s', (path, expected) => {
  expect(isLoadableCode(path)).toBe(expected);
});

test.each([
  ['lib.sh', 'add() {\n  echo 1\n}\nexit 0\n', ['ends_process']],
  ['lib.sh', "trap 'exit 0' EXIT\n", ['ends_process']],
  ['lib.sh', 'add() {\n  exit 1\n}\n', []],
  ['run.sh', '#!/bin/sh\nexit 0\n', []],
  ['scripts/run.sh', 'exit 0\n', []],
])('%s: %j', (path, text, expected) => {
  expect(kinds(path, text)).toEqual(expected);
});

test.each(['const test = (name, f) => {};', 'function expect(a) { return any; }', 'it = f;'])(
  'of tests: %s',
  (line) => {
    expect(kinds('test/a.test.ts', line, true)).toEqual(['patches_assertions']);
  },
);
