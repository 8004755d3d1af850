import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { isProduct } from '../../languages/change-class.ts';
import { type ChangeTrees, type MixedTree, sameAs } from './change-trees.ts';
import { selectTests, touchedTests } from './select-tests.ts';
import { draftFrom } from './tree-draft.ts';

/**
 * The candidate in two parts: `old` has the test files that are as they were, `new` those that were added or changed. So
 * no new file can do anything to the tests of others in the same process. Where they are not needed, the candidate runs
 * as a whole.
 */
export async function candidateParts(
  trees: ChangeTrees,
): Promise<Result<{ readonly old: MixedTree; readonly new: MixedTree }, Failure>> {
  const touched = new Set(touchedTests(trees.parts, trees.tests.candidate));
  const unchanged = trees.tests.candidate.filter((path) => !touched.has(path));
  const isSplit =
    trees.canSelect !== false &&
    trees.parts.some(isProduct) &&
    trees.parts.some((part) => part.class === 'test' && part.kind === 'added') &&
    unchanged.length > 0 &&
    touched.size > 0;
  const old = await partWith(trees, unchanged, isSplit);
  if (!old.ok) return old;
  const changed = await partWith(trees, [...touched], isSplit);
  return changed.ok ? ok({ old: old.value, new: changed.value }) : changed;
}

async function partWith(
  trees: ChangeTrees,
  wanted: readonly string[],
  isSplit: boolean,
): Promise<Result<MixedTree, Failure>> {
  const draft = draftFrom(trees.place, trees.candidate);
  const selected = await selectTests(trees, draft, wanted);
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
