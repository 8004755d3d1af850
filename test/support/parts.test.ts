import fs from 'node:fs';
import { expect, test } from 'vitest';

const parts: Record<string, string[]> = JSON.parse(fs.readFileSync('test/parts.json', 'utf8'));
const paths = Object.values(parts).flat();
const files = fs
  .readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file}`)
  .filter((file) => file.endsWith('.test.ts'));

test('every test file belongs to exactly one part of a full run', () => {
  const misplaced = files.filter((file) => paths.filter((each) => file.startsWith(each)).length !== 1);
  expect(files.length).toBeGreaterThan(200);
  expect(misplaced).toEqual([]);
});

test('no part names a path without tests', () => {
  expect(paths.filter((each) => !files.some((file) => file.startsWith(each)))).toEqual([]);
});
