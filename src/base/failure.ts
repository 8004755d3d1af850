import { err, type Result } from './result.ts';

/**
 * Everything that may go wrong on its own account, by stable code, with what a sentence about it needs.
 * The sentences themselves (message and hint, in each language) are in `i18n/`; a code without one does not compile.
 */
export interface FailureParams {
  /** A lock that its holder keeps; `holder` is null when the file does not say who. */
  'lock.held': { readonly lock: string; readonly holder: string | null };
}

export type FailureCode = keyof FailureParams;

export type Failure = {
  [C in FailureCode]: {
    readonly code: C;
    readonly params: FailureParams[C];
    /** The file, or the place inside it, that this is about. */
    readonly path?: string;
    readonly cause?: unknown;
  };
}[FailureCode];

/** Where a failure is, and what brought it about. */
export interface About {
  readonly path?: string;
  readonly cause?: unknown;
}

export function failure<C extends FailureCode>(code: C, params: FailureParams[C], about: About = {}): Failure {
  return { code, params, ...about } as Failure;
}

export function fail<C extends FailureCode>(code: C, params: FailureParams[C], about?: About): Result<never, Failure> {
  return err(failure(code, params, about));
}
