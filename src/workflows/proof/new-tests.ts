import { type CaseRun, casesRun, type NewTests } from './cases.ts';
import type { Comparison } from './compare.ts';
import type { TestRun } from './test-run.ts';

/** How often new tests must pass, and how often a test that may be flaky is run alone. */
export const GREEN_RUNS = 2;
/** With more than these newly red, they are not flaky but broken. */
const MAX_SUSPECTS = 20;

/** What the tests of a contract did in a run with the implementation. */
export interface NewTestsRun {
  readonly cases: readonly CaseRun[];
  /** Each case ran and passed; where the runner names no tests, the command did. */
  readonly green: boolean;
  /** The runner names no tests: the sums are all there is. */
  readonly weak: boolean;
}

export function newTestsIn(run: TestRun, contract: NewTests): NewTestsRun {
  const cases = casesRun(contract, run);
  const weak = run.tests.length === 0 && (run.counts.total > 0 || run.source === 'exit-code');
  const passed = run.ending === 'exited' && run.exit_code === 0;
  const green = weak ? passed : cases.length > 0 && cases.every(({ status }) => status === 'passed');
  return { cases, green, weak };
}

/** What Orchestral's own runs say of an implementation. */
export interface GreenRuns<Run extends TestRun = TestRun> {
  /** The new tests, each time they were run; narrowed to their file where the runner can. */
  readonly runs: readonly (NewTestsRun & { readonly proof: Run })[];
  /** All tests. Null when the new ones were not green: then there is nothing more to be known. */
  readonly whole: Run | null;
  /** Of the whole against the base; `newlyRed` is without the flaky ones. */
  readonly comparison: Comparison | null;
  /** Red among all the tests, and green when run alone. */
  readonly flaky: readonly string[];
}

export function isGreen(runs: readonly Pick<NewTestsRun, 'green'>[]): boolean {
  return runs.every(({ green }) => green);
}

/** The new tests are green, and nothing is red that was not: what an honest test result calls a pass. */
export function isPass({ runs, comparison }: GreenRuns): boolean {
  return comparison !== null && isGreen(runs) && comparison.newlyRed.length === 0 && !comparison.brokeOff;
}

/** Newly red tests that are worth running alone. New tests are not: they must be green however they are run. */
export function flakySuspects(
  newlyRed: readonly string[],
  { whole, contract }: { readonly whole: TestRun; readonly contract: NewTests },
): string[] {
  const own = new Set(casesRun(contract, whole).flatMap((one) => one.tests));
  const suspects = newlyRed.filter((id) => !own.has(id));
  return suspects.length > MAX_SUSPECTS ? [] : suspects;
}

export function withoutFlaky(comparison: Comparison, flaky: readonly string[]): Comparison {
  return { ...comparison, newlyRed: comparison.newlyRed.filter((id) => !flaky.includes(id)) };
}
