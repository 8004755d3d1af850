import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Title of a test → whether it passed. A file that could not be loaded is a title of its own. */
export type Outcome = Readonly<Record<string, 'passed' | 'failed'>>;

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));

export function nodeTest(folder: string): Outcome {
  const { stdout } = run(folder, process.execPath, ['--test', '--test-reporter=tap', 'test/']);
  return Object.fromEntries(
    [...stdout.matchAll(/^ *(not )?ok \d+ - (.*)$/gm)].map(([, not, title = '']) => [
      title,
      not === undefined ? 'passed' : 'failed',
    ]),
  );
}

export function pytest(folder: string): Outcome {
  const { stdout } = run(folder, 'python3', ['-m', 'pytest', '-q', '-rA', '-p', 'no:cacheprovider']);
  return Object.fromEntries(
    [...stdout.matchAll(/^(PASSED|FAILED|ERROR) (\S+)/gm)].map(([, word, id = '']) => [
      id.split('::').at(-1) ?? id,
      word === 'PASSED' ? 'passed' : 'failed',
    ]),
  );
}

export function unittest(folder: string): Outcome {
  const { stderr } = run(folder, 'python3', ['-m', 'unittest', 'discover', '-v', '-s', 'tests', '-t', '.']);
  return Object.fromEntries(
    [...stderr.matchAll(/^(\w+) \(.*?\)(?:\n.*?)? \.\.\. (ok|FAIL|ERROR)/gm)].map(([, title = '', word]) => [
      title,
      word === 'ok' ? 'passed' : 'failed',
    ]),
  );
}

export function vitest(folder: string): Outcome {
  fs.symlinkSync(modules, path.join(folder, 'node_modules'));
  const { stdout } = run(folder, process.execPath, [path.join(modules, 'vitest/vitest.mjs'), 'run', '--reporter=json']);
  return jestReport(stdout);
}

export function jest(folder: string, installed: string): Outcome {
  fs.symlinkSync(path.dirname(installed), path.join(folder, 'node_modules'));
  const { stdout } = run(folder, process.execPath, [
    path.join(installed, 'bin/jest.js'),
    '--ci',
    '--json',
    '--rootDir',
    folder,
  ]);
  return jestReport(stdout);
}

export function mocha(folder: string, installed: string): Outcome {
  const { stdout } = run(folder, process.execPath, [
    path.join(installed, 'bin/mocha.js'),
    '--reporter',
    'json',
    'test/**/*.test.js',
  ]);
  const begin = stdout.indexOf('{');
  if (begin === -1) return { load: 'failed' };
  const report: { passes: { title: string }[]; failures: { title: string }[] } = JSON.parse(stdout.slice(begin));
  return {
    ...Object.fromEntries(report.passes.map(({ title }) => [title, 'passed'])),
    ...Object.fromEntries(report.failures.map(({ title }) => [title, 'failed'])),
  };
}

function jestReport(stdout: string): Outcome {
  const report: {
    testResults: {
      name: string;
      status: 'passed' | 'failed';
      assertionResults: { title: string; status: 'passed' | 'failed' }[];
    }[];
  } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  return Object.fromEntries(
    report.testResults.flatMap(({ name, status, assertionResults }) =>
      assertionResults.length === 0
        ? [[path.basename(name), status]]
        : assertionResults.map((one) => [one.title, one.status]),
    ),
  );
}

function run(folder: string, program: string, args: readonly string[]): { stdout: string; stderr: string } {
  const ours = /^(?:VITEST|NODE_ENV$|NODE_TEST_CONTEXT$|NODE_V8_COVERAGE$|npm_|TEST$|DEV$|PROD$|MODE$|SSR$|BASE_URL$)/;
  const own = Object.entries(process.env).filter(([name]) => !ours.test(name));
  const env = { ...Object.fromEntries(own), CI: '1', NO_COLOR: '1', PYTHONDONTWRITEBYTECODE: '1' };
  const { stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', env });
  return { stdout, stderr };
}
