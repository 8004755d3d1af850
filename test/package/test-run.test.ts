import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';

/**
 * `scripts/test.mjs` in a clone with tests of its own: what it counts, what it says last, and how it ends. Its checks
 * (types, lint, …) only say whether they pass.
 */
let clone: string;

const CHECKS = ['typescript/bin/tsc', 'oxlint/bin/oxlint', 'oxfmt/bin/oxfmt', 'knip/bin/knip.js'];

beforeEach(() => {
  clone = fs.mkdtempSync(path.join(os.tmpdir(), 'clone-'));
  for (const each of ['scripts', 'test/support', 'test/parts.json', 'test/optional-programs.json', 'vitest.config.ts'])
    fs.cpSync(each, path.join(clone, each), { recursive: true, filter: (file) => !file.endsWith('.test.ts') });
  fs.mkdirSync(path.join(clone, 'node_modules'));
  const faked = new Set(CHECKS.map((script) => script.split('/')[0]));
  for (const name of fs.readdirSync('node_modules').filter((each) => !faked.has(each)))
    fs.symlinkSync(path.resolve('node_modules', name), path.join(clone, 'node_modules', name));
  for (const script of CHECKS) write(`node_modules/${script}`, '');
  write('package.json', '{ "type": "module" }');
  write('test/base/sound.test.ts', `${VITEST}test('passes', () => expect(1).toBe(1));\n`);
});

const VITEST = `import { expect, test } from 'vitest';\n\n`;

test('everything that went wrong is counted, what could not be run is listed, and the last line says so', () => {
  write('node_modules/knip/bin/knip.js', 'console.log("unused: x"); process.exit(1);');
  write('test/base/fails.test.ts', `${VITEST}test('fails', () => expect(1).toBe(2));\n`);
  write('test/base/load.test.ts', `import { expect } from 'vitest';\n\nexpect.fail('cannot load');\n`);
  write(
    'test/base/hook.test.ts',
    `import { beforeAll, test } from 'vitest';\n\nbeforeAll(() => Promise.reject(new Error('hook')));\ntest('never', () => {});\n`,
  );
  write(
    'test/base/float.test.ts',
    `${VITEST}test('floats', () => void expect(Promise.reject(new Error('nobody waits'))));\n`,
  );
  write('test/base/needs.test.ts', NEEDS);
  write('test/base/figure.test.ts', figure('0 of 500'));
  const { status, lines } = run();
  expect(lines[0]).toBe('seed 42 (ORCHESTRAL_TEST_SEED=42 repeats this run)');
  expect(lines.filter((line) => /^[✓✗] (types|lint|format|unused code|unused: x)/.test(line))).toHaveLength(7);
  expect(lines).toContain('✗ unused code');
  expect(lines).toContain('unused: x');
  expect(lines).toContain('not run: test/base/needs.test.ts > wants: no-such-program not installed');
  expect(lines.at(-1)).toBe('8 passed, 6 failed');
  expect(status).toBe(1);
  expect(fs.existsSync(path.join(clone, 'docs/scorecard.md'))).toBe(false);
});

test('when everything is required, only what is optional may be not run', () => {
  write('test/base/needs.test.ts', NEEDS);
  write('test/base/skips.test.ts', `${VITEST}test.skip('some day', () => expect(1).toBe(1));\n`);
  const { lines } = run({ env: { ORCHESTRAL_TEST_REQUIRE: 'all', PATH: path.dirname(process.execPath) } });
  expect(lines).toContain('not run: test/base/skips.test.ts > some day: skipped by the test file');
  expect(
    lines.filter((line) => line.startsWith('not run: test/base/needs.test.ts > could use: optional: poetry')),
  ).toHaveLength(1);
  expect(lines.at(-1)).toBe('8 passed, 2 failed');
});

const NEEDS = `import { test } from 'vitest';
import { needs } from '../support/needs.ts';

test('wants', (context) => needs(context, 'no-such-program'));
test('could use', (context) => {
  process.env['PATH'] = '/nowhere';
  needs(context, 'poetry');
});
`;

test('no test at all is a failure', () => {
  fs.rmSync(path.join(clone, 'test/base/sound.test.ts'));
  expect(run().lines.at(-1)).toBe('7 passed, 1 failed');
});

test('a full run writes the figures of all parts down, that of one part only its own', () => {
  write('test/base/figure.test.ts', figure('0 of 500'));
  write('test/process/figure.test.ts', figure('0 of 500'));
  write('test/process/needs.test.ts', NEEDS);
  write('src/base/half.ts', `export function half(run: boolean): string {\n  return run ? 'run' : 'not run';\n}\n`);
  write(
    'test/base/half.test.ts',
    `${VITEST}import { half } from '../../src/base/half.ts';\n\ntest('half', () => expect(half(true)).toBe('run'));\n`,
  );
  expect(run({ args: ['--full'] })).toMatchObject({ status: 0, last: '15 passed, 0 failed' });
  const first = card();
  expect(first).toContain('| nothing is lost \\| ever | 0 of 500 | 0 of 500 | `test/base/figure.test.ts` |');
  expect(first).toContain('| nothing is lost \\| ever | 0 of 500 | 0 of 500 | `test/process/figure.test.ts` |');
  expect(first).toContain('| wants | no-such-program not installed | `test/process/needs.test.ts` |');
  expect(first).toContain('| `src/base` | 100.0 % of 1 | 50.0 % of 2 | 100.0 % of 1 |');
  expect(first).toMatch(/^\| ground \| 3 passed, 0 failed \| \d+\.\d \| 20\d\d-.*, Node .* \| 42 \|$/m);

  write('test/base/figure.test.ts', figure('1 of 500'));
  write('test/process/figure.test.ts', figure('2 of 500'));
  fs.rmSync(path.join(clone, 'test/process/needs.test.ts'));
  expect(run({ args: ['--full', 'process'], env: { ORCHESTRAL_TEST_SEED: '43' } }).status).toBe(0);
  const second = card();
  expect(second).toContain('| 0 of 500 | `test/base/figure.test.ts` |');
  expect(second).toContain('| 2 of 500 | `test/process/figure.test.ts` |');
  expect(second).not.toContain('0 of 500 | `test/process/');
  expect(second).not.toContain('no-such-program');
  expect(second).toContain('| `src/base` | 100.0 % of 1 | 50.0 % of 2 | 100.0 % of 1 |');
  expect(second).toMatch(/^\| (?:ground|coverage) .* \| 42 \|$/m);
  expect(second).toMatch(/^\| process .* \| 43 \|$/m);

  expect(run({ args: ['--full', 'all'] })).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^no such part: all \(there are ground, /),
  });
  expect(card()).toBe(second);
});

function figure(measured: string): string {
  return `import { test } from 'vitest';
import { record } from '../support/scorecard.ts';

test('counts', () => record({ promise: 'nothing is lost | ever', asked: '0 of 500', measured: '${measured}' }));
`;
}

function run({ args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {}) {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test.mjs', ...args], {
    cwd: clone,
    encoding: 'utf8',
    env: { PATH, HOME, TMPDIR, NO_COLOR: '1', ORCHESTRAL_TEST_SEED: '42', ...env },
  });
  const lines = stdout.trimEnd().split('\n');
  return { status, stderr, lines, last: lines.at(-1) };
}

function card(): string {
  return fs.readFileSync(path.join(clone, 'docs/scorecard.md'), 'utf8');
}

function write(file: string, text: string): void {
  const place = path.join(clone, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, text);
}
