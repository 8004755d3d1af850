import { throwFailure } from '../../../base/failure.ts';
import type { RevisionRange } from '../../../git/diff.ts';
import type { OpenRun } from '../../descriptors/run.ts';
import { compareFile, type ComparedText, type ComparedTrees, compareTrees } from '../compare-trees.ts';
import type { RecordedRound } from './rounds.ts';

/** `base`, the number of a round, or a commit that the run names. */
export interface WantedRange {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

type Rounds = readonly Pick<RecordedRound, 'round' | 'commit'>[];

export async function compareRun(open: OpenRun, rounds: Rounds, wanted: WantedRange): Promise<ComparedTrees> {
  return compareTrees(open.services, rangeIn(open, rounds, wanted));
}

export async function compareRunFile(
  open: OpenRun,
  rounds: Rounds,
  wanted: WantedRange & { readonly path: string; readonly context: number },
): Promise<ComparedText> {
  return compareFile(open.services, { ...wanted, ...rangeIn(open, rounds, wanted) });
}

/** No revision is resolved that the run does not name itself. */
function rangeIn(open: OpenRun, rounds: Rounds, { from, to }: WantedRange): RevisionRange {
  const { base, work } = open.state();
  const known = new Map([['base', base.commit]]);
  for (const { round, commit } of rounds) if (commit !== null) known.set(String(round), commit).set(commit, commit);
  known.set(base.commit, base.commit);
  if (work !== null) known.set(work.commit, work.commit).set('work', work.commit);
  const revision = (name: string) => known.get(name) ?? throwFailure('http.unknown', { name });
  return { from: revision(from ?? 'base'), to: revision(to ?? 'work') };
}
