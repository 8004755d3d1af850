import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { type FindReferences, MAX_DEPTH, type Reference, type ReferenceSearch } from '../source.ts';
import { type JavaScriptImport, javaScriptImports } from './imports.ts';
import { aliasesFor, resolveSpecifier } from './module-paths.ts';

/** Imports, also through files that only re-export what others export. */
export const javaScriptReferences: FindReferences = async (search) => {
  const { path, targets } = search;
  const importsOf = resolvedImports(search);
  const own = await importsOf(path);
  if (!own.ok) return own;
  const known = new Map<string, ReadonlySet<string>>();
  const found: Reference[] = [];
  for (const { file, names, line, specifier } of own.value) {
    const first = { file, names: names?.map(({ name }) => name) ?? null };
    const before = known.get(keyOf(first));
    const files = before === undefined ? await filesBehind(first, importsOf) : ok(before);
    if (!files.ok) return files;
    known.set(keyOf(first), files.value);
    for (const target of files.value) if (targets.has(target)) found.push({ target, line, import: specifier });
  }
  return ok(found);
};

interface Resolved extends JavaScriptImport {
  readonly file: string;
}

type ImportsOf = (file: string) => Promise<Result<readonly Resolved[], Failure>>;

/** Of each file once, and only what is in the tree. */
function resolvedImports({ source, tree, read }: ReferenceSearch): ImportsOf {
  const known = new Map<string, readonly Resolved[]>();
  return async (from) => {
    const before = known.get(from);
    if (before !== undefined) return ok(before);
    const texts = await tree.texts([from]);
    if (!texts.ok) return texts;
    const aliases = await aliasesFor(from, tree);
    if (!aliases.ok) return aliases;
    const text = read(from, texts.value.get(from) ?? '');
    const found = (text?.reader === source.reader ? javaScriptImports(text) : []).flatMap((one) => {
      const file = resolveSpecifier(one.specifier, { from, paths: tree.paths, aliases: aliases.value });
      return file === undefined ? [] : [{ ...one, file }];
    });
    known.set(from, found);
    return ok(found);
  };
}

interface Request {
  readonly file: string;
  /** Null: everything. */
  readonly names: readonly string[] | null;
}

function keyOf({ file, names }: Request): string {
  return JSON.stringify([file, names]);
}

/** The file itself, and those that what is requested of it comes from. */
async function filesBehind(first: Request, importsOf: ImportsOf): Promise<Result<ReadonlySet<string>, Failure>> {
  const met = new Set([keyOf(first)]);
  const files = new Set([first.file]);
  let wave: readonly Request[] = [first];
  for (let depth = 0; depth < MAX_DEPTH && wave.length > 0; depth++) {
    const next: Request[] = [];
    for (const { file, names } of wave) {
      const imports = await importsOf(file);
      if (!imports.ok) return imports;
      for (const one of imports.value) {
        const wanted = namesFrom(one, names);
        const further = wanted === undefined ? undefined : { file: one.file, names: wanted };
        if (further === undefined || met.has(keyOf(further))) continue;
        met.add(keyOf(further));
        files.add(further.file);
        next.push(further);
      }
    }
    wave = next;
  }
  return ok(files);
}

/** What is requested of the next file, when this one re-exports it; undefined: nothing. */
function namesFrom({ names, reExported }: JavaScriptImport, requested: Request['names']): Request['names'] | undefined {
  if (!reExported) return undefined;
  if (names === null) return requested;
  const wanted = names.filter(({ as }) => requested === null || requested.includes(as)).map(({ name }) => name);
  return wanted.length === 0 ? undefined : wanted;
}
