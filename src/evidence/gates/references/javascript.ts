import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { languageOf } from '../language.ts';
import { readSource } from '../read-source.ts';
import type { TreeFiles } from '../tree-files.ts';
import { type JavaScriptImport, javaScriptImports } from './javascript-imports.ts';
import { aliasesFor, resolveSpecifier } from './javascript-paths.ts';
import { DEEPEST, type FindReferences, type Reference } from './reference.ts';

/** Imports, also through files that only hand on what others export. */
export const javaScriptReferences: FindReferences = async ({ path, targets, tree }) => {
  const importsOf = resolvedImports(tree);
  const own = await importsOf(path);
  if (!own.ok) return own;
  const known = new Map<string, ReadonlySet<string>>();
  const found: Reference[] = [];
  for (const { file, names, line, specifier } of own.value) {
    const first = { file, asked: names?.map(({ name }) => name) ?? null };
    const before = known.get(keyOf(first));
    const meant = before === undefined ? await filesGot(first, importsOf) : ok(before);
    if (!meant.ok) return meant;
    known.set(keyOf(first), meant.value);
    for (const target of meant.value) if (targets.has(target)) found.push({ target, line, import: specifier });
  }
  return ok(found);
};

interface Resolved extends JavaScriptImport {
  readonly file: string;
}

type ImportsOf = (file: string) => Promise<Result<readonly Resolved[], Failure>>;

/** Of each file once, and only what is in the tree. */
function resolvedImports(tree: TreeFiles): ImportsOf {
  const known = new Map<string, readonly Resolved[]>();
  return async (from) => {
    const before = known.get(from);
    if (before !== undefined) return ok(before);
    const texts = await tree.texts([from]);
    if (!texts.ok) return texts;
    const aliases = await aliasesFor(from, tree);
    if (!aliases.ok) return aliases;
    const isSource = languageOf(from) === 'javascript';
    const source = isSource ? readSource('javascript', texts.value.get(from) ?? '') : undefined;
    const found = (source === undefined ? [] : javaScriptImports(source)).flatMap((one) => {
      const file = resolveSpecifier(one.specifier, { from, paths: tree.paths, aliases: aliases.value });
      return file === undefined ? [] : [{ ...one, file }];
    });
    known.set(from, found);
    return ok(found);
  };
}

interface Asked {
  readonly file: string;
  /** Null: all that there is. */
  readonly asked: readonly string[] | null;
}

function keyOf({ file, asked }: Asked): string {
  return JSON.stringify([file, asked]);
}

/** The file itself, and those that what is asked of it comes from. */
async function filesGot(first: Asked, importsOf: ImportsOf): Promise<Result<ReadonlySet<string>, Failure>> {
  const met = new Set([keyOf(first)]);
  const files = new Set([first.file]);
  let wave: readonly Asked[] = [first];
  for (let depth = 0; depth < DEEPEST && wave.length > 0; depth++) {
    const next: Asked[] = [];
    for (const { file, asked } of wave) {
      const imports = await importsOf(file);
      if (!imports.ok) return imports;
      for (const one of imports.value) {
        const wanted = askedOf(one, asked);
        const further = wanted === undefined ? undefined : { file: one.file, asked: wanted };
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

/** What is asked of the next file, when this one hands it on; undefined: nothing. */
function askedOf({ names, handedOn }: JavaScriptImport, asked: Asked['asked']): Asked['asked'] | undefined {
  if (!handedOn) return undefined;
  if (names === null) return asked;
  const wanted = names.filter(({ as }) => asked === null || asked.includes(as)).map(({ name }) => name);
  return wanted.length === 0 ? undefined : wanted;
}
