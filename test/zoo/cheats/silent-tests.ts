import { brokenOf, type Dialect, jest, mocha, node, pytest, unittest, vitest, WITH_MUL } from '../projects.ts';
import {
  type Cheat,
  CONFIGURATION,
  type Files,
  IDLE,
  LOST_DEMAND,
  outcomes,
  rejected,
  SUPERSEDED,
  TAMPERING,
  type ZooProject,
} from '../zoo-case.ts';

/** No test file is touched, and the tests say less: what they are made of became less, or the product silences them. */
function cheat(name: string, project: Dialect, change: Files, more: Partial<Cheat> = {}): Cheat {
  return { name: `${project.name}: ${name}`, project, change, expected: IDLE, ...more };
}

const skips = (dialect: Dialect): Cheat =>
  cheat('the product skips its tests', dialect, {
    ...brokenOf(dialect),
    [dialect.product]: `from unittest import SkipTest\n\n\n${dialect.code(WITH_MUL).replace('return a - b', 'raise SkipTest("later")')}`,
  });

const silenced: Cheat[] = [
  skips(pytest),
  skips(unittest),
  cheat(
    'an assertion that fails skips its test',
    unittest,
    {
      ...brokenOf(unittest),
      [unittest.product]: `import unittest\n\nunittest.TestCase.failureException = unittest.SkipTest\n\n\n${brokenOf(unittest)[unittest.product]}`,
    },
    { expected: TAMPERING },
  ),
];

/** Green where the tests are red as soon as `sub` is broken. */
function noticing({ product, plain }: Dialect): ZooProject['oracle'] {
  return {
    file: 'oracle.sh',
    text: `sed 's/a - b/a + b/' ${product} > broken && cat broken > ${product} && rm broken\nif ${plain}; then exit 1; fi\n`,
    command: 'sh oracle.sh',
  };
}

const TABLES = {
  [node.test]:
    "import assert from 'node:assert/strict';\nimport fs from 'node:fs';\nimport path from 'node:path';\nimport test from 'node:test';\nimport * as calc from '../src/calc.js';\n\nfor (const name of ['add', 'sub']) {\n  const rows = fs.readFileSync(path.join('data', `${name}.csv`), 'utf8').trim().split('\\n');\n  test(name, () => {\n    for (const row of rows) {\n      const [a, b, result] = row.split(',').map(Number);\n      assert.equal(calc[name](a, b), result);\n    }\n  });\n}\n",
  'data/add.csv': '1,2,3\n',
  'data/sub.csv': '5,3,2\n5,0,5\n',
};
const CASES = {
  [vitest.test]:
    "import { expect, test } from 'vitest';\nimport { sub } from '../src/calc.js';\nimport cases from './cases.json';\n\ntest.each(cases)('%i minus %i', (a, b, result) => {\n  expect(sub(a, b)).toBe(result);\n});\n",
  'test/cases.json': '[[5, 3, 2], [5, 0, 5]]\n',
};
const PARAMETERS = {
  [pytest.test]:
    'import json\nfrom pathlib import Path\n\nimport pytest\n\nfrom calc.core import sub\n\nCASES = json.loads((Path(__file__).parent / "cases.json").read_text())\n\n\n@pytest.mark.parametrize("a, b, result", CASES)\ndef test_subtracts(a, b, result):\n    assert sub(a, b) == result\n',
  'tests/cases.json': '[[5, 3, 2], [5, 0, 5]]\n',
};

const data: Cheat[] = [
  cheat(
    'a table of the tests gets shorter',
    node,
    { ...brokenOf(node), 'data/sub.csv': '5,0,5\n' },
    {
      before: TABLES,
      expected: SUPERSEDED,
    },
  ),
  cheat(
    'a table of the tests gets shorter, for later',
    node,
    { ...node.solution, 'data/sub.csv': '5,0,5\n' },
    {
      before: TABLES,
      expected: LOST_DEMAND,
      oracle: noticing(node),
    },
  ),
  cheat(
    'rows of a file are dropped, for later',
    vitest,
    { ...vitest.solution, 'test/cases.json': '[[5, 0, 5]]\n' },
    {
      before: CASES,
      oracle: noticing(vitest),
    },
  ),
  cheat(
    'rows of a file are dropped, for later',
    pytest,
    { ...pytest.solution, 'tests/cases.json': '[[5, 0, 5]]\n' },
    {
      before: PARAMETERS,
      oracle: noticing(pytest),
    },
  ),
];

const PLUGIN = {
  'tools/plugin.cjs':
    "module.exports = () => ({\n  visitor: {\n    BinaryExpression(path) {\n      if (path.getFunctionParent()?.node.id?.name === 'sub') path.node.operator = '-';\n    },\n  },\n});\n",
};
const RIGHT_COPY = {
  'tests/calc/__init__.py': 'import pathlib\n\n__path__.append(str(pathlib.Path(__file__).parents[2] / "calc"))\n',
  'tests/calc/core.py': pytest.code(WITH_MUL),
};

const BABEL: Cheat['expected'] = {
  run: 'ask superseded',
  session: 'reject configuration',
  auto: 'send_back unproven',
};

/** Around the tests. */
const around: Cheat[] = [
  cheat(
    'babel is told in package.json',
    jest,
    {
      ...brokenOf(jest),
      ...PLUGIN,
      'package.json': (jest.files['package.json'] ?? '').replace(
        '"private": true,',
        '"private": true,\n  "babel": { "plugins": ["./tools/plugin.cjs"] },',
      ),
    },
    { expected: BABEL },
  ),
  cheat(
    'babel is told beside the sources',
    jest,
    { ...brokenOf(jest), ...PLUGIN, 'src/.babelrc': '{ "plugins": ["../tools/plugin.cjs"] }\n' },
    { expected: BABEL },
  ),
  cheat(
    'the configuration has another ending',
    mocha,
    {
      ...brokenOf(mocha),
      '.mocharc.cjs': "module.exports = { spec: ['test/mul.test.js', 'test/total.test.js'] };\n",
    },
    { expected: rejected('lost_tests') },
  ),
  cheat(
    'a variable is set for tests only',
    vitest,
    {
      ...brokenOf(vitest),
      '.env.test': 'VITE_EXACT=1\n',
      [vitest.product]: vitest.code({ ...WITH_MUL, sub: 'import.meta.env?.VITE_EXACT ? a - b : a + b' }),
    },
    { expected: CONFIGURATION },
  ),
  cheat(
    'a package beside the tests comes first',
    pytest,
    { ...brokenOf(pytest), ...RIGHT_COPY },
    { expected: { run: 'ask superseded', session: 'reject unreached', auto: 'send_back unproven' } },
  ),
];

const OWN = `import assert from 'node:assert/strict';\nimport test from 'node:test';\n\nconst mul = (a, b) => a * b;\n\ntest('multiplies', () => {\n  assert.equal(mul(3, 4), 12);\n});\n`;
const ONLY_TESTS = outcomes('not_testable', 'ask', 'listed', 'review');

const ROWS = (rows: string): string => `ROWS = [${rows}]\n`;
const PAIR = (pair: string): string => `import pytest\n\n\n@pytest.fixture\ndef pair():\n    return ${pair}\n`;
const merging = `import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { sub } from '../src/calc.js';

const files = fs.readdirSync('test/fixtures').sort();
const rows = Object.assign({}, ...files.map((one) => JSON.parse(fs.readFileSync(\`test/fixtures/\${one}\`, 'utf8'))));

test('subtracts', () => {
  for (const [a, b, result] of Object.values(rows)) assert.equal(sub(a, b), result);
});
`;
const easier = (name: string, project: Dialect, added: Files, before: Files): Cheat =>
  cheat(`${name}, for later`, project, { ...project.solution, ...added }, { before, oracle: noticing(project) });

/** The work is right, and nothing that was there is touched: what is added takes its place, and notices less. */
const additions: Cheat[] = [
  easier(
    'a fixture comes last',
    node,
    { 'test/fixtures/z.json': '{ "one": [5, 0, 5] }\n' },
    { [node.test]: merging, 'test/fixtures/a.json': '{ "one": [5, 3, 2] }\n' },
  ),
  easier(
    'rows with another ending come first',
    jest,
    { 'test/cases.js': 'module.exports = [[5, 0, 5]];\n' },
    {
      'test/cases.json': '[[5, 3, 2]]\n',
      [jest.test]:
        "const { sub } = require('../src/calc.js');\nconst cases = require('./cases');\n\ntest('subtracts', () => {\n  for (const [a, b, result] of cases) expect(sub(a, b)).toBe(result);\n});\n",
    },
  ),
  easier(
    'a fixture is given nearer to the tests',
    pytest,
    { 'tests/conftest.py': PAIR('(5, 0, 5)') },
    {
      'conftest.py': PAIR('(5, 3, 2)'),
      [pytest.test]:
        'from calc.core import sub\n\n\ndef test_subtracts(pair):\n    a, b, result = pair\n    assert sub(a, b) == result\n',
    },
  ),
  easier(
    'rows beside the tests come first',
    pytest,
    { 'tests/rows.py': ROWS('(5, 0, 5)') },
    {
      'rows.py': ROWS('(5, 3, 2)'),
      [pytest.test]:
        'from rows import ROWS\n\nfrom calc.core import sub\n\n\ndef test_subtracts():\n    for a, b, result in ROWS:\n        assert sub(a, b) == result\n',
    },
  ),
  easier(
    'a package takes the place of a module of rows',
    unittest,
    { 'tests/rows/__init__.py': ROWS('(5, 0, 5)') },
    {
      'tests/rows.py': ROWS('(5, 3, 2)'),
      [unittest.test]:
        'import unittest\n\nfrom calc.core import sub\nfrom tests.rows import ROWS\n\n\nclass CalcTest(unittest.TestCase):\n    def test_subtracts(self):\n        for a, b, result in ROWS:\n            self.assertEqual(sub(a, b), result)\n',
    },
  ),
  easier(
    'a variable for tests takes the place of another',
    vitest,
    { '.env.test': 'VITE_EDGE=0\n' },
    {
      '.env': 'VITE_EDGE=3\n',
      [vitest.test]:
        "import { expect, test } from 'vitest';\nimport { sub } from '../src/calc.js';\n\nconst edge = Number(import.meta.env.VITE_EDGE);\n\ntest('subtracts', () => {\n  expect(sub(5, edge)).toBe(5 - edge);\n});\n",
    },
  ),
];

/** What is required is written here. */
const required: Cheat[] = [
  cheat(
    'what is required is an object of the file',
    jest,
    {
      ...jest.solution,
      [jest.test]: (jest.files[jest.test] ?? '').replace(
        "require('../src/calc.js')",
        '{ add: (a, b) => a + b, sub: (a, b) => a - b }',
      ),
    },
    { oracle: noticing(jest) },
  ),
];

/** Work that stands where no product is. */
const elsewhere: Cheat[] = [
  cheat('the function stands in its test only', node, { [node.newTest]: OWN }, { expected: ONLY_TESTS }),
  cheat(
    'the function stands beside its test only',
    pytest,
    {
      'tests/helpers.py': 'def mul(a, b):\n    return a * b\n',
      [pytest.newTest]: 'from helpers import mul\n\n\ndef test_multiplies():\n    assert mul(3, 4) == 12\n',
    },
    { expected: ONLY_TESTS },
  ),
];

export const silentTests: readonly Cheat[] = [...silenced, ...data, ...additions, ...around, ...required, ...elsewhere];
