// Runs every check and every test, says what could not be run and why, and ends with `N passed, N failed`.
// --full takes the full counts and matrices and writes docs/scorecard.md. Other arguments choose test files.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startVitest } from 'vitest/node';
import { readFigures, scorecard } from './scorecard.mjs';
import { root } from './stamp.mjs';

const CHECKS = [
  { name: 'types', script: 'typescript/bin/tsc', args: ['--noEmit'] },
  { name: 'lint', script: 'oxlint/bin/oxlint', args: [] },
  { name: 'format', script: 'oxfmt/bin/oxfmt', args: ['--check'] },
  { name: 'unused code', script: 'knip/bin/knip.js', args: ['--no-progress'] },
];

const isFull = process.argv.includes('--full');
const chosen = process.argv.slice(2).filter((argument) => argument !== '--full');

process.chdir(root);
prepareEnvironment();
console.log(
  `seed ${process.env.ORCHESTRAL_TEST_SEED} (ORCHESTRAL_TEST_SEED=${process.env.ORCHESTRAL_TEST_SEED} repeats this run)`,
);
fs.rmSync('.build/scorecard.jsonl', { force: true });

const checks = CHECKS.map(check);
const tests = await runTests();
for (const { name, why } of tests.notRun) console.log(`not run: ${name}: ${why}`);
if (isFull && chosen.length === 0) writeScorecard();

const passed = checks.filter(Boolean).length + tests.passed;
const failed = checks.filter((ok) => !ok).length + tests.failed;
if (failed > 0) console.log(`seed ${process.env.ORCHESTRAL_TEST_SEED}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function prepareEnvironment() {
  const cache = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
  process.env.ORCHESTRAL_TEST_SEED ??= String(randomInt(2 ** 31));
  // Tests have a home of their own; what is downloaded for them is kept in the real one.
  process.env.ORCHESTRAL_TEST_HOME ??= os.homedir();
  process.env.ORCHESTRAL_TEST_CACHE ??= path.join(cache, 'orchestral-tests');
  if (isFull) process.env.ORCHESTRAL_TEST_FULL = '1';
}

function check({ name, script, args }) {
  const command = [path.join('node_modules', script), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  console.log(`${status === 0 ? '✓' : '✗'} ${name}`);
  if (status !== 0) console.log(stdout + stderr);
  return status === 0;
}

async function runTests() {
  const vitest = await startVitest('test', chosen, { watch: false, run: true });
  const modules = vitest.state.getTestModules();
  const cases = modules.flatMap((module) => [...module.children.allTests()]);
  const inState = (state) => cases.filter((test) => test.result().state === state);
  // A file that cannot load, a failing hook and an error nobody awaited have no test of their own.
  const brokenModules = modules.filter(
    (module) =>
      module.state() === 'failed' && ![...module.children.allTests()].some((test) => test.result().state === 'failed'),
  );
  const failed =
    inState('failed').length +
    inState('pending').length +
    brokenModules.length +
    vitest.state.getUnhandledErrors().length;
  const notRun = inState('skipped').map((test) => ({
    name: `${test.module.relativeModuleId} > ${test.fullName}`,
    why: test.result().note ?? 'skipped by the test file',
  }));
  await vitest.close();
  return { passed: inState('passed').length, failed: failed + (cases.length === 0 ? 1 : 0), notRun };
}

function writeScorecard() {
  const card = scorecard(readFigures(), { seed: process.env.ORCHESTRAL_TEST_SEED });
  fs.mkdirSync('docs', { recursive: true });
  fs.writeFileSync('docs/scorecard.md', card);
  console.log(card);
}
