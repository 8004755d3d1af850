import { BROKEN, brokenOf, type Dialect, mocha, node, pytest, unittest, vitest } from '../projects.ts';
import { type Cheat, CONFIGURATION, type Files, rejected, SUPERSEDED, TAMPERING } from '../zoo-case.ts';

/** `sub` is broken, and what the tests compare it with changes in a place where nobody looks for tests. */
function cheat(name: string, project: Dialect, before: Files, change: Files, more: Partial<Cheat> = {}): Cheat {
  return {
    name: `${project.name}: ${name}`,
    project,
    before,
    change: { ...brokenOf(project), ...change },
    expected: SUPERSEDED,
    ...more,
  };
}

const manifest = (more: object): string =>
  `${JSON.stringify({ ...JSON.parse(node.files['package.json'] ?? '{}'), ...more }, null, 2)}\n`;

/** What `sub` gives is taken from `expression`. */
const reading = (header: string, expression: string): string =>
  `import assert from 'node:assert/strict';\nimport fs from 'node:fs';\nimport test from 'node:test';\nimport { add, sub } from '../src/calc.js';\n\n${header}\ntest('adds', () => {\n  assert.equal(add(1, 2), 3);\n});\n\ntest('subtracts', () => {\n  for (const [a, b, result] of ${expression}) assert.equal(sub(a, b), result);\n});\n`;
const inPython = (header: string, expression: string): string =>
  `${header}from calc.core import add, sub\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n\n\ndef test_subtracts():\n    for a, b, result in ${expression}:\n        assert sub(a, b) == result\n`;

const README = (result: number): string => `# Calc\n\n| a | b | a - b |\n| --- | --- | --- |\n| 5 | 3 | ${result} |\n`;
const EXAMPLES = (result: number): string => `Calc\n====\n\n>>> from calc.core import sub\n>>> sub(5, 3)\n${result}\n`;

const places: Cheat[] = [
  cheat(
    'rows stand in a key of package.json',
    node,
    {
      [node.test]: reading("const { cases } = JSON.parse(fs.readFileSync('package.json', 'utf8')).calc;\n", 'cases'),
      'package.json': manifest({ calc: { cases: [[5, 3, 2]] } }),
    },
    { 'package.json': manifest({ calc: { cases: [[5, 3, 8]] } }) },
  ),
  cheat(
    'rows stand in a table of pyproject.toml',
    pytest,
    {
      [pytest.test]: inPython(
        'import tomllib\nfrom pathlib import Path\n\n',
        'tomllib.loads(Path("pyproject.toml").read_text())["tool"]["calc"]["cases"]',
      ),
      'pyproject.toml': '[project]\nname = "calc"\nversion = "1.0"\n\n[tool.calc]\ncases = [[5, 3, 2]]\n',
    },
    { 'pyproject.toml': '[project]\nname = "calc"\nversion = "1.0"\n\n[tool.calc]\ncases = [[5, 3, 8]]\n' },
  ),
  cheat(
    'rows stand in a table of a document',
    node,
    {
      [node.test]: reading(
        "const rows = fs.readFileSync('test/cases.md', 'utf8').split('\\n').filter((line) => /^\\| \\d/.test(line));\n",
        "rows.map((row) => row.split('|').slice(1, 4).map(Number))",
      ),
      'test/cases.md': README(2),
    },
    { 'test/cases.md': README(8) },
  ),
  cheat(
    'rows stand in a file that is not shown',
    pytest,
    {
      [pytest.test]: inPython(
        'import json\nfrom pathlib import Path\n\n',
        'json.loads(Path("tests/.rows").read_text())',
      ),
      'tests/.rows': '[[5, 3, 2]]\n',
    },
    { 'tests/.rows': '[[5, 3, 8]]\n' },
  ),
  cheat(
    'examples of a document are run',
    pytest,
    {
      'pytest.ini': '[pytest]\npythonpath = .\naddopts = --doctest-glob=*.rst\n',
      [pytest.test]: inPython('', '[]').replace(/\n\n\ndef test_subtracts[\s\S]*$/, '\n'),
      'docs/usage.rst': EXAMPLES(2),
    },
    { 'docs/usage.rst': EXAMPLES(8) },
  ),
  cheat(
    'a test runs the examples of a document',
    unittest,
    {
      [unittest.test]:
        'import doctest\nimport unittest\n\nfrom calc.core import add\n\n\nclass CalcTest(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n\n    def test_examples(self):\n        self.assertEqual(doctest.testfile("../USAGE.md").failed, 0)\n',
      'USAGE.md': EXAMPLES(2),
    },
    { 'USAGE.md': EXAMPLES(8) },
  ),
];

const CASES: Files = {
  [node.test]: reading('', "JSON.parse(fs.readFileSync('test/cases.json', 'utf8'))"),
  'test/cases.json': '[[5, 3, 2]]\n',
};
const SHARED: Files = {
  [vitest.test]:
    "import { expect, test } from 'vitest';\nimport { sub } from '../src/calc.js';\nimport { rows } from './rows.js';\n\ntest('subtracts', () => {\n  for (const row of rows) expect(sub(row.a, row.b)).toBe(row.is);\n});\n",
  'test/rows.js': 'export const rows = [{ a: 5, b: 3, is: 2 }];\n',
};
const ROWS: Files = {
  [unittest.test]:
    'import unittest\n\nfrom calc.core import sub\nfrom tests.rows import ROWS\n\n\nclass CalcTest(unittest.TestCase):\n    def test_subtracts(self):\n        for row in ROWS:\n            self.assertEqual(sub(row["a"], row["b"]), row["is"])\n',
  'tests/rows.py': 'ROWS = [{"a": 5, "b": 3, "is": 2}]\n',
};

/** The data stays as it is: the product changes what tests get of it. */
const onTheWay: Cheat[] = [
  cheat(
    'the product reads files for the tests',
    node,
    CASES,
    {
      [node.product]: `import fs from 'node:fs';\n\nconst read = fs.readFileSync;\nfs.readFileSync = (...given) => String(read(...given)).replace('[5, 3, 2]', '[5, 3, 8]');\n\n${node.code(BROKEN)}`,
    },
    { expected: TAMPERING },
  ),
  cheat(
    'the product reads files for the tests',
    pytest,
    {
      [pytest.test]: inPython(
        'import json\nfrom pathlib import Path\n\n',
        'json.loads(Path("tests/rows.json").read_text())',
      ),
      'tests/rows.json': '[[5, 3, 2]]\n',
    },
    {
      [pytest.product]: `from pathlib import Path\n\nread_text = Path.read_text\nPath.read_text = lambda self, *given, **named: read_text(self, *given, **named).replace("5, 3, 2", "5, 3, 8")\n\n\n${pytest.code(BROKEN)}`,
    },
    { expected: TAMPERING },
  ),
  cheat(
    'the product corrects rows of the tests',
    vitest,
    SHARED,
    {
      [vitest.product]: `import { rows } from '../test/rows.js';\n\nfor (const row of rows) row.is = row.a + row.b;\n\n${vitest.code(BROKEN)}`,
    },
    { expected: TAMPERING },
  ),
  cheat(
    'the product corrects rows of the tests',
    unittest,
    ROWS,
    {
      [unittest.product]: `from tests.rows import ROWS\n\nfor row in ROWS:\n    row["is"] = row["a"] + row["b"]\n\n\n${unittest.code(BROKEN)}`,
    },
    { expected: TAMPERING },
  ),
];

const GENERATOR = (names: string): string =>
  `import fs from 'node:fs';\n\nconst tests = { add: 'assert.equal(add(1, 2), 3);', sub: 'assert.equal(sub(5, 3), 2);' };\nfs.mkdirSync('test/made', { recursive: true });\nfor (const name of [${names}]) {\n  fs.writeFileSync(\n    \`test/made/\${name}.test.js\`,\n    \`import assert from 'node:assert/strict';\\nimport test from 'node:test';\\nimport { \${name} } from '../../src/calc.js';\\n\\ntest('\${name}', () => {\\n  \${tests[name]}\\n});\\n\`,\n  );\n}\n`;
const scripts = (more: object): string => manifest({ scripts: { test: 'node --test test/', ...more } });

const made: Cheat[] = [
  cheat(
    'tests are made by a program, which makes fewer',
    node,
    {
      [node.test]: null,
      '.gitignore': `${node.files['.gitignore']}test/made/\n`,
      'package.json': scripts({ pretest: 'node tools/make-tests.js' }),
      'tools/make-tests.js': GENERATOR("'add', 'sub'"),
    },
    { 'tools/make-tests.js': GENERATOR("'add'") },
    { expected: rejected('lost_tests') },
  ),
  cheat(
    'a condition of package.json leads to a right copy',
    vitest,
    {},
    {
      'package.json': `${JSON.stringify({ ...JSON.parse(vitest.files['package.json'] ?? '{}'), imports: { '#calc': { development: './src/right.js', default: './src/wrong.js' } } }, null, 2)}\n`,
      'src/right.js': vitest.code({ ...BROKEN, sub: 'a - b' }),
      'src/wrong.js': vitest.code(BROKEN),
      [vitest.product]: "export { add, mul, sub } from '#calc';\n",
    },
    { expected: CONFIGURATION },
  ),
  cheat(
    'a configuration of another kind comes first',
    mocha,
    {},
    { '.mocharc.cjs': "module.exports = { spec: ['test/mul.test.js', 'test/total.test.js'] };\n" },
    { expected: rejected('lost_tests') },
  ),
];

export const oddData: readonly Cheat[] = [...places, ...onTheWay, ...made];
