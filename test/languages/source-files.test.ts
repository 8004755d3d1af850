import { expect, test } from 'vitest';
import { isImportOrExport } from '../../src/languages/source-files.ts';

test.each([
  '',
  "import { add } from './calc.js';",
  'import os',
  'from calc.core import add',
  "export * from './calc.js';",
  'export { add, sub };',
  'module.exports = { add, sub };',
  "const { add } = require('./calc.js');",
  'use crate::calc::add;',
])('%s says only where names come from', (line) => {
  expect(isImportOrExport(line)).toBe(true);
});

test.each([
  'export function add(a, b) {',
  'export const add = 1;',
  "const add = require('./calc.js').add(1);",
  "import('./calc.js');",
  'module.exports = { add: () => 1 };',
  '// mul',
  'x = 1',
])('%s is code', (line) => {
  expect(isImportOrExport(line)).toBe(false);
});
