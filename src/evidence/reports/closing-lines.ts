import { withoutEscapes } from '../../base/escapes.ts';
import type { TestCounts, TestReport } from '../test-report.ts';
import { mostTests } from './told.ts';

/**
 * The sums that runners print for people. A command may run several runners, and one of them several times (cargo for
 * every binary, Maven for every module): all sums are added. Undefined: there are none.
 */
export function readClosingLines(stdout: string, stderr: string): TestReport | undefined {
  const sums: TestCounts[] = [];
  for (const text of [stdout, stderr]) {
    const lines = withoutEscapes(text.slice(-mostRead)).split('\n');
    for (const [at, line] of lines.entries()) {
      if (line.length > longestLine || !/\d/.test(line)) continue;
      const sum = sumAt(lines, at, line.trim());
      if (sum !== undefined) sums.push(sum);
    }
  }
  const counts = sums.reduce(add, nothing);
  if (sums.length === 0 || counts.total > mostTests) return undefined;
  return { source: 'closing-lines', counts, tests: [] };
}

/** Sums stand at the end. */
const mostRead = 16 * 1024 * 1024;
const longestLine = 400;
const nothing: TestCounts = { total: 0, passed: 0, failed: 0, skipped: 0 };

type Words = Readonly<Record<string, 'passed' | 'failed' | 'skipped'>>;

function sumAt(lines: readonly string[], at: number, line: string): TestCounts | undefined {
  for (const read of readers) {
    const sum = read(line, lines, at);
    if (sum !== undefined) return sum;
  }
  return undefined;
}

type Reader = (line: string, lines: readonly string[], at: number) => TestCounts | undefined;

const readers: readonly Reader[] = [
  // Vitest: `Tests  1 failed | 3 passed | 1 skipped (5)`
  (line) => (/^Tests {2,}\d+ \w.*\(\d+\)$/.test(line) ? named(line, plain) : undefined),
  // Jest: `Tests:       1 failed, 1 skipped, 3 passed, 5 total`
  (line) => (/^Tests: +\d+ \w.* \d+ total$/.test(line) ? named(line, plain) : undefined),
  // cargo: `test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; finished in 0.00s`
  (line) => (/^test result: \w+\. \d+ passed; \d+ failed;/.test(line) ? named(line, plain) : undefined),
  // pytest: `===== 1 failed, 3 passed, 1 skipped in 0.12s =====`, or without the rules with -q
  (line) => (/^(?:=+ )?\d+ [a-z]+(?:, \d+ [a-z]+)* in [\d.]+s\b/.test(line) ? named(line, plain) : undefined),
  // RSpec: `5 examples, 1 failure, 1 pending`
  (line) => {
    const match =
      /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$/.exec(
        line,
      );
    return match === null
      ? undefined
      : of({ total: match[1], failed: [match[2]], skipped: [match[3]], beside: match[4] });
  },
  // PHPUnit: `OK (3 tests, 5 assertions)` or `Tests: 3, Assertions: 5, Failures: 1, Skipped: 1.`
  (line) => {
    const good = /^OK \((\d+) tests?, \d+ assertions?\)$/.exec(line);
    if (good !== null) return of({ total: good[1] });
    const total = /^Tests: (\d+), Assertions: \d+/.exec(line);
    if (total === null) return undefined;
    const count = (name: string): string | undefined => new RegExp(`\\b${name}: (\\d+)`).exec(line)?.[1];
    const skipped = [count('Skipped'), count('Incomplete')];
    return of({ total: total[1], failed: [count('Errors'), count('Failures')], skipped });
  },
  // Surefire: `Tests run: 5, Failures: 1, Errors: 0, Skipped: 1`; with a time it is one class of them.
  (line) => {
    const match = /^(?:\[\w+\] )?Tests run: *(\d+), Failures: *(\d+), Errors: *(\d+), Skipped: *(\d+)$/.exec(line);
    return match === null ? undefined : of({ total: match[1], failed: [match[2], match[3]], skipped: [match[4]] });
  },
  // Gradle, when a test failed: `5 tests completed, 1 failed, 1 skipped`
  (line) => {
    const match = /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/.exec(line);
    return match === null ? undefined : of({ total: match[1], failed: [match[2]], skipped: [match[3]] });
  },
  // dotnet: `Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3, Duration: 5 ms - x.dll`
  (line) => {
    const match = /^\w+! +- Failed: +(\d+), Passed: +\d+, Skipped: +(\d+), Total: +(\d+)/.exec(line);
    return match === null ? undefined : of({ total: match[3], failed: [match[1]], skipped: [match[2]] });
  },
  // unittest: `Ran 5 tests in 0.001s`, an empty line, `FAILED (failures=1, errors=1, skipped=1)` or `OK (skipped=1)`
  (line, lines, at) => {
    const match = /^Ran (\d+) tests? in [\d.]+s$/.exec(line);
    const verdict = lines.slice(at + 1, at + 4).find((next) => /^(?:OK|FAILED|NO TESTS RAN)\b/.test(next));
    if (match === null || verdict === undefined) return undefined;
    const count = (name: string): string | undefined => new RegExp(`\\b${name}=(\\d+)`).exec(verdict)?.[1];
    const failed = [count('failures'), count('errors'), count('unexpected successes')];
    return of({ total: match[1], failed, skipped: [count('skipped'), count('expected failures')] });
  },
  // mocha: `3 passing (5ms)`, then perhaps `1 pending` and `1 failing`
  (line, lines, at) => {
    const match = /^(\d+) passing \(\d+m?[smh]\)$/.exec(line);
    if (match === null) return undefined;
    const after = lines.slice(at + 1, at + 3).map((next) => /^ *(\d+) (pending|failing)$/.exec(next));
    const count = (word: string): string | undefined => after.find((found) => found?.[2] === word)?.[1];
    return sumOf({ passed: [match[1]], failed: [count('failing')], skipped: [count('pending')] });
  },
  // node:test, as spec or TAP: `ℹ tests 5` … `ℹ todo 0`
  (line, lines, at) => {
    if (!/^(?:ℹ|#) tests \d+$/.test(line)) return undefined;
    const after = lines.slice(at + 1, at + 8);
    const count = (word: string): string | undefined =>
      after.map((next) => /^(?:ℹ|#) ([a-z]+) (\d+)$/.exec(next.trim())).find((found) => found?.[1] === word)?.[2];
    if (count('pass') === undefined || count('fail') === undefined) return undefined;
    const failed = [count('fail'), count('cancelled')];
    return sumOf({ passed: [count('pass')], failed, skipped: [count('skipped'), count('todo')] });
  },
];

const plain: Words = {
  passed: 'passed',
  xpassed: 'passed',
  failed: 'failed',
  error: 'failed',
  errors: 'failed',
  skipped: 'skipped',
  xfailed: 'skipped',
  todo: 'skipped',
  pending: 'skipped',
  ignored: 'skipped',
};

/** Numbers, each before a word that says what it counts. */
function named(line: string, words: Words): TestCounts | undefined {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [, number, word = ''] of line.matchAll(/(\d+) ([a-z]+)/g)) {
    const kind = Object.hasOwn(words, word) ? words[word] : undefined;
    if (kind !== undefined) counts[kind] += Number(number);
  }
  return { total: counts.passed + counts.failed + counts.skipped, ...counts };
}

type Numbers = readonly (string | undefined)[];

interface Sum {
  readonly total: string | undefined;
  readonly failed?: Numbers;
  readonly skipped?: Numbers;
  /** Failures that the total does not count. */
  readonly beside?: string | undefined;
}

/** The rest of a total has passed. Undefined: the parts are more than the whole, so it is no sum. */
function of({ total, failed = [], skipped = [], beside }: Sum): TestCounts | undefined {
  const parts = { total: Number(total), failed: sum(failed), skipped: sum(skipped) };
  const passed = parts.total - parts.failed - parts.skipped;
  if (passed < 0) return undefined;
  const more = sum([beside]);
  return { total: parts.total + more, passed, failed: parts.failed + more, skipped: parts.skipped };
}

function sumOf(parts: { readonly passed: Numbers; readonly failed: Numbers; readonly skipped: Numbers }): TestCounts {
  const [passed, failed, skipped] = [sum(parts.passed), sum(parts.failed), sum(parts.skipped)];
  return { total: passed + failed + skipped, passed, failed, skipped };
}

function sum(numbers: Numbers): number {
  return numbers.reduce((all, number) => all + Number(number ?? 0), 0);
}

function add(one: TestCounts, other: TestCounts): TestCounts {
  return {
    total: one.total + other.total,
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}
