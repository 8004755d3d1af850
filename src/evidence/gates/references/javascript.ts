import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { languageOf } from '../language.ts';
import { readSource } from '../read-source.ts';
import type { TreeFiles } from '../tree-files.ts';
import { type JavaScriptImport, javaScriptImports } from './javascript-imports.ts';
import { aliasesFor, resolveSpecifier } from './javascript-paths.ts';
import { DEEPEST, type FindReferences, type Reference } from './reference.ts';

/** Imports, also through files that only hand on what others export. */
export const javaScriptReferences: FindReferences = async ({ path, source, targets, tree }) => {
  const found: Reference[] = [];
  for (const one of javaScriptImports(source)) {
    const meant = await filesMeant(
      { specifier: one.specifier, asked: one.names?.map(({ name }) => name) ?? null },
      { from: path, tree, left: DEEPEST, met: new Set() },
    );
    if (!meant.ok) return meant;
    for (const target of meant.value) {
      if (targets.has(target)) found.push({ target, line: one.line, import: one.specifier });
    }
  }
  return ok(found);
};

interface Way {
  readonly from: string;
  readonly tree: TreeFiles;
  readonly left: number;
  readonly met: Set<string>;
}

/** Null: all that there is. */
type Asked = readonly string[] | null;

async function filesMeant(
  { specifier, asked }: { readonly specifier: string; readonly asked: Asked },
  way: Way,
): Promise<Result<readonly string[], Failure>> {
  const { from, tree, left, met } = way;
  const aliases = await aliasesFor(from, tree);
  if (!aliases.ok) return aliases;
  const file = resolveSpecifier(specifier, { from, paths: tree.paths, aliases: aliases.value });
  if (file === undefined) return ok([]);
  if (left === 0 || met.has(file)) return ok([file]);
  met.add(file);
  const texts = await tree.texts([file]);
  if (!texts.ok) return texts;
  const source = languageOf(file) === 'javascript' ? readSource('javascript', texts.value.get(file) ?? '') : undefined;
  const files = [file];
  for (const inner of source === undefined ? [] : javaScriptImports(source)) {
    const further = askedOf(inner, asked);
    if (further === undefined) continue;
    const meant = await filesMeant(
      { specifier: inner.specifier, asked: further },
      { ...way, from: file, left: left - 1 },
    );
    if (!meant.ok) return meant;
    files.push(...meant.value);
  }
  return ok(files);
}

/** What is asked of the next file, when this one hands it on; undefined: nothing. */
function askedOf({ names, handedOn }: JavaScriptImport, asked: Asked): Asked | undefined {
  if (!handedOn) return undefined;
  if (names === null) return asked;
  const wanted = names.filter(({ as }) => asked === null || asked.includes(as)).map(({ name }) => name);
  return wanted.length === 0 ? undefined : wanted;
}
