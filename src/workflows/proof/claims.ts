import type { TestResult } from '../../schema/contracts/test-result.ts';
import { type GreenRuns, isGreen } from './new-tests.ts';
import type { TestRun } from './test-run.ts';

type Counts = TestRun['counts'];

/** What an agent's test result says, beside what Orchestral saw itself. */
export interface ClaimsAgreement {
  readonly claimed: 'pass' | 'fail';
  readonly own: 'pass' | 'fail';
  /** Its sums are those of the new tests or of all of them. */
  readonly numbersAgree: boolean;
}

export function compareClaims(
  { execution, summary }: Pick<TestResult, 'execution' | 'summary'>,
  green: GreenRuns,
): ClaimsAgreement {
  const own = [...green.runs.map(({ proof }) => proof), ...(green.whole === null ? [] : [green.whole])];
  return {
    claimed: execution.result,
    own: isPass(green) ? 'pass' : 'fail',
    numbersAgree: own.some(({ counts }) => isSame(counts, summary)),
  };
}

/** The new tests are green, and nothing is red that was not. */
function isPass({ runs, comparison }: GreenRuns): boolean {
  return comparison !== null && isGreen(runs) && comparison.newlyRed.length === 0 && !comparison.brokeOff;
}

function isSame(one: Counts, other: Counts): boolean {
  return (
    one.total === other.total &&
    one.passed === other.passed &&
    one.failed === other.failed &&
    one.skipped === other.skipped
  );
}
