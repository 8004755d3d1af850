import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { type ChangePart, isTestSurface } from '../../languages/change-class.ts';
import { allExportsOf, canBeStubbed } from '../../languages/exports.ts';
import { importedFiles, importsOf } from '../../languages/imported-names.ts';
import { withoutExtension } from '../../languages/known-languages.ts';
import { hollowStub } from '../../languages/stubs.ts';
import { isTestFile } from '../../languages/test-surface.ts';
import { fileName, folderOf } from '../../languages/tree-path.ts';
import { type ChangeTrees, type MixedTree, notNeeded, sameAs } from './change-trees.ts';
import { readProductChanges } from './product-changes.ts';
import { selectTests, testsOfChangedData, testsTakingData, touchedTests, withImporters } from './select-tests.ts';
import { draftFrom } from './tree-draft.ts';
import type { TreeReader } from './tree-reader.ts';

/**
 * The tree of one side with its own tests, in which everything returns nothing that the old tests had from the product.
 * A test that fails there demands something of it.
 */
export async function hollowTree(
  trees: ChangeTrees,
  side: 'baseline' | 'candidate',
): Promise<Result<MixedTree, Failure>> {
  const { parts, place, tests, canSelect = true } = trees;
  const tree = trees[side];
  const draft = draftFrom(place, tree);
  const old = await touchedBefore(trees);
  if (!old.ok) return old;
  const product = canSelect ? await productBehind(trees, old.value) : ok([]);
  if (!product.ok) return product;
  const isAsked = old.value.length > 0 && product.value.length > 0 && tests.baseline.length > 0 && parts.length > 0;
  if (!isAsked) return ok(notNeeded(trees));
  const places = side === 'baseline' ? ok(product.value) : await placesAfter(trees, product.value);
  if (!places.ok) return places;
  const stubs = await tree.settle(() =>
    places.value.filter(canBeStubbed).map((path) => ({ path, text: hollowStub(path, allExportsOf(path, tree)) })),
  );
  if (!stubs.ok) return stubs;
  for (const { path, text } of stubs.value) draft.write(path, text);
  const now = side === 'baseline' ? ok(old.value) : await touchedNow(trees, old.value);
  if (!now.ok) return now;
  const selected = await selectTests(trees, draft, now.value);
  if (!selected.ok) return selected;
  const made = await draft.finish();
  if (!made.ok) return made;
  return ok({
    tree: made.value,
    isNeeded: true,
    sameAs: sameAs(trees, made.value),
    ...selected.value,
    notes: draft.notes,
  });
}

/**
 * Test files of the baseline that the change edits or moves, or whose support code or data it edits; and those that may
 * take what it adds in place of what they took.
 */
export async function touchedBefore(trees: ChangeTrees): Promise<Result<string[], Failure>> {
  const { parts, baseline, tests } = trees;
  const edited = parts.filter(({ kind }) => kind !== 'added' && kind !== 'mode');
  const support = new Set(edited.filter((part) => part.class === 'support').map(({ path, from }) => from ?? path));
  const all = tests.baseline;
  const own = await withImporters(baseline, { touched: touchedTests(edited, all), all });
  if (!own.ok) return own;
  const taking = await testsTakingData(trees);
  if (!taking.ok) return taking;
  const changed = await testsOfChangedData(trees);
  if (!changed.ok) return changed;
  const added = addedSupport(parts);
  const setsVariables = parts.some(({ class: own, path }) => own === 'resolution' && fileName(path).startsWith('.env'));
  if (support.size + added.length === 0 && !setsVariables)
    return ok([...new Set([...own.value, ...taking.value, ...changed.value])]);
  const loaded = await baseline.load(all);
  if (!loaded.ok) return loaded;
  const using = all.filter(
    (path) =>
      importsAny(baseline, path, support) ||
      isServed(trees, path, added) ||
      (setsVariables && /\benv/.test(baseline.text(path) ?? '')),
  );
  return ok([...new Set([...own.value, ...taking.value, ...changed.value, ...using])]);
}

/** Code for tests, and what pytest gives to all tests of a folder. */
function addedSupport(parts: ChangeTrees['parts']): string[] {
  const isSupport = ({ class: own, path }: ChangePart): boolean =>
    own === 'support' || own === 'fixture' || own === 'test' || fileName(path) === 'conftest.py';
  return parts.filter((part) => part.kind === 'added' && isSupport(part)).map(({ path }) => path);
}

/** Whether an old test finds one of these where it found another file, or is given what they define. */
function isServed(
  { baseline, candidate }: Pick<ChangeTrees, 'baseline' | 'candidate'>,
  path: string,
  added: readonly string[],
): boolean {
  const imports = importsOf(path, baseline.text(path) ?? '');
  const found = new Set(imports.flatMap(({ places, stems }) => [...places(candidate.paths), ...stems]));
  return added.some((file) => {
    const stem = withoutExtension(file);
    if (fileName(file) !== 'conftest.py')
      return [file, stem, stem.replace(/\/(?:__init__|index)$/, '')].some((one) => found.has(one));
    return path.endsWith('.py') && (folderOf(file) === '.' || path.startsWith(`${folderOf(file)}/`));
  });
}

/** The same files as the candidate calls them, and those that may have their tests now. */
export async function touchedNow(
  { parts, candidate, tests }: ChangeTrees,
  old: readonly string[],
): Promise<Result<string[], Failure>> {
  const all = tests.candidate;
  const touched = new Set([...touchedTests(parts, all), ...old.filter((path) => all.includes(path))]);
  return withImporters(candidate, { touched: [...touched], all });
}

function importsAny(tree: TreeReader, path: string, files: ReadonlySet<string>): boolean {
  return importedFiles(path, tree.text(path) ?? '', tree.paths).some((file) => files.has(file));
}

/** What these tests import from the product, directly or not. */
async function productBehind(trees: ChangeTrees, tests: readonly string[]): Promise<Result<string[], Failure>> {
  const isProduct = isOfProduct(trees);
  return reachedFrom(trees.baseline, tests, (path) => canBeStubbed(path) && isProduct(path) && !isTestFile(path));
}

/** Of files of the baseline. */
export function isOfProduct({ parts }: Pick<ChangeTrees, 'parts'>): (path: string) => boolean {
  const surface = new Set(parts.filter(isTestSurface).map(({ path, from }) => from ?? path));
  return (path) => !surface.has(path);
}

async function reachedFrom(
  tree: TreeReader,
  from: readonly string[],
  fits: (path: string) => boolean,
): Promise<Result<string[], Failure>> {
  const met = new Set(from);
  let wave = [...met];
  while (wave.length > 0 && met.size < MAX_FILES) {
    const loaded = await tree.load(wave);
    if (!loaded.ok) return loaded;
    wave = wave
      .flatMap((path) => importedFiles(path, tree.text(path) ?? '', tree.paths))
      .filter((path) => {
        const isNew = !met.has(path);
        met.add(path);
        return isNew;
      });
  }
  return ok([...met].filter(fits));
}

const MAX_FILES = 2_000;

/**
 * Where the candidate has these: where they were, where they were moved to, and what it took out of them. A copy that
 * only tests know is another thing, whatever it is called.
 */
export async function placesAfter(trees: ChangeTrees, before: readonly string[]): Promise<Result<string[], Failure>> {
  const { candidate } = trees;
  const changes = await readProductChanges(trees);
  if (!changes.ok) return changes;
  const { files } = changes.value;
  const known = new Set(before);
  const moved = new Map(files.flatMap(({ before: old, after }) => (old === null ? [] : [[old, after] as const])));
  const kept = before.flatMap((path) => (moved.has(path) ? (moved.get(path) ?? []) : path));
  const homes = files
    .filter((file) => file.before !== null && known.has(file.before))
    .flatMap((file) => file.removed.flatMap(({ added }) => changes.value.newHome(added, file.before ?? '') ?? []));
  const added = new Set(files.flatMap(({ before: old, after }) => (old === null && after !== null ? [after] : [])));
  const behind = await reachedFrom(candidate, kept, (path) => added.has(path));
  if (!behind.ok) return behind;
  return ok([...new Set([...kept, ...homes, ...behind.value])].filter((path) => candidate.paths.has(path)));
}
