export interface TestCounts {
  /** Passed, failed and skipped. */
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The sum that begins with a line (trimmed; the others are as printed), or undefined. */
export type ReadSummary = (line: string, lines: readonly string[], at: number) => TestCounts | undefined;

const KINDS: Readonly<Record<string, 'passed' | 'failed' | 'skipped'>> = {
  passed: 'passed',
  xpassed: 'passed',
  // Vitest: `2 expected fail`
  expected: 'passed',
  failed: 'failed',
  error: 'failed',
  errors: 'failed',
  skipped: 'skipped',
  xfailed: 'skipped',
  todo: 'skipped',
  pending: 'skipped',
  ignored: 'skipped',
};

/** Numbers, each before a word that says what it counts: `1 failed, 3 passed`. */
export function countWords(line: string): TestCounts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [, number, word = ''] of line.matchAll(/(\d+) ([a-z]+)/g)) {
    const kind = Object.hasOwn(KINDS, word) ? KINDS[word] : undefined;
    if (kind !== undefined) counts[kind] += Number(number);
  }
  return { total: counts.passed + counts.failed + counts.skipped, ...counts };
}

type Numbers = readonly (string | undefined)[];

export interface Total {
  readonly total: string | undefined;
  readonly failed?: Numbers;
  readonly skipped?: Numbers;
  /** Failures that the total does not count. */
  readonly beside?: string | undefined;
}

/** The rest of a total has passed. Undefined: the parts are more than the whole, so it is no sum. */
export function countRest({ total, failed = [], skipped = [], beside }: Total): TestCounts | undefined {
  const parts = { total: Number(total), failed: sum(failed), skipped: sum(skipped) };
  const passed = parts.total - parts.failed - parts.skipped;
  if (passed < 0) return undefined;
  const more = sum([beside]);
  return { total: parts.total + more, passed, failed: parts.failed + more, skipped: parts.skipped };
}

export function countParts(parts: {
  readonly passed: Numbers;
  readonly failed: Numbers;
  readonly skipped: Numbers;
}): TestCounts {
  const [passed, failed, skipped] = [sum(parts.passed), sum(parts.failed), sum(parts.skipped)];
  return { total: passed + failed + skipped, passed, failed, skipped };
}

function sum(numbers: Numbers): number {
  return numbers.reduce((all, number) => all + Number(number ?? 0), 0);
}
