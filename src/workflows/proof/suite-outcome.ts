import type { TestRun } from './test-run.ts';

export interface SuiteOptions {
  /** What the suite is called where it names no tests. */
  readonly name: string;
  /** As many tests have to pass as before. */
  readonly atLeast: number;
  readonly paths: ReadonlySet<string>;
}

/**
 * A run with a test for everything that was tried: a suite that names none is one test, and a test that is called like a
 * file stands in it.
 */
export function namedRun<R extends Pick<TestRun, 'tests' | 'counts' | 'output_tail'>>(
  run: R,
  { name, atLeast, paths }: SuiteOptions,
): R {
  const { tests, counts } = run;
  if (tests.length > 0)
    return {
      ...run,
      tests: tests.map((test) => (test.file === undefined && paths.has(test.id) ? { ...test, file: test.id } : test)),
    };
  if (counts.total === 0) return run;
  const isGood = counts.failed === 0 && counts.passed >= atLeast;
  return { ...run, tests: [{ id: name, status: isGood ? 'passed' : 'failed', reason: run.output_tail }] };
}
