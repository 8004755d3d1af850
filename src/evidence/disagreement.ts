import type { TestCounts } from '../languages/summary-line.ts';
import type { StreamedReport } from './reports/streamed.ts';

export const DISAGREEMENTS = [
  /** The exit code says that all is well, the report names tests that failed. */
  'passed_with_failures',
  /** The exit code says that something failed, the report names nothing. */
  'failed_without_failures',
  /** The runner printed other sums than were reported. */
  'printed_differs',
  /** Fewer tests or files were executed than the runner was about to run. */
  'fewer_executed',
  /** Our reporter was not told that the run ended, though the command did. */
  'not_ended',
  /** Something else wrote to the channel of our reporter. */
  'foreign_lines',
  /** Our reporter was given to the runner and told nothing at all. */
  'silent',
] as const;

export type Disagreement = (typeof DISAGREEMENTS)[number];

export interface TestAccounts {
  /** Undefined: no reporter of ours ran. */
  readonly streamed: StreamedReport | undefined;
  readonly counts: TestCounts;
  readonly printed: TestCounts | undefined;
  /** Null: it did not exit by itself. */
  readonly exitCode: number | null;
  /** Whether only some tests were asked for: runners count those they left out in different ways. */
  readonly isPart: boolean;
}

/** In which ways what a run of the tests said contradicts itself. Whether that matters is for the judge to say. */
export function findDisagreements({ streamed, counts, printed, exitCode, isPart }: TestAccounts): Disagreement[] {
  const found: Disagreement[] = [];
  if (exitCode === 0 && counts.failed > 0) found.push('passed_with_failures');
  if (exitCode !== null && exitCode !== 0 && counts.failed === 0 && counts.total > 0)
    found.push('failed_without_failures');
  const sums = [0, streamed?.parents ?? 0].map((more) => ({ ...counts, passed: counts.passed + more }));
  if (printed !== undefined && counts.total > 0 && !isPart && !sums.some((one) => agree(printed, one)))
    found.push('printed_differs');
  if (streamed === undefined) return found;
  const { planned, done, ended, foreign, report } = streamed;
  if (done < planned) found.push('fewer_executed');
  if (!ended && exitCode !== null) found.push(planned === 0 && report === undefined ? 'silent' : 'not_ended');
  if (foreign > 0) found.push('foreign_lines');
  return found;
}

/** Runners do not count files that could not be loaded as they count tests, nor all that is skipped. */
function agree(printed: TestCounts, reported: TestCounts): boolean {
  return printed.passed === reported.passed && printed.failed > 0 === reported.failed > 0;
}
