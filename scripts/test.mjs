// Runs every check and every test, says what could not be run and why, and ends with `N passed, N failed`. Arguments
// choose test files. With --full it takes the full counts and matrices, one part of the tests after the other, and
// replaces their rows of docs/scorecard.md; then arguments choose parts. --times lists the costliest files.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { COVERAGE, coverageRows } from './coverage.mjs';
import { runTests } from './run-tests.mjs';
import { forgetFigures, writePart } from './scorecard.mjs';
import { root } from './stamp.mjs';
import { COVERAGE_PART, filesOf, PARTS } from './test-parts.mjs';
import { forgetTimes, times } from './times.mjs';

const CHECKS = [
  { name: 'types', script: 'typescript/bin/tsc', args: ['--noEmit'] },
  { name: 'types of the pages', script: 'typescript/bin/tsc', args: ['--noEmit', '-p', 'ui'] },
  { name: 'types of their tests', script: 'typescript/bin/tsc', args: ['--noEmit', '-p', 'test/ui'] },
  { name: 'lint', script: 'oxlint/bin/oxlint', args: [] },
  { name: 'format', script: 'oxfmt/bin/oxfmt', args: ['--check'] },
  { name: 'unused code', script: 'knip/bin/knip.js', args: ['--no-progress'] },
  // What only tests use is unused.
  { name: 'unused code, tests apart', script: 'knip/bin/knip.js', args: ['--no-progress', '--production'] },
];

process.chdir(root);
const flags = new Set(process.argv.slice(2).filter((argument) => argument.startsWith('--')));
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isFull = flags.has('--full');
prepareEnvironment();
const seed = process.env.ORCHESTRAL_TEST_SEED;
console.log(`seed ${seed} (ORCHESTRAL_TEST_SEED=${seed} repeats this run)`);

const unknown = isFull ? chosen.filter((part) => !PARTS.includes(part)) : [];
if (unknown.length > 0) {
  console.error(`no such part: ${unknown.join(', ')} (there are ${PARTS.join(', ')})`);
  process.exit(2);
}

// Whoever names files wants all of their tests.
if (!isFull && chosen.length === 0) process.env.ORCHESTRAL_TEST_SAMPLE = '1';
if (flags.has('--times')) process.env.ORCHESTRAL_TEST_TIMES = forgetTimes();

const checks = CHECKS.map(check);
const runs = isFull ? await runParts(chosen.length === 0 ? PARTS : chosen) : [await runTests(chosen)];
for (const { file, name, why } of runs.flatMap(({ notRun }) => notRun))
  console.log(`not run: ${file} > ${name}: ${why}`);
if (flags.has('--times')) console.log(times());

const passed = sum([checks.filter(Boolean).length, ...runs.map((run) => run.passed)]);
const failed = sum([checks.filter((ok) => !ok).length, ...runs.map((run) => run.failed)]);
if (failed > 0) console.log(`seed ${seed}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function prepareEnvironment() {
  const cache = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
  process.env.ORCHESTRAL_TEST_SEED ??= String(randomInt(2 ** 31));
  // Tests have a home of their own; what is downloaded for them is kept in the real one.
  process.env.ORCHESTRAL_TEST_HOME ??= os.homedir();
  process.env.ORCHESTRAL_TEST_CACHE ??= path.join(cache, 'orchestral-tests');
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

/** Each is written down when it is over: what comes after it may take long, and may be interrupted. */
async function runParts(wanted) {
  const runs = [];
  let card = '';
  for (const part of wanted) {
    const files = filesOf(part);
    if (files.length === 0) continue;
    console.log(`part ${part}`);
    forgetFigures();
    const began = performance.now();
    const run = part === COVERAGE_PART ? await runWithCoverage(files) : await runFull(files);
    const minutes = (performance.now() - began) / 60_000;
    card = writePart(part, { ...run, minutes, seed });
    runs.push(run);
  }
  console.log(card);
  return runs;
}

function runFull(files) {
  process.env.ORCHESTRAL_TEST_FULL = '1';
  return runTests(files);
}

async function runWithCoverage(files) {
  delete process.env.ORCHESTRAL_TEST_FULL;
  const run = await runTests(files, { coverage: COVERAGE });
  // What was not run stands in the rows of the other parts.
  return { ...run, notRun: [], coverage: coverageRows() };
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
