import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';

/** `scripts/test.mjs` in a clone with tests of its own: what it counts, what it says last, and how it ends. */
let clone: string;

beforeEach(() => {
  clone = fs.mkdtempSync(path.join(os.tmpdir(), 'clone-'));
  for (const each of ['scripts', 'test/support', '.oxlintrc.json', 'tsconfig.json', 'vitest.config.ts'])
    fs.cpSync(each, path.join(clone, each), { recursive: true, filter: (file) => !file.endsWith('.test.ts') });
  fs.symlinkSync(path.resolve('node_modules'), path.join(clone, 'node_modules'));
  write('package.json', '{ "type": "module" }');
  write('knip.json', '{ "entry": [], "project": [] }');
  write('test/sound.test.ts', `${VITEST}test('passes', () => expect(1).toBe(1));\n`);
});

const VITEST = `import { expect, test } from 'vitest';\n\n`;

test('everything that went wrong is counted, and the last line says so', () => {
  write('test/fails.test.ts', `${VITEST}test('fails', () => expect(1).toBe(2));\n`);
  write('test/load.test.ts', `import { expect } from 'vitest';\n\nexpect.fail('cannot load');\n`);
  write(
    'test/hook.test.ts',
    `import { beforeAll, test } from 'vitest';\n\nbeforeAll(() => Promise.reject(new Error('hook')));\ntest('never', () => {});\n`,
  );
  write(
    'test/float.test.ts',
    `${VITEST}test('floats', () => void expect(Promise.reject(new Error('nobody waits'))));\n`,
  );
  const { status, counts } = run();
  expect(counts.failedTests).toBe(4);
  expect(status).toBe(1);
});

test('what could not be run is listed with the reason, and is no failure', () => {
  write('test/needs.test.ts', NEEDS);
  const { status, lines, counts } = run();
  expect(lines).toContain('not run: test/needs.test.ts > wants: no-such-program not installed');
  expect(counts).toMatchObject({ passedTests: 1, failedTests: 0 });
  expect(status).toBe(counts.failedChecks === 0 ? 0 : 1);
});

test('what could not be run is a failure when everything is required', () => {
  write('test/needs.test.ts', NEEDS);
  expect(run({ env: { ORCHESTRAL_TEST_REQUIRE: 'all' } }).counts.failedTests).toBe(1);
});

const NEEDS = `import { test } from 'vitest';
import { needs } from './support/needs.ts';

test('wants', (context) => needs(context, 'no-such-program'));
`;

test('no test at all is a failure', () => {
  fs.rmSync(path.join(clone, 'test/sound.test.ts'));
  expect(run().counts.failedTests).toBe(1);
});

test('a full run writes the figures down', () => {
  write('test/figure.test.ts', FIGURE);
  expect(run({ args: ['--full'] }).counts.failedTests).toBe(0);
  const card = fs.readFileSync(path.join(clone, 'docs/scorecard.md'), 'utf8');
  expect(card).toContain('| nothing is lost \\| ever | 0 of 500 | 0 of 500 | `test/figure.test.ts` |');
  expect(card).toContain('seed 42');
});

test('a sampled run does not', () => {
  write('test/figure.test.ts', FIGURE);
  run();
  expect(fs.existsSync(path.join(clone, 'docs/scorecard.md'))).toBe(false);
});

const FIGURE = `import { test } from 'vitest';
import { record } from './support/scorecard.ts';

test('counts', () => record({ promise: 'nothing is lost | ever', asked: '0 of 500', measured: '0 of 500' }));
`;

function run({ args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {}) {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ['scripts/test.mjs', ...args], {
    cwd: clone,
    encoding: 'utf8',
    env: { PATH, HOME, TMPDIR, NO_COLOR: '1', ORCHESTRAL_TEST_SEED: '42', ...env },
  });
  const lines = stdout.trimEnd().split('\n');
  const [, passed = NaN, failed = NaN] = (/^(\d+) passed, (\d+) failed$/.exec(lines.at(-1) ?? '') ?? []).map(Number);
  const failedChecks = lines.filter((line) => line.startsWith('✗ ')).length;
  const passedChecks = lines.filter((line) => /^✓ (types|lint|format|unused code)$/.test(line)).length;
  expect(lines[0]).toBe('seed 42 (ORCHESTRAL_TEST_SEED=42 repeats this run)');
  expect(passedChecks + failedChecks).toBe(4);
  return {
    status,
    lines,
    counts: { failedChecks, passedTests: passed - passedChecks, failedTests: failed - failedChecks },
  };
}

function write(file: string, text: string): void {
  fs.writeFileSync(path.join(clone, file), text);
}
