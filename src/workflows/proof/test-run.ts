/** What one run of a project's tests on one exact tree said. Findings are told from it; it is never an agent's word. */
export interface TestRun {
  /** Null where the project has no tests that anybody could run. */
  readonly command: string | null;
  /** Where the numbers are from: a report, closing lines, `exit-code`. */
  readonly source: string;
  /** Of the tests, or of the build when it was red and the tests did not run; `not_run` when there was nothing to run. */
  readonly ending: 'exited' | 'signalled' | 'timed_out' | 'too_much_output' | 'not_run';
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly counts: {
    readonly total: number;
    readonly passed: number;
    readonly failed: number;
    readonly skipped: number;
  };
  /** No two have the same id. Empty where the runner gives only sums. */
  readonly tests: readonly {
    readonly id: string;
    readonly file?: string | undefined;
    readonly status: 'passed' | 'failed' | 'skipped';
    readonly reason?: string | undefined;
  }[];
  readonly build: { readonly command: string; readonly exit_code: number | null } | null;
  /** The last of what was printed. */
  readonly output_tail: string;
}

/** What a shell says of a command that it could not start. */
const NOT_STARTED: readonly (number | null)[] = [126, 127];

/** Red is an answer. This is none: whatever is built on it could not be proved either. */
export function couldNotRun({
  ending,
  exit_code,
}: {
  readonly ending: string;
  readonly exit_code: number | null;
}): boolean {
  if (ending === 'not_run') return false;
  return ending !== 'exited' || NOT_STARTED.includes(exit_code);
}
