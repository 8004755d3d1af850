import path from 'node:path';
import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { lineAt, readSource, type Source } from '../read-source.ts';
import type { TreeFiles } from '../tree-files.ts';
import type { FindReferences, Reference } from './reference.ts';
import { usesOf } from './uses.ts';

/** Go imports packages: one is meant when something is used that this very file of it declares. */
export const goReferences: FindReferences = async ({ path: file, source, targets, tree }) => {
  const texts = await tree.texts([...targets].filter((target) => target.endsWith('.go')));
  if (!texts.ok) return texts;
  const imports = importsOf(source);
  const found: Reference[] = [];
  for (const [target, text] of texts.value) {
    const read = readSource('go', text);
    if (read === undefined) continue;
    const put = (line: number, what: string): number => found.push({ target, line, import: what });
    const folder = path.posix.dirname(target);
    if (folder === path.posix.dirname(file)) {
      const [near] = declaredIn(read).flatMap((name) => usesOf(source, name).map((at) => ({ at, name })));
      if (near !== undefined && target !== file) put(lineAt(source.bare, near.at), near.name);
      continue;
    }
    const named = await importPathOf(folder, tree);
    if (!named.ok) return named;
    for (const one of imports.filter((each) => each.path === named.value)) {
      const alias = one.alias ?? packageOf(read);
      const exported = declaredIn(read).filter((name) => /^\p{Lu}/u.test(name));
      const isWhole = alias === '_' || alias === '.';
      if (isWhole || exported.some((name) => usesOf(source, `${alias}.${name}`).length > 0)) put(one.line, one.path);
    }
  }
  return ok(found);
};

interface GoImport {
  readonly path: string;
  readonly alias: string | undefined;
  readonly line: number;
}

function importsOf({ bare, code }: Source): GoImport[] {
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

function packageOf({ bare }: Source): string {
  return /^package\s+([\p{L}\p{N}_]+)/mu.exec(bare)?.[1] ?? '';
}

/** Functions, types, variables and constants of the outermost level; methods belong to their type. */
function declaredIn({ bare }: Source): string[] {
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
async function importPathOf(folder: string, tree: TreeFiles): Promise<Result<string | undefined, Failure>> {
  for (let above = folder; ; above = path.posix.dirname(above)) {
    const mod = path.posix.join(above, 'go.mod');
    if (tree.paths.has(mod)) {
      const texts = await tree.texts([mod]);
      if (!texts.ok) return texts;
      const module = /^module\s+"?([^\s"]+)/m.exec(texts.value.get(mod) ?? '')?.[1];
      const below = path.posix.relative(above, folder);
      return ok(module === undefined ? undefined : [module, below].filter((part) => part !== '').join('/'));
    }
    if (above === '.') return ok(undefined);
  }
}
