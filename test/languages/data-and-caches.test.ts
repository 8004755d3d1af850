import { expect, test } from 'vitest';
import { classIn, type Files } from './memory-tree.ts';

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
