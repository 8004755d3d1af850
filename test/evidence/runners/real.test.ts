import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Coverage } from '../../../src/evidence/coverage/coverage.ts';
import { readCoverage } from '../../../src/evidence/coverage/read-coverage.ts';
import { findCommands } from '../../../src/evidence/project-commands.ts';
import { readTests } from '../../../src/evidence/reports/read-tests.ts';
import type { TestReport, TestOutput } from '../../../src/evidence/reports/test-report.ts';
import { testCommand } from '../../../src/languages/known-runners.ts';
import type { TestSelection } from '../../../src/languages/runner.ts';
import { needs } from '../../support/needs.ts';

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));

interface Outcome {
  readonly runner: string;
  readonly ran: TestOutput;
  readonly report: TestReport | undefined;
  readonly coverage: Coverage | undefined;
}

/** Runs the tests of a new project as it would be run, and reads what they say. */
function test(files: Readonly<Record<string, string>>, wanted: Partial<TestSelection> = {}, command?: string): Outcome {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'project 한글 '));
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
  if (Object.hasOwn(files, 'package.json')) fs.symlinkSync(modules, path.join(folder, 'node_modules'));
  const { tests } = findCommands(folder, command === undefined ? undefined : { version: 1, test_command: command });
  if (tests === undefined) throw new Error('no tests were found');
  const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'reports '));
  const line = testCommand(tests, { coverage: false, reports, ...wanted });
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd: folder,
    encoding: 'utf8',
    // What this very run of the tests sets would reach the one inside.
    env: { ...withoutOurs(), CI: 'true', NO_COLOR: '1' },
  });
  const ran: TestOutput = { folder, reports, exitCode: status, stdout, stderr };
  return {
    runner: tests.runner.name,
    ran,
    report: readTests(tests.runner, ran),
    coverage: readCoverage(tests.runner, ran),
  };
}

function withoutOurs(): NodeJS.ProcessEnv {
  const ours = /^(?:VITEST|NODE_ENV$|NODE_TEST_CONTEXT$|NODE_V8_COVERAGE$|npm_|TEST$|DEV$|PROD$|MODE$|SSR$|BASE_URL$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

function told({ report }: Outcome): readonly string[] {
  return (report?.tests ?? []).map((one) => `${one.status} ${one.id}`);
}

const nodeProject = {
  'package.json': '{"type":"module","scripts":{"test":"node --test test/"}}',
  'src/add.js': 'export function add(a, b) {\n  if (a === 99) {\n    return -1;\n  }\n  return a + b;\n}\n',
  'test/add.test.js': `
    import { test, describe, it } from 'node:test';
    import assert from 'node:assert';
    import { add } from '../src/add.js';
    console.log('ok 7 - printed');
    test('adds', () => assert.equal(add(1, 2), 3));
    test('fails "한글" > here', () => assert.equal(add(1, 2), 4));
    test('skipped', { skip: 'why' }, () => {});
    test('expected', { todo: true }, () => assert.fail('later'));
    describe('group', () => { describe('deeper', () => { it('inner', () => {}); }); });
    test('parent', async (t) => { await t.test('child', () => {}); assert.fail('own fault'); });`,
  'test/sub/broken.test.js': "import './nope.js';",
};

it('node:test, as many as Node itself counts, with files and coverage', () => {
  const outcome = test(nodeProject, { coverage: true });
  expect(told(outcome)).toEqual([
    'passed test/add.test.js > adds',
    'failed test/add.test.js > fails "한글" > here',
    'skipped test/add.test.js > skipped',
    'skipped test/add.test.js > expected',
    'passed test/add.test.js > group > deeper > inner',
    'passed test/add.test.js > parent > child',
    'failed test/add.test.js > parent',
    'failed test/sub/broken.test.js',
  ]);
  const { stdout, exitCode } = outcome.ran;
  const own = (word: string): number => Number(new RegExp(`^ℹ ${word} (\\d+)$`, 'm').exec(stdout)?.[1]);
  expect(outcome.report).toMatchObject({ source: 'json', counts: { total: own('tests'), passed: own('pass') } });
  expect(outcome.report?.counts.failed).toBe(own('fail') + own('cancelled'));
  expect(exitCode).toBe(1);
  expect([...(outcome.coverage?.lines?.keys() ?? [])]).toEqual(['src/add.js']);
  expect(outcome.coverage?.total).toBeCloseTo((4 / 6) * 100);
});

it('node:test, one file, and one name', () => {
  const files = { ...nodeProject, 'test/other.test.js': "import { test } from 'node:test';\ntest('other', () => {});" };
  expect(told(test(files, { only: { files: ['test/other.test.js'] } }))).toEqual(['passed test/other.test.js > other']);
  expect(told(test(files, { only: { names: ['test/add.test.js > adds'] } }))).toContain(
    'passed test/add.test.js > adds',
  );
});

it('node:test in a script of several commands, by what it prints', () => {
  const manifest = '{"type":"module","scripts":{"test":"true && node --test test/"}}';
  const outcome = test({ ...nodeProject, 'package.json': manifest });
  expect(outcome.runner).toBe('any-command');
  // Which of the two it prints is for its version to say.
  expect(['tap', 'closing-lines']).toContain(outcome.report?.source);
  expect(outcome.report?.counts).toEqual({ total: 8, passed: 3, failed: 3, skipped: 2 });
});

it('node:test that prints TAP or JUnit, as a command of the person', () => {
  for (const reporter of ['tap', 'junit']) {
    const outcome = test(nodeProject, {}, `node --test --test-reporter=${reporter} test/; echo done; false`);
    expect(outcome.runner).toBe('any-command');
    expect(outcome.report?.source).toBe(reporter);
    expect(told(outcome)).toContain('failed test/sub/broken.test.js');
  }
});

const vitestProject = {
  'package.json': '{"type":"module","scripts":{"test":"vitest run"}}',
  'test/cart.test.ts': `
    import { describe, expect, it, test } from 'vitest';
    test('adds', () => expect(1 + 2).toBe(3));
    test('fails "한글" > here', () => expect(1 + 2).toBe(4));
    test.skip('skipped', () => {});
    test.todo('later');
    describe('group', () => { describe('deeper', () => { it('inner', () => {}); }); });`,
  'test/broken.test.ts': "import './nope.js';",
};

it('Vitest, as many as it counts itself and one for the file that it cannot run', () => {
  const outcome = test(vitestProject);
  expect([...told(outcome)].sort()).toEqual([
    'failed test/broken.test.ts',
    'failed test/cart.test.ts > fails "한글" > here',
    'passed test/cart.test.ts > adds',
    'passed test/cart.test.ts > group > deeper > inner',
    'skipped test/cart.test.ts > later',
    'skipped test/cart.test.ts > skipped',
  ]);
  expect(outcome.report?.source).toBe('json');
  expect(outcome.ran.stdout).toMatch(/Tests {2}1 failed \| 2 passed \| 1 skipped \| 1 todo \(5\)/);
});

it('Vitest, one file, and one name', () => {
  const files = { ...vitestProject, 'test/other.test.ts': "import { test } from 'vitest';\ntest('other', () => {});" };
  expect(told(test(files, { only: { files: ['test/other.test.ts'] } }))).toEqual(['passed test/other.test.ts > other']);
  const named = told(test(files, { only: { files: ['test/cart.test.ts'], names: ['group > deeper > inner'] } }));
  expect(named.filter((line) => line.startsWith('passed'))).toEqual([
    'passed test/cart.test.ts > group > deeper > inner',
  ]);
});

it('pytest, one failure for each file that cannot be imported', (context) => {
  needs(context, 'pytest');
  const outcome = test({
    'tests/test_shop.py': 'def test_adds(): assert 1 + 2 == 3\nclass TestCart:\n  def test_fails(self): assert False\n',
    'tests/test_broken.py': 'import nope\n',
  });
  expect([...told(outcome)].sort()).toEqual([
    'failed tests/test_broken.py',
    'failed tests/test_shop.py > TestCart > test_fails',
    'passed tests/test_shop.py > test_adds',
  ]);
});

it('any command, by its exit code', () => {
  const said = (command: string): TestReport | undefined => test({}, {}, command).report;
  const counts = { total: 1, skipped: 0 };
  expect(said('true')).toEqual({ source: 'exit-code', counts: { ...counts, passed: 1, failed: 0 }, tests: [] });
  expect(said('exit 3')).toEqual({ source: 'exit-code', counts: { ...counts, passed: 0, failed: 1 }, tests: [] });
});
