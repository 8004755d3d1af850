import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { isProduct } from '../../languages/change-class.ts';
import { type ChangeTrees, type MixedTree, sameAs } from './change-trees.ts';
import { selectTests, touchedTests } from './select-tests.ts';
import { draftFrom } from './tree-draft.ts';

/**
 * The candidate in two parts: `old` has the test files that are as they were, `new` those that were added or changed. So
 * no new file can do anything to the tests of others in the same process. Where test files are compiled together, `old`
 * lacks only those that were added, and `new` is everything. Where they are not needed, the candidate runs as a whole.
 */
export async function candidateParts(
  trees: ChangeTrees,
): Promise<Result<{ readonly old: MixedTree; readonly new: MixedTree }, Failure>> {
  const { parts, tests, canSelect = true, canLeaveOutNew = false } = trees;
  const touched = new Set(touchedTests(parts, tests.candidate));
  const added = parts.filter((part) => part.class === 'test' && part.kind === 'added').map(({ path }) => path);
  const leftOut = canSelect ? touched : new Set(added);
  const kept = tests.candidate.filter((path) => !leftOut.has(path));
  const isSplit =
    (canSelect || canLeaveOutNew) && parts.some(isProduct) && added.length > 0 && kept.length > 0 && touched.size > 0;
  const old = await partWith(trees, kept, isSplit);
  if (!old.ok) return old;
  const changed = await partWith(trees, canSelect ? [...touched] : tests.candidate, isSplit);
  return changed.ok ? ok({ old: old.value, new: changed.value }) : changed;
}

async function partWith(
  trees: ChangeTrees,
  wanted: readonly string[],
  isSplit: boolean,
): Promise<Result<MixedTree, Failure>> {
  const draft = draftFrom(trees.place, trees.candidate);
  const selected = await selectTests({ ...trees, canSelect: isSplit }, draft, wanted);
  if (!selected.ok) return selected;
  const tree = await draft.finish();
  if (!tree.ok) return tree;
  return ok({
    tree: tree.value,
    isNeeded: isSplit,
    sameAs: sameAs(trees, tree.value),
    ...selected.value,
    notes: draft.notes,
  });
}
