import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { ChangePart } from '../../languages/change-class.ts';
import type { TreeNote } from './tree-draft.ts';
import { openTree, type TreePlace, type TreeReader } from './tree-reader.ts';

/** A change of a project. */
export interface TreeChange {
  /** Names of trees. */
  readonly baseline: string;
  readonly candidate: string;
  /** Everything in which they differ. */
  readonly parts: readonly ChangePart[];
  /** The files that the runner takes for tests, of each tree. */
  readonly tests: { readonly baseline: readonly string[]; readonly candidate: readonly string[] };
  /** False: the runner compiles test files together, or is a script. All of them stay. */
  readonly canSelect?: boolean;
  /** The runner does without test files that the change adds. */
  readonly canLeaveOutNew?: boolean;
}

/** A change whose trees were listed: trees for its runs can be made of them. */
export interface ChangeTrees extends Omit<TreeChange, 'baseline' | 'candidate'> {
  readonly place: TreePlace;
  readonly baseline: TreeReader;
  readonly candidate: TreeReader;
}

export async function openChange(place: TreePlace, change: TreeChange): Promise<Result<ChangeTrees, Failure>> {
  const texts = new Map<string, string | undefined>();
  const baseline = await openTree(place, change.baseline, texts);
  if (!baseline.ok) return baseline;
  const candidate = await openTree(place, change.candidate, texts);
  if (!candidate.ok) return candidate;
  return ok({ ...change, place, baseline: baseline.value, candidate: candidate.value });
}

/** A tree for one run. */
export interface MixedTree {
  readonly tree: string;
  /** False: there is nothing to run, or nothing that another run does not show. */
  readonly isNeeded: boolean;
  /** It is one of the two: what is known of that one holds. */
  readonly sameAs: 'baseline' | 'candidate' | null;
  /** The test files that are in it. */
  readonly tests: readonly string[];
  /** Whether these are all test files of their side, and not a selection. */
  readonly isWholeSuite: boolean;
  readonly notes: readonly TreeNote[];
}

/** Where nothing has to be run no tree is written: each of its objects would have to be made durable. */
export function notNeeded({ candidate }: ChangeTrees): MixedTree {
  return { tree: candidate.id, isNeeded: false, sameAs: 'candidate', tests: [], isWholeSuite: false, notes: [] };
}

export function sameAs({ baseline, candidate }: ChangeTrees, tree: string): MixedTree['sameAs'] {
  if (tree === candidate.id) return 'candidate';
  return tree === baseline.id ? 'baseline' : null;
}
