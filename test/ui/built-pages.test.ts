import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { record } from '../support/scorecard.ts';

const KB = 1024;

test('the first page is at most 350 KB, compressed', () => {
  const html = fs.readFileSync('dist/ui/index.html', 'utf8');
  const named = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file = '']) => file);
  const words = fs.readdirSync('dist/ui/assets').filter((file) => /^ko-.*\.js$/.test(file));
  const files = [...named, ...words.map((file) => `/assets/${file}`)];
  expect(files.length).toBeGreaterThan(4);
  const sizes = files.map((file) => gzipSync(fs.readFileSync(path.join('dist/ui', file))).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  record({
    promise: 'The first page is small',
    asked: '≤ 350 KB compressed, with both languages',
    measured: `${Math.round(total / KB)} KB in ${files.length} files`,
  });
  expect(total).toBeLessThanOrEqual(350 * KB);
});

test('nothing of it is inline, and no schema is bundled', () => {
  const html = fs.readFileSync('dist/ui/index.html', 'utf8');
  expect(html).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc=)/);
  const scripts = fs.readdirSync('dist/ui/assets').filter((file) => file.endsWith('.js'));
  const withSchemas = scripts.filter((file) => fs.readFileSync(`dist/ui/assets/${file}`, 'utf8').includes('ZodMini'));
  expect(withSchemas).toEqual([]);
});
