import { expect, test } from 'vitest';
import { isAtLeast, versionIn } from '../../src/base/version.ts';

test.each([
  ['2.0.45', '2.0.45', true],
  ['2.0.9', '2.0.45', false],
  ['2.1', '2.0.45', true],
  ['1.99.99', '2.0.45', false],
  ['10.0.0', '9.9', true],
  ['2.38', '2.38.0', true],
  ['0.80.0-beta.1', '0.80', true],
])('%s is at least %s: %s', (version, needed, is) => {
  expect(isAtLeast(version, needed)).toBe(is);
});

test.each([
  ['2.0.30 (Claude Code)', '2.0.30'],
  ['codex-cli 0.166.0\n', '0.166.0'],
  ['git version 2.39.5 (Apple Git-154)', '2.39.5'],
  ['unknown', 'unknown'],
])('the version in %j', (said, version) => {
  expect(versionIn(said)).toBe(version);
});
