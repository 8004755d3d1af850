import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { changedFiles, renamesIn } from '../../../git/diff.ts';
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
): Promise<Result<AttemptProblem | null, Failure>> {
  const { git, repository } = job.services;
  const was = await proveCommit(job, { commit: before, coverage: false });
  if (!was.ok) return was;
  const is = await proveCommit(job, { commit: now, coverage: false });
  if (!is.ok) {
    if (is.error.code !== 'checks.setup_failed') return is;
    const works = await findFailingCommand(job, { commit: before, lines: [] });
    if (works.ok) return ok(setupProblem(is.error.params));
    // Neither can be set up: that is the machine's fault.
    return works.error.code === 'checks.setup_failed' ? is : works;
  }
  const files = await changedFiles(git, repository, { from: before, to: now });
  if (!files.ok) return files;
  return ok(treeProblem({ before: was.value, now: is.value, renames: renamesIn(files.value) }, use));
}

/** Which proof a merge commit speaks of. */
export function evidenceOf(tree: string): string {
  return `tree ${tree}`;
}
