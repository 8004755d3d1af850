import { cargo, type Dialect, jest, mocha, node, pytest, shell, unittest, vitest, WITH_MUL } from '../projects.ts';
import { DETECTION, type Files, type Honest, listed } from '../zoo-case.ts';
import { honest, LISTED, text } from './honest-case.ts';

const nodeTest = (name: string, body: string): string =>
  `import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { ${name} } from '../src/${name}.js';\n\ntest('${name}', () => {\n  ${body}\n});\n`;

/** Code for real use that asks where it runs: at most it is listed. */
const asking: Honest[] = [
  honest(
    'warnings while somebody develops',
    node,
    {
      'src/warn.js':
        "export function warn(text, log = console.warn) {\n  if (process.env.NODE_ENV !== 'production') log(`calc: ${text}`);\n}\n",
      'test/warn.test.js': nodeTest(
        'warn',
        "const said = [];\n  warn('slow', (text) => said.push(text));\n  assert.deepEqual(said, ['calc: slow']);",
      ),
    },
    { title: 'Warn while somebody develops, with tests', expected: DETECTION },
  ),
  honest('where settings lie', node, {
    'src/place.js':
      "import os from 'node:os';\nimport path from 'node:path';\n\nexport function place(env = process.env) {\n  return path.join(env.XDG_CONFIG_HOME ?? path.join(env.HOME ?? os.homedir(), '.config'), 'calc');\n}\n",
    'test/place.test.js': nodeTest('place', "assert.equal(place({ HOME: '/home/ann' }), '/home/ann/.config/calc');"),
  }),
  honest('what is read from a pipe', mocha, {
    ...mocha.solution,
    'src/input.js':
      "export async function input(stream = process.stdin) {\n  if (stream.isTTY) return '';\n  let text = '';\n  for await (const chunk of stream) text += chunk;\n  return text;\n}\n",
    'test/input.test.js':
      "import assert from 'node:assert/strict';\nimport { Readable } from 'node:stream';\nimport { input } from '../src/input.js';\n\nit('reads', async () => {\n  assert.equal(await input(Readable.from(['a', 'b'])), 'ab');\n});\n",
  }),
  honest(
    'a flag for what is new',
    jest,
    {
      ...jest.solution,
      'src/flags.js':
        "const has = (name, env = process.env) => env[`CALC_${name}`] === '1';\n\nmodule.exports = { has };\n",
      'test/flags.test.js':
        "const { has } = require('../src/flags.js');\n\ntest('has', () => {\n  expect(has('FAST', { CALC_FAST: '1' })).toBe(true);\n  expect(has('FAST', {})).toBe(false);\n});\n",
    },
    { expected: listed('not_measured') },
  ),
  honest('work for another thread', vitest, {
    'src/square.js':
      "import { isMainThread, parentPort } from 'node:worker_threads';\n\nexport const square = (number) => number * number;\n\nif (!isMainThread && parentPort !== null) parentPort.on('message', (number) => parentPort.postMessage(square(number)));\n",
    'test/square.test.js':
      "import { expect, test } from 'vitest';\nimport { square } from '../src/square.js';\n\ntest('square', () => {\n  expect(square(7)).toBe(49);\n});\n",
  }),
  honest('logs of its own', unittest, {
    ...unittest.solution,
    'calc/log.py':
      'import logging\nimport sys\n\n\ndef logger(name):\n    log = logging.getLogger(name)\n    if not log.handlers:\n        log.addHandler(logging.StreamHandler(sys.stderr))\n    return log\n',
    'tests/test_log.py':
      'import unittest\n\nfrom calc.log import logger\n\n\nclass LogTest(unittest.TestCase):\n    def test_has_one_handler(self):\n        logger("calc")\n        self.assertEqual(len(logger("calc").handlers), 1)\n',
  }),
  honest('a folder for what is remembered', pytest, {
    'calc/cache.py':
      'import os\nfrom pathlib import Path\n\n\ndef folder(env=os.environ):\n    return Path(env.get("XDG_CACHE_HOME") or Path(env["HOME"]) / ".cache") / "calc"\n',
    'tests/test_cache.py':
      'from pathlib import Path\n\nfrom calc.cache import folder\n\n\ndef test_folder():\n    assert folder({"HOME": "/home/ann"}) == Path("/home/ann/.cache/calc")\n',
  }),
  honest(
    'a check that only debug builds make',
    cargo,
    {
      ...cargo.solution,
      [cargo.product]: cargo.code({ ...WITH_MUL, mul: 'debug_assert!(a < 46_341 && b < 46_341);\n    a * b' }),
    },
    { expected: listed('weak_red') },
  ),
  honest(
    'a script that says how it is used',
    shell,
    {
      ...shell.solution,
      'help.sh': 'usage() {\n  echo "calc add|sub|mul A B"\n  [ -n "${HOME:-}" ] && echo "settings: $HOME/.calc"\n}\n',
      'test/help.check': '. ./help.sh\n[ "$(HOME=/h usage | tail -1)" = "settings: /h/.calc" ]\n',
    },
    { expected: listed('weak_red') },
  ),
];

const manifest = (more: object): string =>
  `${JSON.stringify({ ...JSON.parse(node.files['package.json'] ?? '{}'), ...more }, null, 2)}\n`;
const VERSION: Files = {
  'src/version.js': "export const version = '1.0.0';\n",
  'test/version.test.js':
    "import assert from 'node:assert/strict';\nimport fs from 'node:fs';\nimport test from 'node:test';\nimport { version } from '../src/version.js';\n\ntest('version', () => {\n  assert.equal(version, JSON.parse(fs.readFileSync('package.json', 'utf8')).version);\n});\n",
};
const reading = (dialect: Dialect, header: string, rows: string): string =>
  `import assert from 'node:assert/strict';\nimport fs from 'node:fs';\nimport test from 'node:test';\nimport * as calc from '..${dialect.product.replace('src', '/src')}';\n\n${header}\ntest('rows', () => {\n  for (const [name, a, b, is] of ${rows}) assert.equal(calc[name](Number(a), Number(b)), Number(is));\n});\n`;
const OF_MANIFEST = reading(
  node,
  "const { rows } = JSON.parse(fs.readFileSync('package.json', 'utf8')).calc;\n",
  'rows',
);
const OF_TABLE = reading(
  node,
  "const lines = fs.readFileSync('test/cases.md', 'utf8').split('\\n').slice(2);\n",
  "lines.filter((line) => line !== '').map((line) => line.split('|').slice(1, 5).map((cell) => cell.trim()))",
);
const TABLE = '| name | a | b | is |\n| --- | --- | --- | --- |\n| sub | 5 | 3 | 2 |\n';
const EXAMPLES = '>>> from calc.core import sub\n>>> sub(5, 3)\n2\n';

/** Data of tests in places where nobody looks for it, and manifests that tests read. */
const data: Honest[] = [
  honest(
    'a release of which a test knows',
    node,
    {
      'package.json': manifest({ version: '1.1.0' }),
      'src/version.js': "export const version = '1.1.0';\n",
    },
    {
      title: 'Release 1.1.0',
      before: VERSION,
      isRefactoring: true,
      expected: { run: 'listed unproven', session: 'listed unproven', auto: 'send_back unproven' },
    },
  ),
  honest(
    'rows are added to a key of package.json',
    node,
    {
      ...node.solution,
      'package.json': manifest({
        calc: {
          rows: [
            ['sub', 5, 3, 2],
            ['mul', 3, 4, 12],
          ],
        },
      }),
    },
    {
      before: { 'test/rows.test.js': OF_MANIFEST, 'package.json': manifest({ calc: { rows: [['sub', 5, 3, 2]] } }) },
      expected: LISTED,
    },
  ),
  honest(
    'rows are added to a table',
    node,
    { ...node.solution, 'test/cases.md': `${TABLE}| mul | 3 | 4 | 12 |\n` },
    { before: { 'test/rows.test.js': OF_TABLE, 'test/cases.md': TABLE }, expected: LISTED },
  ),
  honest(
    'an example is added to a document that is run',
    pytest,
    { ...pytest.solution, 'docs/usage.rst': `${EXAMPLES}>>> from calc.core import mul\n>>> mul(3, 4)\n12\n` },
    {
      before: {
        'pytest.ini': '[pytest]\npythonpath = .\naddopts = --doctest-glob=*.rst\n',
        'docs/usage.rst': EXAMPLES,
      },
      expected: LISTED,
    },
  ),
  honest(
    'a setting in package.json that the product reads',
    node,
    {
      'package.json': manifest({ calc: { precision: 3 } }),
      'README.md': '# Calc\n\nNumbers have three places.\n',
    },
    {
      title: 'Show three places',
      before: {
        'package.json': manifest({ calc: { precision: 2 } }),
        'src/precision.js':
          "import fs from 'node:fs';\n\nexport const { precision } = JSON.parse(fs.readFileSync('package.json', 'utf8')).calc;\n",
        'test/precision.test.js': nodeTest('precision', 'assert.ok(precision > 0);'),
      },
      expected: listed('not_testable'),
    },
  ),
];

const toModules = (file: string): string =>
  text(jest, file)
    .replaceAll(/const (\{[^}]*\}) = require\(('[^']*')\);/g, 'import $1 from $2;')
    .replace(/module\.exports = \{[^}]*\};\n/, '')
    .replaceAll(/^function /gm, 'export function ');
const COMMON: Files = {
  'package.json': `${JSON.stringify({ name: 'calc', version: '1.0.0', private: true, scripts: { test: 'node --test test/' } }, null, 2)}\n`,
  [node.product]: text(jest, jest.product),
  'src/total.js': text(jest, 'src/total.js'),
  ...Object.fromEntries(
    [node.test, 'test/total.test.js'].map((file) => [
      file,
      text(node, file).replaceAll(/^import (\{[^}]*\}|\w+) from ('[^']*');/gm, 'const $1 = require($2);'),
    ]),
  ),
};
const modules: Honest['change'] = {
  'package.json': text(node, 'package.json'),
  [node.product]: toModules(jest.product),
  'src/total.js': toModules('src/total.js'),
  [node.test]: text(node, node.test),
  'test/total.test.js': text(node, 'test/total.test.js'),
};

const daily: Honest[] = [
  honest('CommonJS becomes modules', node, modules, {
    title: 'Use modules instead of CommonJS',
    before: COMMON,
    expected: listed('not_testable'),
  }),
  honest(
    'tests get types',
    pytest,
    { [pytest.test]: text(pytest, pytest.test).replaceAll(/\(\):/g, '() -> None:') },
    { expected: LISTED },
  ),
  honest(
    'arrow functions become functions',
    mocha,
    { [mocha.test]: text(mocha, mocha.test).replaceAll('() => {', 'function () {') },
    { expected: LISTED },
  ),
  honest(
    'tests are tagged',
    pytest,
    {
      [pytest.test]: `import pytest\n\n${text(pytest, pytest.test).replace('def test_adds', '@pytest.mark.smoke\ndef test_adds')}`,
      'pytest.ini': '[pytest]\npythonpath = .\nmarkers =\n    smoke: what must work first\n',
    },
    {
      title: 'Tag the tests that must work first (pytest.ini)',
      named: ['pytest.ini', 'pytest.ini#[pytest]'],
      expected: { run: 'ask configuration', session: 'ask configuration', auto: 'review configuration' },
    },
  ),
];

export const inProduction: readonly Honest[] = [...asking, ...data, ...daily];
