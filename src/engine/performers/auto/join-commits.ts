import { unwrap } from '../../../base/failure.ts';
import { type MergeResult, mergeCommits, type MergeSides } from '../../../git/merge.ts';
import { readTreeFile, writeTreeFile } from '../../../git/tree-file.ts';
import { planPath } from './tick-plan.ts';
import type { AutoServices } from './job.ts';

export interface Join extends MergeSides {
  /** The side that has the list of tasks as the person wants it. */
  readonly plan: keyof MergeSides;
}

/**
 * Merges two commits. A list of tasks that a person changed while we ticked boxes in it is no conflict: it is theirs, and
 * whoever commits this ticks the boxes again.
 */
export async function joinCommits(services: AutoServices, { plan, ...sides }: Join): Promise<MergeResult> {
  const { git, repository } = services;
  const merged = unwrap(await mergeCommits(git, repository, sides));
  if (merged.kind === 'clean') return merged;
  const { tree, paths } = merged;
  const file = planPath(services);
  if (file === null || paths.some((name) => name !== file)) return merged;
  const content = unwrap(await readTreeFile(git, repository, { tree: sides[plan], path: file }));
  if (content === null) return merged;
  return { kind: 'clean', tree: unwrap(await writeTreeFile(git, repository, { tree, path: file, content })) };
}
