import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { isProduct } from '../../languages/change-class.ts';
import type { ExportedName } from '../../languages/exported-name.ts';
import { addedExports, allExportsOf, canBeStubbed, type ExportAddition } from '../../languages/exports.ts';
import type { SpecifierEnding } from '../../languages/javascript/stubs.ts';
import type { ChangeTrees } from './change-trees.ts';

/** A file of the product that is not the same in both trees. */
export interface ProductFile {
  /** Null: it is only in the other tree. */
  readonly before: string | null;
  readonly after: string | null;
  /** What the module of each tree exports; empty where it cannot be read. */
  readonly exportsBefore: readonly ExportedName[];
  readonly exportsAfter: readonly ExportedName[];
  readonly added: readonly ExportAddition[];
  readonly removed: readonly ExportAddition[];
}

export interface ProductChanges {
  readonly files: readonly ProductFile[];
  readonly ending: SpecifierEnding;
  /** The only module that has this name now and had it not before. */
  newHome(name: ExportedName, except: string): string | undefined;
}

export async function readProductChanges(trees: ChangeTrees): Promise<Result<ProductChanges, Failure>> {
  const changed = trees.parts.filter(
    (one) => isProduct(one) && one.part === undefined && one.isInseparable !== true && one.kind !== 'mode',
  );
  const pairs = changed.map(({ path, from, kind }) => ({
    before: kind === 'added' ? null : (from ?? path),
    after: kind === 'deleted' ? null : path,
  }));
  const names = await exportsOfBoth(trees, pairs);
  if (!names.ok) return names;
  const { of } = names.value;
  const files = withFoundRenames(pairs, (tree, path) => of(tree, path)).map(({ before, after }): ProductFile => {
    const exportsBefore = before === null ? [] : of('baseline', before);
    const exportsAfter = after === null ? [] : of('candidate', after);
    return {
      before,
      after,
      exportsBefore,
      exportsAfter,
      added: addedExports(exportsBefore, exportsAfter),
      removed: addedExports(exportsAfter, exportsBefore),
    };
  });
  const newNames = files.flatMap(({ after, added }) =>
    added.flatMap(({ added: one, to }) => (after === null || to !== undefined ? [] : [{ after, one }])),
  );
  const ending = await specifierEnding(trees);
  if (!ending.ok) return ending;
  return ok({
    files,
    ending: ending.value,
    newHome({ name, kind }, except) {
      const found = newNames.filter(
        ({ after, one }) => one.name === name && one.kind === kind && one.from === undefined && after !== except,
      );
      return found.length === 1 && name !== 'default' && name !== 'module.exports' ? found[0]?.after : undefined;
    },
  });
}

interface Pair {
  readonly before: string | null;
  readonly after: string | null;
}

type ExportsAt = (tree: 'baseline' | 'candidate', path: string) => readonly ExportedName[];

async function exportsOfBoth(
  { baseline, candidate }: ChangeTrees,
  pairs: readonly Pair[],
): Promise<Result<{ readonly of: ExportsAt }, Failure>> {
  const read = (tree: typeof baseline, paths: readonly string[]): Map<string, readonly ExportedName[]> =>
    new Map(paths.filter(canBeStubbed).map((path) => [path, allExportsOf(path, tree)]));
  const before = await baseline.settle(() =>
    read(
      baseline,
      pairs.flatMap((one) => one.before ?? []),
    ),
  );
  if (!before.ok) return before;
  const after = await candidate.settle(() =>
    read(
      candidate,
      pairs.flatMap((one) => one.after ?? []),
    ),
  );
  if (!after.ok) return after;
  const known = { baseline: before.value, candidate: after.value };
  return ok({ of: (tree, path) => known[tree].get(path) ?? [] });
}

/** Git calls a file renamed where most lines stayed: `a.js` that became `a.ts`, or moved and was rewritten, may be none. */
function withFoundRenames(pairs: readonly Pair[], of: ExportsAt): Pair[] {
  const added = new Set(pairs.flatMap(({ before, after }) => (before === null && after !== null ? [after] : [])));
  const found = new Map<string, string>();
  for (const { before, after } of pairs) {
    if (before === null || after !== null || !canBeStubbed(before)) continue;
    const stem = withoutEnding(before);
    const names = of('baseline', before)
      .filter(({ from }) => from === undefined)
      .map(({ name }) => name);
    const alike = [...added].filter((path) => {
      if (withoutEnding(path) === stem) return true;
      const own = new Set(of('candidate', path).map(({ name }) => name));
      return names.length > 0 && names.filter((name) => name !== 'default' && own.has(name)).length * 2 > names.length;
    });
    const [target] = alike.toSorted((a, b) => Number(withoutEnding(b) === stem) - Number(withoutEnding(a) === stem));
    if (target === undefined || (alike.length > 1 && withoutEnding(target) !== stem)) continue;
    found.set(before, target);
    added.delete(target);
  }
  const taken = new Set(found.values());
  return pairs
    .filter(({ before, after }) => !(before === null && after !== null && taken.has(after)))
    .map((pair) =>
      pair.before !== null && pair.after === null ? { ...pair, after: found.get(pair.before) ?? null } : pair,
    );
}

/** `src/a/index.js` and `src/a.ts` are imported by the same name. */
function withoutEnding(path: string): string {
  return path.replace(/\.(?:[cm]?[jt]sx?|py)$/, '').replace(/\/(?:index|__init__)$/, '');
}

/** How TypeScript of the candidate names its own modules, by a few of its files. */
async function specifierEnding({ candidate, parts }: ChangeTrees): Promise<Result<SpecifierEnding, Failure>> {
  const sources = [...candidate.paths].filter((path) => /\.[cm]?tsx?$/.test(path) && !path.endsWith('.d.ts'));
  if (sources.length === 0) return ok('own');
  const changed = new Set(parts.map(({ path }) => path));
  const sample = sources.toSorted((a, b) => Number(changed.has(b)) - Number(changed.has(a))).slice(0, 60);
  const loaded = await candidate.load(sample);
  if (!loaded.ok) return loaded;
  const counts = { own: 0, compiled: 0, none: 0 };
  for (const path of sample) {
    for (const [, name = ''] of (candidate.text(path) ?? '').matchAll(/\bfrom\s*['"](\.{1,2}\/[^'"\n]+)['"]/g)) {
      if (/\.[cm]?tsx?$/.test(name)) counts.own++;
      else if (/\.[cm]?jsx?$/.test(name)) counts.compiled++;
      else if (!/\.\w+$/.test(name)) counts.none++;
    }
  }
  if (counts.own > counts.compiled && counts.own > counts.none) return ok('own');
  return ok(counts.compiled > counts.none ? 'compiled' : 'none');
}
