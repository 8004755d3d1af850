import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { type FindReferences, findUses, lineAt, type Reference, type SourceText, type SourceTree } from '../source.ts';
import { folderOf, joinPath } from '../tree-path.ts';

/** Go imports packages: one is meant when something is used that this very file of it declares. */
export const goReferences: FindReferences = async (search) => {
  const { path: file, source, targets, tree } = search;
  const texts = await tree.texts([...targets].filter((target) => target.endsWith('.go')));
  if (!texts.ok) return texts;
  const imports = importsOf(source);
  const found: Reference[] = [];
  for (const [target, text] of texts.value) {
    const read = search.read(target, text);
    if (read === undefined) continue;
    const put = (line: number, what: string): number => found.push({ target, line, import: what });
    const folder = folderOf(target);
    if (folder === folderOf(file)) {
      const [near] = declaredNames(read).flatMap((name) => findUses(source, name).map((at) => ({ at, name })));
      if (near !== undefined && target !== file) put(lineAt(source.bare, near.at), near.name);
      continue;
    }
    const named = await importPathOf(folder, tree);
    if (!named.ok) return named;
    for (const one of imports.filter((each) => each.path === named.value)) {
      const alias = one.alias ?? packageOf(read);
      const exported = declaredNames(read).filter((name) => /^\p{Lu}/u.test(name));
      const isWhole = alias === '_' || alias === '.';
      if (isWhole || exported.some((name) => findUses(source, `${alias}.${name}`).length > 0)) put(one.line, one.path);
    }
  }
  return ok(found);
};

interface GoImport {
  readonly path: string;
  readonly alias: string | undefined;
  readonly line: number;
}

function importsOf({ bare, code }: SourceText): GoImport[] {
  const lists = [...bare.matchAll(/^import\b\s*(?:\(([^)]{0,20000})\)|[^\n(]*)/gm)];
  return lists.flatMap((list) =>
    [...list[0].matchAll(/(?:([\p{L}\p{N}_.]+)[ \t]+)?(["`])[^"`\n]*["`]/gu)].map((match) => {
      const at = list.index + match.index;
      const [, imported = ''] = /["`]([^"`\n]*)["`]/.exec(code.slice(at, at + match[0].length)) ?? [];
      const alias = match[1] === 'import' ? undefined : match[1];
      return { path: imported, alias, line: lineAt(bare, at) };
    }),
  );
}

function packageOf({ bare }: SourceText): string {
  return /^package\s+([\p{L}\p{N}_]+)/mu.exec(bare)?.[1] ?? '';
}

/** Functions, types, variables and constants of the outermost level; methods belong to their type. */
export function declaredNames({ bare }: SourceText): string[] {
  const single = [...bare.matchAll(/^(?:func|type|var|const)\s+([\p{L}_][\p{L}\p{N}_]*)/gmu)].map(
    ([, name]) => name ?? '',
  );
  const lists = [...bare.matchAll(/^(?:type|var|const)\s*\(([^)]{0,20000})\)/gm)];
  const listed = lists.flatMap(([, list = '']) =>
    [...list.matchAll(/^\s*([\p{L}_][\p{L}\p{N}_]*)/gmu)].map(([, name]) => name ?? ''),
  );
  return [...single, ...listed].filter((name) => name !== 'init' && name !== 'main' && name !== '_');
}

/** Undefined: no `go.mod` is above. */
async function importPathOf(folder: string, tree: SourceTree): Promise<Result<string | undefined, Failure>> {
  for (let above = folder; ; above = folderOf(above)) {
    const mod = joinPath(above, 'go.mod');
    if (tree.paths.has(mod)) {
      const texts = await tree.texts([mod]);
      if (!texts.ok) return texts;
      const module = goModule(texts.value.get(mod) ?? '');
      const below = above === '.' ? folder : folder.slice(above.length + 1);
      return ok(
        module === undefined ? undefined : [module, below].filter((part) => part !== '' && part !== '.').join('/'),
      );
    }
    if (above === '.') return ok(undefined);
  }
}

/** The path of the module that a `go.mod` is of. */
export function goModule(text: string): string | undefined {
  return /^module\s+"?([^\s"]+)/m.exec(text)?.[1];
}
