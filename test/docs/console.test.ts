import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { isFull, sampled } from '../support/tier.ts';
import { record } from '../support/scorecard.ts';

const replay = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/console-blocks.mjs', ...args], { encoding: 'utf8', timeout: 900_000 });

const pages = replay('--list').stdout.trim().split('\n');

describe('console blocks', () => {
  test('are in the pages that people read first', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'README.ko.md', 'docs/get-started.md']));
  });

  test.each(sampled(pages, 1))('%s shows what happens', { timeout: 900_000 }, (page) => {
    const { status, stderr } = replay('--check', page);
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  if (isFull)
    test('all of them were played again', () => {
      record({
        promise: 'console blocks that are what happens',
        asked: 'all pages',
        measured: `${pages.length} pages`,
      });
    });
});
