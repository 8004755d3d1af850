import { catchFailure, unwrap } from '../../../base/failure.ts';
import { changedFiles, getRenames } from '../../../git/diff.ts';
import { type AttemptProblem, setupProblem, treeProblem, type TreeUse } from '../../../workflows/auto/judge-tree.ts';
import { findFailingCommand, proveCommit } from '../../work/checks.ts';
import type { AutoJob } from './job.ts';

export interface TreeCommits extends TreeUse {
  /** The commit it began with, and the one that came of it. */
  readonly before: string;
  readonly now: string;
}

/** Runs the tests on both trees. Why the later one is not taken, before any branch moves to it; null when it is. */
export async function findTreeProblem(
  job: AutoJob,
  { before, now, ...use }: TreeCommits,
): Promise<AttemptProblem | null> {
  const { git, repository } = job.services;
  const was = await proveCommit(job, { commit: before, coverage: false });
  const is = await catchFailure(() => proveCommit(job, { commit: now, coverage: false }));
  if (!is.ok) {
    if (is.error.code !== 'checks.setup_failed') return unwrap(is);
    const works = await catchFailure(() => findFailingCommand(job, { commit: before, lines: [] }));
    if (works.ok) return setupProblem(is.error.params);
    // Neither can be set up: that is the machine's fault.
    return unwrap(works.error.code === 'checks.setup_failed' ? is : works);
  }
  const files = await changedFiles(git, repository, { from: before, to: now });
  return treeProblem({ before: was, now: is.value, renames: getRenames(files) }, use);
}

/** Which proof a merge commit speaks of. */
export function evidenceOf(tree: string): string {
  return `tree ${tree}`;
}
