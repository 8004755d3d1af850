import type { Failure } from '../../base/failure.ts';
import { isRecord, parseJson } from '../../base/json.ts';
import { ok, type Result } from '../../base/result.ts';
import { type ChangePart, isConfiguration, isProduct, isTestSurface } from '../../languages/change-class.ts';
import { canBeStubbed } from '../../languages/exports.ts';
import type { TreeSide } from '../../languages/merge-manifest.ts';
import { forwarder, graft, isSameModule, withMovedExports } from '../../languages/stubs.ts';
import { isInTestFolder } from '../../languages/test-surface.ts';
import { fileName, folderOf, joinPath } from '../../languages/tree-path.ts';
import { type ChangeTrees, type MixedTree, notNeeded, sameAs } from './change-trees.ts';
import { type ProductChanges, type ProductFile, readProductChanges } from './product-changes.ts';
import { changesSharedSurface, selectTests, testsTakingData, touchedTests, withImporters } from './select-tests.ts';
import { swapParts } from './swap-parts.ts';
import { draftFrom, type TreeDraft } from './tree-draft.ts';

export interface RegressionOptions {
  /** Where runner configuration, scripts and package managers come from. */
  readonly configuration: TreeSide;
  /** Where settings come from that say which file an import means. */
  readonly resolution: TreeSide;
  /** Test files that a compiler stumbled over: one of them loses the tests of all others. */
  readonly without: readonly string[];
}

/** The candidate's product with the baseline's tests. */
export async function regressionTree(
  trees: ChangeTrees,
  options: Partial<RegressionOptions> = {},
): Promise<Result<MixedTree, Failure>> {
  const { parts } = trees;
  const taking = await testsTakingData(trees);
  if (!taking.ok) return taking;
  const isAsked = parts.some(isProduct) && (taking.value.length > 0 || parts.some(touchesOldSurface));
  if (!isAsked) return ok(notNeeded(trees));
  const mixed = await oldTestsTree(trees, options);
  return mixed.ok ? ok({ ...mixed.value, isNeeded: mixed.value.tests.length > 0 }) : mixed;
}

/** The same tree, whether or not it can show anything. */
export async function oldTestsTree(
  trees: ChangeTrees,
  { configuration = 'baseline', resolution = 'baseline', without = [] }: Partial<RegressionOptions> = {},
): Promise<Result<Omit<MixedTree, 'isNeeded'>, Failure>> {
  const { parts, candidate, place } = trees;
  const draft = draftFrom(place, candidate);
  const swapped = await swapParts(trees, draft, {
    sideOf: (part) => {
      if (part.class === 'product') return 'as it is';
      if (part.class === 'resolution') return resolution;
      return isConfiguration(part) ? configuration : 'baseline';
    },
  });
  if (!swapped.ok) return swapped;
  const product = await readProductChanges(trees);
  if (!product.ok) return product;
  for (const file of product.value.files) restoreNames(trees, draft, file, product.value);
  const all = trees.tests.baseline;
  const taking = await testsTakingData(trees);
  if (!taking.ok) return taking;
  const concerned = [...new Set([...touchedTests(parts, all), ...taking.value])];
  const touched = await withImporters(trees.baseline, { touched: concerned, all });
  if (!touched.ok) return touched;
  const kept = await keepModuleKind(trees, draft);
  if (!kept.ok) return kept;
  const selected = await selectTests(trees, draft, changesSharedSurface(parts) ? all : touched.value);
  if (!selected.ok) return selected;
  for (const path of without) draft.put(path, null);
  const tree = await draft.finish();
  if (!tree.ok) return tree;
  return ok({
    tree: tree.value,
    sameAs: sameAs(trees, tree.value),
    ...selected.value,
    notes: draft.notes,
  });
}

/** Where the package becomes one of modules, or no longer is, old tests in a folder of their own stay what they were. */
async function keepModuleKind(trees: ChangeTrees, draft: TreeDraft): Promise<Result<void, Failure>> {
  const { parts, baseline, candidate, tests } = trees;
  const changed = parts.filter(({ path, part }) => part === 'type' && fileName(path) === 'package.json');
  for (const { path: manifest } of changed) {
    for (const tree of [baseline, candidate]) {
      const loaded = await tree.load([manifest]);
      if (!loaded.ok) return loaded;
    }
    const kind = moduleKind(baseline.text(manifest));
    if (kind === moduleKind(candidate.text(manifest))) continue;
    const home = folderOf(manifest);
    const inside = tests.baseline.filter((path) => home === '.' || path.startsWith(`${home}/`));
    const folders = new Set(inside.flatMap((path) => testFolderOf(path) ?? []));
    for (const folder of folders) {
      const own = joinPath(folder, 'package.json');
      if (!draft.has(own)) draft.write(own, `${JSON.stringify({ type: kind })}\n`);
    }
  }
  return ok();
}

function moduleKind(manifest: string | undefined): 'module' | 'commonjs' {
  const value = parseJson(manifest ?? '{}');
  return isRecord(value) && value['type'] === 'module' ? 'module' : 'commonjs';
}

/** The outermost folder of tests that a file lies in. */
function testFolderOf(path: string): string | undefined {
  const folders = path.split('/').slice(0, -1);
  const length = folders.findIndex((_one, at) => isInTestFolder(`${folders.slice(0, at + 1).join('/')}/x`));
  return length === -1 ? undefined : folders.slice(0, length + 1).join('/');
}

/** New tests, snapshots and fixtures take nothing from old tests, unless these look for them. */
function touchesOldSurface(part: ChangePart): boolean {
  if (part.class === 'resolution' || part.dependency === 'runner') return true;
  return isTestSurface(part) && !(part.kind === 'added' && /^(?:test|snapshot|fixture)$/.test(part.class));
}

/** Old tests find the file where it was, and every name in it. */
function restoreNames({ candidate }: ChangeTrees, draft: TreeDraft, file: ProductFile, product: ProductChanges): void {
  const { before, after, removed, exportsAfter } = file;
  const { ending } = product;
  // What cannot be read is left alone.
  if (before === null || (after !== null && canBeStubbed(after) && candidate.text(after) === undefined)) return;
  const isGone = after !== before && !draft.has(before) && !(after !== null && isSameModule(before, after));
  if (isGone && after !== null) {
    const names = [...exportsAfter, ...removed.map(({ added }) => added)];
    const text = forwarder({ from: before, to: after, ending }, names);
    if (text === '') draft.put(before, candidate.files.get(after));
    else draft.write(before, text);
    draft.note({ kind: 'forwarder', path: before, to: after });
  }
  const place = after ?? before;
  if (!canBeStubbed(place) || removed.length === 0 || (after === null && !isGone)) return;
  let text = after === null ? '' : (candidate.text(after) ?? '');
  const grafts = removed.filter(({ added, to }) => {
    const home = to === undefined ? product.newHome(added, place) : undefined;
    if (home === undefined) return true;
    text = withMovedExports({ from: place, to: home, ending }, text, [added]);
    draft.note({ kind: 'moved', path: place, to: home, names: [added.name] });
    return false;
  });
  if (grafts.length > 0) draft.note({ kind: 'graft', path: place, names: grafts.map(({ added }) => added.name) });
  draft.write(place, graft(place, text, grafts));
}
