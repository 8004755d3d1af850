import { expect, test } from 'vitest';
import { mayTakeAdded } from '../../src/languages/added-data.ts';

const paths = new Set(['test/fixtures/sub.json', 'test/golden/sub.golden', 'test/sub.test.js']);

test.each([
  ['test/fixtures/sub.js', "require('./fixtures/sub')", true],
  ['test/golden/sub.linux.golden', "read('golden/sub.golden')", true],
  ['test/fixtures/b.json', "for (const file of fs.readdirSync('test/fixtures')) f(file);", true],
  ['test/b.json', 'fs.readdirSync(import.meta.dirname)', true],
  ['tests/data/b.json', 'for file in Path("tests/data").glob("*.json"):', true],
  ['test/fixtures/b.json', "fs.existsSync('test/fixtures/b.json')", true],
  ['test/fixtures/mul.json', "require('./fixtures/sub')", false],
  ['test/fixtures/mul.json', "fs.readdirSync('elsewhere')", false],
  ['test/fixtures/sub.js', 'sub(5, 3)', false],
])('%s, read by %s: %s', (added, text, expected) => {
  expect(mayTakeAdded(added, { path: 'test/sub.test.js', text, paths })).toBe(expected);
});
