import { withoutEscapes } from '../../base/escapes.ts';
import type { ReportSource, TestCase, TestCounts, TestReport } from '../test-report.ts';

/** A test as a report tells of it. */
export interface Told {
  /** From the project's root, with `/`. */
  readonly file?: string | undefined;
  /** Suites from the outside in, and its own name. */
  readonly names: readonly string[];
  readonly status: TestCase['status'];
  readonly reason?: string | undefined;
}

/** More than any project has; a report that tells of more is not believed. */
export const mostTests = 500_000;

const longestName = 500;
const longestReason = 4_000;

/** Undefined: more tests than are believed. */
export function reportOf(source: ReportSource, told: readonly Told[]): TestReport | undefined {
  if (told.length > mostTests) return undefined;
  const uniquely = uniqueIds();
  const tests = told.map((test): TestCase => {
    const name = [test.file, ...test.names].filter((part) => part !== undefined && part !== '').map(asOneLine);
    const id = uniquely(clip(name.join(' > '), longestName));
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
  return withoutEscapes(clip(String(text), 4 * longestName))
    .replace(/\s+/g, ' ')
    .trim();
}

function asReason(text: string): string {
  return clip(withoutEscapes(clip(text, 4 * longestReason)).trim(), longestReason);
}

function clip(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
