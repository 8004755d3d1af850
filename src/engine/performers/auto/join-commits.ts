import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
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
export async function joinCommits(services: AutoServices, { plan, ...sides }: Join): Promise<Result<Merge, Failure>> {
  const { git, repository } = services;
  const merged = await mergeCommits(git, repository, sides);
  if (!merged.ok || merged.value.kind === 'clean') return merged;
  const { tree, paths } = merged.value;
  const file = planPath(services);
  if (file === null || paths.some((name) => name !== file)) return merged;
  const content = await fileIn(git, repository, { tree: sides[plan], path: file });
  if (!content.ok) return content;
  if (content.value === null) return merged;
  const resolved = await treeWith(git, repository, { tree, path: file, content: content.value });
  return resolved.ok ? ok({ kind: 'clean', tree: resolved.value }) : resolved;
}
