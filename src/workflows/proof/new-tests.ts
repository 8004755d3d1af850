import { type CaseRun, casesRun, type NewTests } from './cases.ts';
import type { TestRun } from './test-run.ts';

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
