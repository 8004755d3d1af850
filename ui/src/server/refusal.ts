import type { FailureAnswer } from '../../../src/schema/api/failure.ts';

type Said = Pick<FailureAnswer['error'], 'code' | 'message' | 'hint' | 'problems'>;

/** A request that the server refused, with what it said. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly hint: string | null;
  readonly problems: Said['problems'];

  constructor(status: number, { code, message, hint, problems }: Said) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
    this.problems = problems;
  }
}
