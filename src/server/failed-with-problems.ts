import type { Failure } from '../base/failure.ts';
import type { Problem } from '../base/document-problem.ts';

/** A failure with the places of what was sent that it is about. */
export class FailedWithProblems extends Error {
  readonly failure: Failure;
  readonly problems: readonly Problem[];

  constructor(failure: Failure, problems: readonly Problem[]) {
    super(failure.code);
    this.failure = failure;
    this.problems = problems;
  }
}
