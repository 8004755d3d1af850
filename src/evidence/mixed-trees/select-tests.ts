import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { type ChangePart, isConfiguration } from '../../languages/change-class.ts';
import { mayTakeAdded } from '../../languages/added-data.ts';
import { importedFiles } from '../../languages/imported-names.ts';
import { languageOf } from '../../languages/known-languages.ts';
import { isInTestFolder } from '../../languages/test-surface.ts';
import { fileName, folderOf, joinPath } from '../../languages/tree-path.ts';
import type { ChangeTrees } from './change-trees.ts';
import type { TreeDraft } from './tree-draft.ts';
import type { TreeReader } from './tree-reader.ts';

/** Test files that a change concerns, as they are called in one of the trees. */
export function touchedTests(parts: readonly ChangePart[], all: readonly string[]): string[] {
  const known = new Set(all);
  const named = parts.flatMap(({ path, from, class: own }) => {
    const paths = from === undefined ? [path] : [path, from];
    if (own === 'snapshot') return paths.flatMap(testsOfSnapshot);
    return own === 'test' ? paths : [];
  });
  // An inseparable file may be a test as well.
  const both = parts.filter(({ isInseparable }) => isInseparable === true).map(({ path }) => path);
  return [...new Set([...named, ...both])].filter((path) => known.has(path));
}

/** `__snapshots__/a.test.ts.snap` belongs to `a.test.ts`; `__snapshots__/test_a.ambr` to `test_a.py`. */
export function testsOfSnapshot(path: string): string[] {
  const folder = folderOf(path);
  const home = fileName(folder) === '__snapshots__' ? folderOf(folder) : folder;
  const name = fileName(path);
  return [
    name.replace(/\.(?:snap|shot|golden)$/, ''),
    name.replace(/\.ambr$/, '.py'),
    name.replace(/\.snap\.md$|\.snap$/, '.js'),
  ].map((one) => joinPath(home, one));
}

/** These test files, and all others of the tree that import one of them. */
export async function withImporters(
  tree: TreeReader,
  { touched, all }: { readonly touched: readonly string[]; readonly all: readonly string[] },
): Promise<Result<string[], Failure>> {
  const known = new Set(touched);
  if (touched.length === 0 || touched.length === all.length) return ok([...touched]);
  const loaded = await tree.load(all);
  if (!loaded.ok) return loaded;
  const imports = all.map((path) => ({ path, files: importedFiles(path, tree.text(path) ?? '', tree.paths) }));
  for (let before = -1; before < known.size;) {
    before = known.size;
    for (const { path, files } of imports) if (files.some((file) => known.has(file))) known.add(path);
  }
  return ok([...known]);
}

/** Old tests that may read snapshots and fixtures that the change adds; all where code that they share may. */
export async function testsTakingData({ parts, baseline, tests }: ChangeTrees): Promise<Result<string[], Failure>> {
  const added = parts
    .filter((part) => part.kind === 'added' && (part.class === 'fixture' || part.class === 'snapshot'))
    .map(({ path }) => path);
  if (added.length === 0) return ok([]);
  const shared = [...baseline.paths].filter((path) => isInTestFolder(path) && languageOf(path) !== undefined);
  const readers = [...new Set([...tests.baseline, ...shared])];
  const loaded = await baseline.load(readers);
  if (!loaded.ok) return loaded;
  const { paths } = baseline;
  const taking = readers.filter((path) =>
    added.some((one) => mayTakeAdded(one, { path, text: baseline.text(path) ?? '', paths })),
  );
  const known = new Set(tests.baseline);
  return ok(taking.every((path) => known.has(path)) ? taking : [...known]);
}

/** Old tests whose cases may be in data that the change edits or removes; all where code that they share may read it. */
export async function testsOfChangedData({ parts, baseline, tests }: ChangeTrees): Promise<Result<string[], Failure>> {
  const changed = parts.filter((part) => part.class === 'fixture' && part.kind !== 'added' && part.kind !== 'mode');
  if (changed.length === 0) return ok([]);
  const names = changed.map(({ path, from }) => from ?? path).flatMap((path) => [fileName(path), folderOf(path)]);
  const words = new Set(names.map(fileName).filter((name) => name !== '.'));
  const shared = [...baseline.paths].filter((path) => isInTestFolder(path) && languageOf(path) !== undefined);
  const readers = [...new Set([...tests.baseline, ...shared])];
  const loaded = await baseline.load(readers);
  if (!loaded.ok) return loaded;
  const reading = readers.filter((path) => [...words].some((word) => baseline.text(path)?.includes(word) === true));
  const known = new Set(tests.baseline);
  return ok(reading.every((path) => known.has(path)) ? reading : [...known]);
}

/** Whether what all tests share is not as it was. */
export function changesSharedSurface(parts: readonly ChangePart[]): boolean {
  return parts.some(
    (part) =>
      isConfiguration(part) ||
      part.class === 'support' ||
      part.class === 'resolution' ||
      part.dependency === 'runner' ||
      (part.class === 'fixture' && part.kind !== 'added'),
  );
}

export interface Selection {
  readonly tests: readonly string[];
  readonly isWholeSuite: boolean;
}

/**
 * Takes all other test files out of the draft: every runner understands that. Where one that stays imports one that
 * would go, all stay.
 */
export async function selectTests(
  { baseline, candidate, tests, canSelect = true }: ChangeTrees,
  draft: TreeDraft,
  wanted: readonly string[],
): Promise<Result<Selection, Failure>> {
  const kept = new Set(wanted.filter((path) => draft.has(path)));
  const all = new Set([...tests.baseline, ...tests.candidate]);
  const others = [...all].filter((path) => !kept.has(path) && draft.has(path) && isTestModule(path));
  const whole = { tests: [...kept, ...others], isWholeSuite: true };
  if (others.length === 0 || !canSelect) return ok(whole);
  const reached = await reachedFrom(draft, [...kept], [baseline, candidate]);
  if (!reached.ok) return reached;
  if (others.some((path) => reached.value.has(path))) return ok(whole);
  for (const path of others) {
    draft.put(path, null);
    // Jest fails where a snapshot has no test.
    const snapshot = joinPath(folderOf(path), `__snapshots__/${fileName(path)}.snap`);
    if (draft.has(snapshot)) draft.put(snapshot, null);
  }
  return ok({ tests: [...kept], isWholeSuite: false });
}

/** Whatever else lies among tests may be needed by those that stay. */
function isTestModule(path: string): boolean {
  return languageOf(path) !== undefined && !/(?:^|\/)(?:__init__|conftest)\.py$/.test(path);
}

/** Everything that these import, directly or not, and what pytest loads with them. */
async function reachedFrom(
  draft: TreeDraft,
  tests: readonly string[],
  trees: readonly TreeReader[],
): Promise<Result<ReadonlySet<string>, Failure>> {
  const paths = draft.paths();
  const reached = new Set<string>();
  let wave = [...tests, ...conftests(tests, paths)];
  while (wave.length > 0 && reached.size < MAX_FILES) {
    for (const tree of trees) {
      const loaded = await tree.load(wave);
      if (!loaded.ok) return loaded;
    }
    const next = new Set<string>();
    for (const path of wave) {
      for (const tree of trees) {
        for (const file of importedFiles(path, tree.text(path) ?? '', paths)) if (!reached.has(file)) next.add(file);
      }
    }
    for (const file of next) reached.add(file);
    wave = [...next];
  }
  return ok(reached);
}

const MAX_FILES = 2_000;

function conftests(tests: readonly string[], paths: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  for (const test of tests.filter((path) => path.endsWith('.py'))) {
    for (let folder = folderOf(test); ; folder = folderOf(folder)) {
      const file = joinPath(folder, 'conftest.py');
      if (paths.has(file)) found.add(file);
      if (folder === '.') break;
    }
  }
  return [...found];
}
