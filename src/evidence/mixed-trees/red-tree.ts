import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { type ChangePart, isProduct } from '../../languages/change-class.ts';
import { allExportsOf, canBeStubbed, type ModuleTexts } from '../../languages/exports.ts';
import type { ExportedName, ModuleForm } from '../../languages/exported-name.ts';
import { importsOf } from '../../languages/imported-names.ts';
import { isInModulePackage } from '../../languages/javascript/module-paths.ts';
import { languageOf, withoutExtension } from '../../languages/known-languages.ts';
import type { TreeSide } from '../../languages/merge-manifest.ts';
import { withMissingNames } from '../../languages/reverted-code.ts';
import { isLoadableCode } from '../../languages/source-files.ts';
import { forwarder, hollowStub, isSameModule, withHollowExports } from '../../languages/stubs.ts';
import { type ChangeTrees, type MixedTree, notNeeded, sameAs } from './change-trees.ts';
import { type ProductChanges, type ProductFile, readProductChanges } from './product-changes.ts';
import { selectTests, touchedTests, withImporters } from './select-tests.ts';
import { swapParts } from './swap-parts.ts';
import { draftFrom, type TreeDraft } from './tree-draft.ts';

/** What a contract says will exist. */
export interface Announced {
  /** Files that are to be created or changed. */
  readonly paths: readonly string[];
  /** Functions and types; `Cart.total` for a method. */
  readonly names: readonly string[];
}

/** The baseline's product, in which what the candidate adds exists and returns nothing, with the candidate's tests. */
export async function redTree(trees: ChangeTrees, announced?: Announced): Promise<Result<MixedTree, Failure>> {
  const { parts, baseline, candidate, place, tests } = trees;
  const isCode = (part: ChangePart): boolean =>
    isProduct(part) && part.kind !== 'deleted' && (languageOf(part.path) !== undefined || isLoadableCode(part.path));
  if (announced === undefined && !parts.some(isCode)) return ok(notNeeded(trees));
  const draft = draftFrom(place, baseline);
  const swapped = await swapParts(trees, draft, {
    sideOf: redSide,
    complete: (path, merged) => withMissingNames({ path, text: candidate.text(path) ?? '', reverted: merged }),
  });
  if (!swapped.ok) return swapped;
  const product = await readProductChanges(trees);
  if (!product.ok) return product;
  const written = new Map<string, string>();
  for (const file of product.value.files) hollowNames(trees, draft, { file, product: product.value, written });
  const isShared = parts.some((part) => part.class === 'support' || part.class === 'fixture');
  const all = tests.candidate;
  const touched = await withImporters(candidate, { touched: touchedTests(parts, all), all });
  if (!touched.ok) return touched;
  const selected = await selectTests(trees, draft, isShared ? all : touched.value);
  if (!selected.ok) return selected;
  if (announced !== undefined) {
    const added = await hollowAnnounced(trees, draft, { announced, written, tests: selected.value.tests });
    if (!added.ok) return added;
  }
  const tree = await draft.finish();
  if (!tree.ok) return tree;
  return ok({
    tree: tree.value,
    isNeeded: selected.value.tests.length > 0,
    sameAs: sameAs(trees, tree.value),
    ...selected.value,
    notes: draft.notes,
  });
}

function redSide(part: ChangePart): TreeSide | 'as it is' {
  if (part.class === 'product') return part.part === undefined ? 'as it is' : 'baseline';
  return part.class === 'control' ? 'baseline' : 'candidate';
}

interface Hollowing {
  readonly file: ProductFile;
  readonly product: ProductChanges;
  /** Texts of the draft that are in neither tree. */
  readonly written: Map<string, string>;
}

function hollowNames(
  { baseline, candidate }: ChangeTrees,
  draft: TreeDraft,
  { file, product, written }: Hollowing,
): void {
  const { before, after, added } = file;
  // What the change removes is still there.
  if (after === null) return;
  if (!canBeStubbed(after)) {
    const hasLanguage = languageOf(after) !== undefined || isLoadableCode(after);
    putOther({ path: after, isNew: before === null, hasLanguage });
    return;
  }
  if (before === after && added.length === 0) return;
  // What cannot be read is left alone.
  if (before !== null && baseline.text(before) === undefined) return;
  const write = (path: string, text: string): void => {
    written.set(path, text);
    draft.write(path, text);
  };
  if (added.length > 0) draft.note({ kind: 'hollow', path: after, names: added.map((one) => one.added.name) });
  if (before === after) write(after, withHollowExports(after, baseline.text(after) ?? '', added));
  else if (before === null) write(after, hollowStub(after, file.exportsAfter));
  else {
    // The module is where it was. What it gains it gains there: a forwarder passes everything on.
    const names = [...file.exportsBefore, ...added.map((one) => one.added)];
    if (!isSameModule(after, before)) {
      write(after, forwarder({ from: after, to: before, ending: product.ending }, names));
      draft.note({ kind: 'forwarder', path: after, to: before });
    }
    if (added.length > 0 && canBeStubbed(before))
      write(before, withHollowExports(before, baseline.text(before) ?? '', added));
  }

  function putOther({
    path,
    isNew,
    hasLanguage,
  }: {
    readonly path: string;
    readonly isNew: boolean;
    readonly hasLanguage: boolean;
  }): void {
    if (before !== null && before !== path) draft.put(path, baseline.files.get(before));
    else if (/\.d\.[cm]?ts$/.test(path)) draft.put(path, candidate.files.get(path));
    else if (hasLanguage) draft.note({ kind: 'no_stub', path });
    else if (isNew) {
      draft.write(path, path.endsWith('.json') ? '{}\n' : '');
      draft.note({ kind: 'hollow', path });
    }
  }
}

interface Announcing {
  readonly announced: Announced;
  readonly written: Map<string, string>;
  readonly tests: readonly string[];
}

/** Names that tests import and that nobody has written yet. */
async function hollowAnnounced(
  { baseline, candidate }: ChangeTrees,
  draft: TreeDraft,
  { announced, written, tests }: Announcing,
): Promise<Result<void, Failure>> {
  const loaded = await candidate.load(tests);
  if (!loaded.ok) return loaded;
  const paths = draft.paths();
  const wanted = new Map<string, Set<string>>();
  const required = new Set<string>();
  for (const test of tests) {
    for (const { places, stems, names, isRequired } of importsOf(test, candidate.text(test) ?? '')) {
      const found = places(paths);
      const planned = found.length > 0 ? [] : announced.paths.filter((path) => stems.includes(stemOf(path)));
      for (const path of [...found, ...planned].filter((one) => !tests.includes(one))) {
        wanted.set(path, new Set([...(wanted.get(path) ?? []), ...names]));
        if (isRequired) required.add(path);
      }
    }
  }
  const texts = { paths, text: (path: string) => written.get(path) ?? baseline.text(path) };
  const known = await baseline.settle(
    () =>
      new Map(
        [...wanted.keys()].map((path) => {
          const before = allExportsOf(path, texts);
          return [path, { before, form: before[0]?.form ?? formOfNew(path, required.has(path), texts) }];
        }),
      ),
  );
  if (!known.ok) return known;
  for (const [path, names] of wanted) {
    if (!canBeStubbed(path)) continue;
    const { before, form } = known.value.get(path) ?? { before: [], form: 'esm' };
    const isAnnounced = (name: string): boolean => announced.paths.includes(path) || announced.names.includes(name);
    const missing = [...names]
      .filter((name) => isAnnounced(name) && !before.some((one) => one.name === name))
      .map((name): ExportedName => ({ name, form, ...announcedShape(name, announced.names) }));
    const gained = before.flatMap((to) => {
      const { members = [] } = announcedShape(to.name, announced.names);
      const own = members.filter(({ name }) => !(to.members ?? []).some((one) => one.name === name));
      return to.kind === 'class' && own.length > 0 ? [{ added: { ...to, members: own }, to }] : [];
    });
    const additions = [...missing.map((added) => ({ added })), ...gained];
    if (additions.length === 0) continue;
    draft.write(path, withHollowExports(path, texts.text(path) ?? '', additions));
    draft.note({ kind: 'hollow', path, names: additions.map(({ added }) => added.name) });
  }
  return ok();
}

/** Of a module that nobody has written: what its package and whoever loads it expect. */
function formOfNew(path: string, isRequired: boolean, texts: ModuleTexts): ModuleForm {
  if (path.endsWith('.py')) return 'python';
  return isRequired && /\.jsx?$/.test(path) && !isInModulePackage(path, texts) ? 'commonjs' : 'esm';
}

/** `src/cart` for `src/cart/index.ts`. */
function stemOf(path: string): string {
  return withoutExtension(path).replace(/\/(?:index|__init__)$/, '');
}

function announcedShape(name: string, names: readonly string[]): Pick<ExportedName, 'kind' | 'members'> {
  const members = names.flatMap((one) => {
    const [owner, member] = one.split(/[.#]/);
    return owner === name && member !== undefined ? [member] : [];
  });
  if (members.length === 0) return { kind: 'unknown' };
  return {
    kind: 'class',
    members: members.map((member) => ({ name: member, kind: 'method', owner: 'instance', flow: 'sync' })),
  };
}
