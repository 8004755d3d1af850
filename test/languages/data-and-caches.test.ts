import { expect, test } from 'vitest';
import { classify, classIn, type Files } from './memory-tree.ts';

const PROJECT: Files = {
  'package.json': JSON.stringify({ main: './src/index.js', scripts: { test: 'vitest run' } }),
  'src/index.js': `read(join('rates', name))`,
  'core/x.js': '',
  'test/a.test.js': `import '../core/x.js';\nread(join('tables', name + '.csv'), 'rates/' + name);`,
  'tests/test_a.py': 'from calc.core import add',
  'calc/core.py': '',
};

test.each([
  // Its name is put together where it is read.
  ['tables/a.csv', 'fixture'],
  ['rates/a.csv', 'product'],
  ['core/en.csv', 'product'],
  // What stands in for the source that it was made of.
  ['calc/__pycache__/core.cpython-311.pyc', 'shadow'],
  ['calc/core.pyc', 'shadow'],
  ['nyc.config.js', 'runner_config'],
  ['vitest.projects.ts', 'runner_config'],
])('%s: %s', async (path, expected) => {
  expect(await classIn({ ...PROJECT, [path]: '' }, path, ['npm test', 'python3 -m pytest'])).toBe(expected);
});

test('of a project without code, data is the product, although only tests name its folder', async () => {
  const files = {
    'package.json': PROJECT['package.json'] ?? '',
    'test/a.test.js': `readdirSync('rates')`,
    'rates/a.csv': '',
  };
  expect(await classIn(files, 'rates/a.csv', ['npm test'])).toBe('product');
});

const READ: Files = {
  ...PROJECT,
  'test/b.test.js': `read('cases.md');\nread('.rows');\nread('usage.rst');`,
  'docs/cases.md': '',
  'tests/test_b.py': 'import doctest\ndoctest.testfile("../GUIDE.md")',
};

test.each([
  // What only tests name is data, whatever it looks like.
  ['test/cases.md', '| 1 |', 'fixture'],
  ['test/.rows', '[1]', 'fixture'],
  ['test/.eslintrc', '{}', 'product'],
  ['test/README.md', '# How to test', 'product'],
  ['test/fixtures/README.md', '# Rows', 'fixture'],
  // Examples that somebody runs.
  ['GUIDE.md', '>>> add(1, 2)\n3\n', 'fixture'],
  ['GUIDE.md', '# How to add', 'product'],
  ['docs/usage.rst', '>>> add(1, 2)\n3\n', 'product'],
])('%s with %j: %s', async (path, text, expected) => {
  expect(await classIn({ ...READ, [path]: text }, path, ['npm test', 'python3 -m pytest'])).toBe(expected);
});

test('a document is a test where the runner is told to run its examples', async () => {
  const files = { ...READ, 'docs/usage.rst': '>>> add(1, 2)\n3\n', 'docs/other.rst': 'Add.\n' };
  const commands = ['python3 -m pytest --doctest-glob=*.rst'];
  expect(await classIn(files, 'docs/usage.rst', commands)).toBe('test');
  expect(await classIn(files, 'docs/other.rst', commands)).toBe('product');
});

test.each([
  ['calc', `const { rows } = read('package.json').calc`, 'fixture'],
  ['calc', `read('package.json').name`, 'product'],
  // What a package says of itself is no demand.
  ['version', `equal(version, read('package.json').version)`, 'product'],
])('the key %s of package.json, read by %s: %s', async (key, text, expected) => {
  const manifest = (value: number): string => JSON.stringify({ scripts: { test: 'vitest run' }, [key]: value });
  const before = { 'package.json': manifest(1), 'src/index.js': '', 'test/a.test.js': text };
  expect(await classify({ before, after: { ...before, 'package.json': manifest(2) } })).toEqual([
    `package.json ${key} modified: ${expected}`,
  ]);
  const product = { ...before, 'src/index.js': text };
  expect(await classify({ before: product, after: { ...product, 'package.json': manifest(2) } })).toEqual([
    `package.json ${key} modified: product`,
  ]);
});

test('a table of pyproject.toml that only tests read', async () => {
  const table = (value: number): string => `[tool.calc]\nrows = ${value}\n`;
  const before = { 'pyproject.toml': table(1), 'tests/test_a.py': 'loads("pyproject.toml")["tool"]["calc"]' };
  expect(await classify({ before, after: { ...before, 'pyproject.toml': table(2) }, commands: ['pytest'] })).toEqual([
    'pyproject.toml [tool.calc] modified: fixture',
  ]);
});
