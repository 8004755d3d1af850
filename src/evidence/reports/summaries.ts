import { withoutEscapes } from '../../base/escapes.ts';
import { TEST_TOOLS } from '../../languages/known-runners.ts';
import type { TestCounts } from '../../languages/summary-line.ts';
import { MAX_TESTS, type TestReport } from './test-report.ts';

/**
 * The sums that runners print for people. A command may run several runners, and one of them several times (cargo for
 * every binary, Maven for every module): all sums are added. Undefined: there are none.
 */
export function readSummaries(stdout: string, stderr: string): TestReport | undefined {
  const sums: TestCounts[] = [];
  for (const text of [stdout, stderr]) {
    const lines = withoutEscapes(text.slice(-MAX_READ)).split('\n');
    for (const [at, line] of lines.entries()) {
      if (line.length > MAX_LINE || !/\d/.test(line)) continue;
      const sum = sumAt(lines, at, line.trim());
      if (sum !== undefined) sums.push(sum);
    }
  }
  const counts = sums.reduce(add, NOTHING);
  if (sums.length === 0 || counts.total > MAX_TESTS) return undefined;
  return { source: 'closing-lines', counts, tests: [] };
}

/** Sums stand at the end. */
const MAX_READ = 16 * 1024 * 1024;
const MAX_LINE = 400;
const NOTHING: TestCounts = { total: 0, passed: 0, failed: 0, skipped: 0 };

function sumAt(lines: readonly string[], at: number, line: string): TestCounts | undefined {
  for (const { readSummary } of TEST_TOOLS) {
    const sum = readSummary?.(line, lines, at);
    if (sum !== undefined) return sum;
  }
  return undefined;
}

function add(one: TestCounts, other: TestCounts): TestCounts {
  return {
    total: one.total + other.total,
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}
