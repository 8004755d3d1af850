/** What one run of a project's tests said, whichever runner it was. */
export interface TestReport {
  /** Where the numbers are from; `exit-code` means that there are none but what the exit code tells. */
  readonly source: ReportSource;
  readonly counts: TestCounts;
  /** Every test that was named, each with an id of its own; empty where the runner gives only sums. */
  readonly tests: readonly TestCase[];
}

export type ReportSource = 'junit' | 'tap' | 'json' | 'trx' | 'closing-lines' | 'exit-code';

export interface TestCounts {
  /** Passed, failed and skipped. */
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface TestCase {
  /** The same from run to run: file (from the project's root, with `/`) where known, suites and name, joined by ` > `. */
  readonly id: string;
  readonly file?: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Why it failed, in the runner's words; bounded. */
  readonly reason?: string;
}
