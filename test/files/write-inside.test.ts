import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeInside } from '../../src/files/write-inside.ts';

function temporaryFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'inside-'));
}

test('a new file is written below new and old folders', () => {
  const root = temporaryFolder();
  fs.mkdirSync(path.join(root, 'old'));
  expect(writeInside(root, 'old/new/file.txt', 'x')).toBe(true);
  expect(fs.readFileSync(path.join(root, 'old/new/file.txt'), 'utf8')).toBe('x');
});

test('nothing is written over what is there, nor through a link', () => {
  const [root, other] = [temporaryFolder(), temporaryFolder()];
  fs.writeFileSync(path.join(root, 'there.txt'), 'mine');
  fs.symlinkSync(other, path.join(root, 'folder'));
  fs.symlinkSync(path.join(other, 'target'), path.join(root, 'link.txt'));
  expect(writeInside(root, 'there.txt', 'x')).toBe(false);
  expect(writeInside(root, 'there.txt/below', 'x')).toBe(false);
  expect(writeInside(root, 'folder/file.txt', 'x')).toBe(false);
  expect(writeInside(root, 'link.txt', 'x')).toBe(false);
  expect(fs.readdirSync(other)).toEqual([]);
  expect(fs.readFileSync(path.join(root, 'there.txt'), 'utf8')).toBe('mine');
});
