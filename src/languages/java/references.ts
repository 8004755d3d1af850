import { ok } from '../../base/result.ts';
import { type FindReferences, findUses, lineAt, MAX_IMPORTS, type Reference, type SourceText } from '../source.ts';

/** Java and Kotlin: imports, names written out in full, and classes of the same package, which need no import. */
export const jvmReferences: FindReferences = async ({ source, targets, tree, read: readAny }) => {
  const texts = await tree.texts([...targets].filter((path) => /\.(?:java|kts?)$/.test(path)));
  if (!texts.ok) return texts;
  const own = { package: packageOf(source), declared: new Set(declaredIn(source)) };
  const imports = importsOf(source);
  const body = withoutImports(source);
  const found: Reference[] = [];
  for (const [target, text] of texts.value) {
    const read = readAny(target, text);
    if (read === undefined) continue;
    const { package: home, names } = { package: packageOf(read), names: declaredIn(read) };
    const put = (line: number, what: string): number => found.push({ target, line, import: what });
    for (const { name, line } of imports) {
      if (names.some((one) => isOf(name, qualified(home, one)))) put(line, name);
      const isStar = name === qualified(home, '*');
      if (isStar && names.some((one) => findUses(source, one).length > 0)) put(line, name);
    }
    for (const one of names) {
      const isNear = own.package === home && !own.declared.has(one);
      const [near] = isNear ? findUses(source, one) : [];
      if (near !== undefined) put(lineAt(source.bare, near), one);
      const [full] = home === '' ? [] : findUses(body, qualified(home, one));
      if (full !== undefined) put(lineAt(source.bare, full), qualified(home, one));
    }
  }
  return ok(found);
};

function packageOf({ bare }: SourceText): string {
  return /^\s*package\s+([\p{L}\p{N}_.]+)/mu.exec(bare)?.[1] ?? '';
}

const IMPORT = /^[ \t]*import\s+(?:static\s+)?([\p{L}\p{N}_.$`*]+)[^\n]*$/gmu;

function importsOf({ bare }: SourceText): { readonly name: string; readonly line: number }[] {
  return [...bare.matchAll(IMPORT)].slice(0, MAX_IMPORTS).map((match) => ({
    name: (match[1] ?? '').replaceAll('`', ''),
    line: lineAt(bare, match.index),
  }));
}

function withoutImports(source: SourceText): SourceText {
  return { ...source, bare: source.bare.replaceAll(IMPORT, (line) => ' '.repeat(line.length)) };
}

function declaredIn(source: SourceText): string[] {
  return [...new Set(source.reader.declaredNames?.(source) ?? [])].slice(0, MAX_NAMES);
}

const MAX_NAMES = 500;

function qualified(home: string, name: string): string {
  return home === '' ? name : `${home}.${name}`;
}

/** The name itself, or a member of it. */
function isOf(imported: string, name: string): boolean {
  return imported === name || imported.startsWith(`${name}.`);
}
