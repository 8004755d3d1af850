import { readUsualCoverage } from '../coverage/usual-places.ts';
import { readClosingLines } from '../reports/closing-lines.ts';
import { readGoJson } from '../reports/go-json.ts';
import { readJunit } from '../reports/junit.ts';
import { readMochaJson } from '../reports/mocha-json.ts';
import { readTap } from '../reports/tap.ts';
import { readVitestJson } from '../reports/vitest-json.ts';
import type { Runner } from '../runner.ts';
import type { TestReport } from '../test-report.ts';
import { testScript } from './test-script.ts';

/** A command that is run as it stands: whatever its output can be read as, else its exit code. */
export const anyCommand: Runner = {
  name: 'any-command',

  detect(folder) {
    const script = testScript(folder);
    if (script === undefined) return undefined;
    return { line: script.line, takesArguments: false, measuresCoverage: false };
  },

  command: ({ line }) => ({ line }),

  read({ folder, stdout, stderr, exitCode }) {
    return readOutput(stdout, folder) ?? readClosingLines(stdout, stderr) ?? byExitCode(exitCode);
  },

  readCoverage: readUsualCoverage,
};

function readOutput(stdout: string, folder: string): TestReport | undefined {
  const json = stdout.search(/^\{/m);
  const object = json === -1 ? '' : stdout.slice(json);
  return (
    readJunit(suitesIn(stdout), folder) ??
    readVitestJson(object, folder) ??
    readMochaJson(object, folder) ??
    readGoJson(object) ??
    readTap(stdout, folder)
  );
}

/** From the first to the last tag of it: package managers print before and after. */
function suitesIn(stdout: string): readonly string[] {
  const from = stdout.search(/<testsuites?\b/);
  if (from === -1) return [];
  const root = stdout.startsWith('<testsuites', from) ? '</testsuites>' : '</testsuite>';
  const to = stdout.lastIndexOf(root);
  return to === -1 ? [] : [stdout.slice(from, to + root.length)];
}

function byExitCode(exitCode: number | null): TestReport {
  const passed = exitCode === 0 ? 1 : 0;
  return { source: 'exit-code', counts: { total: 1, passed, failed: 1 - passed, skipped: 0 }, tests: [] };
}
