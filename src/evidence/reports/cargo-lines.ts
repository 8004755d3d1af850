import { withoutEscapes } from '../../base/escapes.ts';
import { readSummaries } from './summaries.ts';
import { countsOf, MAX_TESTS, createReport, type ReportedTest, type TestReport } from './test-report.ts';

/**
 * What `cargo test` prints: a line for every test, and the sums of every binary. Tests that print may spoil the lines of
 * others, so the names are believed only where they add up to the sums.
 */
export function readCargoLines(stdout: string): TestReport | undefined {
  const sums = readSummaries(stdout, '');
  if (sums === undefined) return undefined;
  const text = withoutEscapes(stdout);
  const tests: ReportedTest[] = [];
  for (const [, name = '', result] of text.matchAll(/^test (.+?) \.\.\. (ok|FAILED|ignored)(?:,.*)?$/gm)) {
    const status = result === 'ok' ? 'passed' : result === 'FAILED' ? 'failed' : 'skipped';
    // It says so behind the name.
    const bare = name.replace(/ - should panic$/, '');
    if (tests.push({ names: [bare], status }) > MAX_TESTS) return sums;
  }
  const counts = countsOf(tests);
  const addsUp = counts.passed === sums.counts.passed && counts.failed === sums.counts.failed;
  if (!addsUp || counts.skipped !== sums.counts.skipped) return sums;
  const reasons = reasonsIn(text);
  const withReasons = tests.map((test) => ({ ...test, reason: reasons.get(test.names[0] ?? '') }));
  return createReport('closing-lines', withReasons);
}

/** What a failed test printed, between `---- name stdout ----` and the next of them. */
function reasonsIn(text: string): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  for (const part of text.split(/^---- /m).slice(1)) {
    const end = part.indexOf('\n');
    const name = / stdout ----$/.exec(part.slice(0, end === -1 ? 0 : end)) === null ? '' : part.slice(0, end - 12);
    const [printed = ''] = part.slice(end + 1, end + 20_000).split(/^(?:failures:|test result:)/m);
    if (name !== '') reasons.set(name, printed.trim());
  }
  return reasons;
}
