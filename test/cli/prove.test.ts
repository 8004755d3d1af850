import { describe, expect } from 'vitest';
import { runProject } from '../support/run-project.ts';
import { cliProject } from './cli-project.ts';
import { PRICE_FILES } from './held-task.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(2);

const CHANGE = {
  'src/price.mjs': `export function round(price) {
  return Math.ceil(price);
}
`,
  'src/discount.mjs': `export function discount(price) {
  return price > 100 ? price * 0.9 : price;
}
`,
  'src/taxes.mjs': `export const taxes = (price) => price * 0.19;
`,
  'test/price.test.mjs': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { round } from '../src/price.mjs';
import { taxes } from '../src/taxes.mjs';

test('rounds prices', () => assert.equal(round(1.5), 2));
test('adds taxes', () => assert.equal(taxes(100), 19));
`,
  'readme.md': 'Prices are rounded up.\n',
};

function branchProject(config: object = {}) {
  const project = runProject({ files: PRICE_FILES, config: { project: { version: 1, ...config } } });
  project.git('checkout', '--quiet', '-b', 'up');
  project.write(CHANGE);
  project.git('add', '.');
  project.git('commit', '--quiet', '--message', 'Round up');
  project.git('checkout', '--quiet', 'main');
  return cliProject({}, project);
}

describe('orchestral prove', () => {
  test('tells which parts of a branch its tests notice, and leaves nothing behind', async () => {
    const { cli, project } = branchProject({ min_proven: 90 });
    const proved = await cli('prove', 'up');
    expect(proved.code, proved.stderr).toBe(1);
    expect(proved.stdout).toContain('up: tests notice 2 of 3 changed parts (66.7 %)');
    expect(proved.stdout).toMatch(/src\/discount\.mjs:1 \(3 lines\): unnoticed: all tests pass without it/);
    expect(proved.stdout).toMatch(/src\/price\.mjs:\d \(1 line\): noticed by test\/price\.test\.mjs > rounds prices/);
    expect(proved.stdout).toMatch(/src\/taxes\.mjs:\d \(1 line\): noticed by test\/price\.test\.mjs > adds taxes/);
    expect(proved.stdout).toContain('readme.md: left out (a document)');
    expect(proved.stderr).toContain('66.7 % are noticed; min_proven requires 90 %');
    expect(project.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(project.git('status', '--porcelain')).toBe('');
  });

  test('is asked about something that exists', async () => {
    const { cli } = branchProject();
    expect(await cli('prove', 'nobody')).toMatchObject({ code: 2 });
  });
});
