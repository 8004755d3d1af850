import { catchFailure, type Failure, unwrap } from '../../../base/failure.ts';
import type { Result } from '../../../base/result.ts';
import { mergeCommits, type MergeResult } from '../../../git/merge.ts';
import type { AutoServices, MergeAhead, TaskMerge } from './job.ts';
import { tickedTree } from './tick-plan.ts';

interface MadeMerge {
  readonly merge: TaskMerge;
  /** What it was made onto, once that stands in the phase. */
  onto?: string;
  readonly joined: Promise<Result<MergeResult, Failure>>;
}

export function createMergeAhead(): MergeAhead {
  let last: MadeMerge | undefined;
  return {
    async begin(services, merge) {
      const joined = catchFailure(() => join(services, merge));
      last = { merge, joined };
      // Whoever takes it hears how it ended.
      await joined.then(nothing, nothing);
    },
    confirm(commit) {
      if (last !== undefined) last.onto = commit;
    },
    async take(services, merge) {
      const made = last;
      last = undefined;
      return made !== undefined && isFor(made, merge) ? unwrap(await made.joined) : join(services, merge);
    },
  };
}

function nothing(): void {}

function isFor({ merge: made, onto }: MadeMerge, { ours, theirs, ids }: TaskMerge): boolean {
  const ticked = new Set(made.ids);
  const isTicked = ids.length === ticked.size && ids.every((id) => ticked.has(id));
  return onto === ours.commit && made.theirs.commit === theirs.commit && isTicked;
}

async function join(services: AutoServices, { ours, theirs, ids }: TaskMerge): Promise<MergeResult> {
  const { git, repository } = services;
  const joined = await mergeCommits(git, repository, { ours: ours.commit, theirs: theirs.commit });
  if (joined.kind === 'conflict') return joined;
  return { kind: 'clean', tree: await tickedTree(services, { tree: joined.tree, ids }) };
}
