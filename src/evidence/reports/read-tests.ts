import path from 'node:path';
import type { ReportFormat, TestReportSource, TestRunner } from '../../languages/runner.ts';
import { readFreshReports, readReport } from '../report-files.ts';
import { readCargoLines } from './cargo-lines.ts';
import { readGoJson } from './go-json.ts';
import { readJunit } from './junit.ts';
import { readMochaJson } from './mocha-json.ts';
import { readNodeEvents } from './node-events.ts';
import { readSummaries } from './summaries.ts';
import { readTap } from './tap.ts';
import type { TestReport, TestOutput } from './test-report.ts';
import { readTrx } from './trx.ts';
import { readVitestJson } from './vitest-json.ts';

/** What the tests said. Undefined when nothing in the output or the reports can be read as this runner's. */
export function readTests({ reports }: Pick<TestRunner, 'reports'>, run: TestOutput): TestReport | undefined {
  for (const source of reports) {
    const report = readFrom(source, run);
    if (report !== undefined) return report;
  }
  return undefined;
}

function readFrom(source: TestReportSource, run: TestOutput): TestReport | undefined {
  if (source.format === 'summary') return readSummaries(run.stdout, run.stderr);
  if (source.format === 'exit-code') return byExitCode(run.exitCode);
  const { read, printed } = FORMATS[source.format];
  if ('printed' in source) return read(printed(run.stdout), run.folder);
  if ('file' in source) {
    const text = readReport(path.join(run.reports, source.file));
    return text === undefined ? undefined : read([text], run.folder);
  }
  const below = source.below === 'project' ? run.folder : run.reports;
  return read(readFreshReports({ folder: below, reports: run.reports }, source.fits), run.folder);
}

interface Format {
  readonly read: (texts: readonly string[], folder: string) => TestReport | undefined;
  /** Its text within everything that was printed. */
  readonly printed: (stdout: string) => readonly string[];
}

const whole = (stdout: string): string[] => [stdout];

const FORMATS: Readonly<Record<ReportFormat, Format>> = {
  'vitest-json': { read: ([text = ''], folder) => readVitestJson(text, folder), printed: jsonObject },
  'mocha-json': { read: ([text = ''], folder) => readMochaJson(text, folder), printed: jsonObject },
  'node-events': { read: ([text = ''], folder) => readNodeEvents(text, folder), printed: whole },
  'go-json': { read: ([text = ''], folder) => readGoJson(text, folder), printed: whole },
  'cargo-lines': { read: ([text = '']) => readCargoLines(text), printed: whole },
  junit: { read: readJunit, printed: testSuites },
  tap: { read: ([text = ''], folder) => readTap(text, folder), printed: whole },
  trx: { read: readTrx, printed: whole },
};

function jsonObject(stdout: string): string[] {
  const from = stdout.search(/^\{/m);
  return from === -1 ? [] : [stdout.slice(from)];
}

/** From the first to the last tag of it: package managers print before and after. */
function testSuites(stdout: string): string[] {
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
