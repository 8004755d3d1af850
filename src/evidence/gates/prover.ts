import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { testCommand } from '../../languages/known-runners.ts';
import type { TestSelection } from '../../languages/runner.ts';
import type { ProjectCommands } from '../project-commands.ts';
import type { ProofOutcome } from '../prove.ts';

export type TestFilter = NonNullable<TestSelection['only']>;

/**
 * Runs the project's tests on the tree that is to be judged, in a worktree that is clean again each time, and never
 * answers with an earlier proof. Without `only` it runs all of them.
 */
export type Prover = (only?: TestFilter) => Promise<Result<ProofOutcome, Failure>>;

/** What came of one run or several. */
export type Cancellable<T> = { readonly status: 'proved'; readonly value: T } | { readonly status: 'cancelled' };

/** Undefined: this project's runner cannot be told to run only these. */
export function narrowed(tests: ProjectCommands['tests'], only: TestFilter): TestFilter | undefined {
  if (tests === undefined) return undefined;
  const all = { coverage: false, reports: '/' };
  const line = (wanted: TestSelection): string => testCommand(tests, wanted);
  return line({ ...all, only }) === line(all) ? undefined : only;
}
