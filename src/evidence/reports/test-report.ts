import { withoutEscapes } from '../../base/escapes.ts';
import type { TestCounts } from '../../languages/summary-line.ts';

/** What one run of a project's tests said, whichever runner it was. */
export interface TestReport {
  /** Where the numbers are from; `exit-code` means that there are none but what the exit code tells. */
  readonly source: ReportSource;
  readonly counts: TestCounts;
  /** Every test that was named, each with an id of its own; empty where the runner gives only sums. */
  readonly tests: readonly TestCase[];
}

export type ReportSource = 'stream' | 'junit' | 'tap' | 'json' | 'trx' | 'closing-lines' | 'exit-code';

export interface TestCase {
  /** The same from run to run: file (from the project's root, with `/`) where known, suites and name, joined by ` > `. */
  readonly id: string;
  readonly file?: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Why it failed, in the runner's words; bounded. */
  readonly reason?: string;
}

/** What a run of the tests printed and wrote, for those who read its reports. */
export interface TestOutput {
  readonly folder: string;
  /** Where the runner was to write its reports. */
  readonly reports: string;
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A test as a report names it. */
export interface ReportedTest {
  /** From the project's root, with `/`. */
  readonly file?: string | undefined;
  /** Suites from the outside in, and its own name. */
  readonly names: readonly string[];
  readonly status: TestCase['status'];
  readonly reason?: string | undefined;
}

/** More than any project has; a report that names more is not believed. */
export const MAX_TESTS = 500_000;

const MAX_NAME = 500;
const MAX_REASON = 4_000;

/** Undefined: more tests than are believed. */
export function createReport(source: ReportSource, reported: readonly ReportedTest[]): TestReport | undefined {
  if (reported.length > MAX_TESTS) return undefined;
  const uniquely = uniqueIds();
  const tests = reported.map((test): TestCase => {
    const name = [test.file, ...test.names].filter((part) => part !== undefined && part !== '').map(asOneLine);
    const id = uniquely(clip(name.join(' > '), MAX_NAME));
    return {
      id,
      ...(test.file === undefined ? {} : { file: test.file }),
      status: test.status,
      ...(test.status === 'failed' && test.reason !== undefined && test.reason !== ''
        ? { reason: asReason(test.reason) }
        : {}),
    };
  });
  return { source, counts: countsOf(tests), tests };
}

export function countsOf(tests: readonly { readonly status: TestCase['status'] }[]): TestCounts {
  const counts = { total: tests.length, passed: 0, failed: 0, skipped: 0 };
  for (const test of tests) counts[test.status]++;
  return counts;
}

/** Runners let tests share a name; when one of them goes, it is the last that is missed. */
function uniqueIds(): (id: string) => string {
  const times = new Map<string, number>();
  return (id) => {
    let time = (times.get(id) ?? 0) + 1;
    while (time > 1 && times.has(`${id} #${time}`)) time++;
    times.set(id, time);
    const unique = time === 1 ? id : `${id} #${time}`;
    if (time > 1) times.set(unique, 1);
    return unique;
  };
}

function asOneLine(text: unknown): string {
  return withoutEscapes(clip(String(text), 4 * MAX_NAME))
    .replace(/\s+/g, ' ')
    .trim();
}

function asReason(text: string): string {
  return clip(withoutEscapes(clip(text, 4 * MAX_REASON)).trim(), MAX_REASON);
}

function clip(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
