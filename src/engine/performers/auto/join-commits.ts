import { unwrap } from '../../../base/failure.ts';
import { type Merge, mergeCommits, type MergeSides } from '../../../git/merge.ts';
import { fileIn, treeWith } from '../../../git/tree-with.ts';
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
export async function joinCommits(services: AutoServices, { plan, ...sides }: Join): Promise<Merge> {
  const { git, repository } = services;
  const merged = unwrap(await mergeCommits(git, repository, sides));
  if (merged.kind === 'clean') return merged;
  const { tree, paths } = merged;
  const file = planPath(services);
  if (file === null || paths.some((name) => name !== file)) return merged;
  const content = unwrap(await fileIn(git, repository, { tree: sides[plan], path: file }));
  if (content === null) return merged;
  return { kind: 'clean', tree: unwrap(await treeWith(git, repository, { tree, path: file, content })) };
}
