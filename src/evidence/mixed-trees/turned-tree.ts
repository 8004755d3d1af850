import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { importedFiles } from '../../languages/imported-names.ts';
import { languageOf } from '../../languages/known-languages.ts';
import { isTestFile } from '../../languages/test-surface.ts';
import { folderOf } from '../../languages/tree-path.ts';
import { turnOperators } from '../../languages/turned-operators.ts';
import { type ChangeTrees, type MixedTree, notNeeded, sameAs } from './change-trees.ts';
import { isOfProduct, placesAfter, touchedBefore, touchedNow } from './hollow-tree.ts';
import { oldTestsTree } from './regression-tree.ts';
import { selectTests } from './select-tests.ts';
import { draftFrom } from './tree-draft.ts';
import { openTree } from './tree-reader.ts';

/**
 * The candidate's product, in which what the old tests are about returns something else, with the tests of one side.
 * Of the same broken product an edited test must not take more than the old one.
 */
export async function turnedTree(
  trees: ChangeTrees,
  side: 'baseline' | 'candidate',
): Promise<Result<MixedTree, Failure>> {
  const { place } = trees;
  const old = await touchedBefore(trees);
  if (!old.ok) return old;
  const about = await testedFiles(trees, old.value);
  if (!about.ok) return about;
  const places = await placesAfter(trees, about.value);
  if (!places.ok) return places;
  if (places.value.length === 0) return ok(notNeeded(trees));
  const tests = side === 'baseline' ? await oldTestsTree(trees) : await ownTests(trees, old.value);
  if (!tests.ok) return tests;
  const base = await openTree(place, tests.value.tree, new Map());
  if (!base.ok) return base;
  const loaded = await base.value.load(places.value);
  if (!loaded.ok) return loaded;
  const draft = draftFrom(place, base.value);
  let count = 0;
  for (const path of places.value) {
    const text = turnOperators(path, base.value.text(path) ?? '');
    if (text === undefined) continue;
    draft.write(path, text);
    count++;
  }
  const made = await draft.finish();
  if (!made.ok) return made;
  const { tests: run, isWholeSuite, notes } = tests.value;
  const isNeeded = count > 0 && run.length > 0;
  return ok({ tree: made.value, isNeeded, sameAs: sameAs(trees, made.value), tests: run, isWholeSuite, notes });
}

type Tests = Pick<MixedTree, 'tree' | 'tests' | 'isWholeSuite' | 'notes'>;

async function ownTests(trees: ChangeTrees, old: readonly string[]): Promise<Result<Tests, Failure>> {
  const draft = draftFrom(trees.place, trees.candidate);
  const now = await touchedNow(trees, old);
  if (!now.ok) return now;
  const selected = await selectTests(trees, draft, now.value);
  if (!selected.ok) return selected;
  const made = await draft.finish();
  return made.ok ? ok({ tree: made.value, ...selected.value, notes: draft.notes }) : made;
}

/** What tests import themselves: what lies behind that may be mocked, and need not be what they are about. */
async function testedFiles(trees: ChangeTrees, tests: readonly string[]): Promise<Result<string[], Failure>> {
  const { baseline } = trees;
  const loaded = await baseline.load(tests);
  if (!loaded.ok) return loaded;
  const isProduct = isOfProduct(trees);
  const found = tests.flatMap((path) => {
    // Tests of Go stand in the package that they try.
    if (languageOf(path)?.name === 'go')
      return [...baseline.paths].filter((one) => one.endsWith('.go') && folderOf(one) === folderOf(path));
    return importedFiles(path, baseline.text(path) ?? '', baseline.paths);
  });
  return ok([...new Set(found)].filter((path) => isProduct(path) && !isTestFile(path)));
}
