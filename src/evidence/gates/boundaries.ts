import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { isImportOf, readSource } from '../../languages/known-languages.ts';
import type { SourceText } from '../../languages/source.ts';
import type { Design } from '../../schema/contracts/design.ts';
import { filesOfEntity } from './entities.ts';
import type { TreeFiles } from './tree-files.ts';

/** An import that a boundary forbids. */
interface Crossing {
  /** Names of the design. */
  readonly from: string;
  readonly to: string;
  readonly file: string;
  readonly line: number;
  /** As the source has it. */
  readonly import: string;
}

export interface Crossings {
  readonly crossings: readonly Crossing[];
  /** Names in boundaries that no file could be found for. */
  readonly unresolved: readonly string[];
  /** Changed files on the forbidding side whose imports we cannot read. */
  readonly unread: readonly string[];
}

/** Of the boundaries that are not allowed, those that the changed files cross, as they are in `tree`. */
export async function boundaryCrossings(
  tree: TreeFiles,
  { design, changed }: { readonly design: Design; readonly changed: readonly string[] },
): Promise<Result<Crossings, Failure>> {
  const forbidden = design.contract.boundaries.filter(({ allowed }) => !allowed);
  const filesOf = (name: string): ReadonlySet<string> => filesOfEntity(name, design, tree.paths);
  const texts = await tree.texts(changed);
  if (!texts.ok) return texts;
  const crossings: Crossing[] = [];
  const [unresolved, unread] = [new Set<string>(), new Set<string>()];
  for (const { from, to } of forbidden) {
    const [sources, targets] = [filesOf(from), filesOf(to)];
    if (sources.size === 0) unresolved.add(from);
    if (targets.size === 0) unresolved.add(to);
    // A file that is on both sides of it may use its own kind.
    for (const file of changed.filter((one) => sources.has(one) && !targets.has(one))) {
      const text = texts.value.get(file);
      const source = text === undefined ? undefined : readSource(file, text);
      const find = source?.reader.findReferences;
      if (source === undefined || find === undefined) {
        if (tree.paths.has(file)) unread.add(file);
        continue;
      }
      const found = await find({ path: file, source, targets, tree, read: readSource });
      if (!found.ok) return found;
      const libraries = targets.size === 0 ? libraryImports(file, source, to) : [];
      for (const { line, import: what } of [...found.value, ...libraries]) {
        crossings.push({ from, to, file, line, import: what });
      }
    }
  }
  return ok({ crossings: unique(crossings), unresolved: [...unresolved], unread: [...unread] });
}

/** A name that no file has may be that of a package. */
function libraryImports(
  file: string,
  { code }: SourceText,
  library: string,
): { readonly line: number; readonly import: string }[] {
  const names = [...new Set([library, library.toLowerCase()])].filter((name) => /^[@\w./-]+$/.test(name));
  return code.split('\n').flatMap((text, at) => {
    const isIt = text.length < MAX_LINE && names.some((name) => isImportOf(file, text, name));
    return isIt ? [{ line: at + 1, import: library }] : [];
  });
}

const MAX_LINE = 2_000;

function unique(crossings: readonly Crossing[]): Crossing[] {
  const keyOf = (one: Crossing): string => JSON.stringify([one.from, one.to, one.file, one.line, one.import]);
  return [...new Map(crossings.map((one) => [keyOf(one), one])).values()];
}
