import { ok } from '../../../base/result.ts';
import { languageOf } from '../language.ts';
import { lineAt, readSource, type Source } from '../read-source.ts';
import { type FindReferences, MOST_IMPORTS, type Reference } from './reference.ts';
import { usesOf } from './uses.ts';

/** Java and Kotlin: imports, names written out in full, and classes of the same package, which need no import. */
export const jvmReferences: FindReferences = async ({ source, targets, tree }) => {
  const texts = await tree.texts([...targets].filter((path) => isJvm(path)));
  if (!texts.ok) return texts;
  const own = { package: packageOf(source), declared: new Set(declaredIn(source)) };
  const imports = importsOf(source);
  const body = withoutImports(source);
  const found: Reference[] = [];
  for (const [target, text] of texts.value) {
    const language = languageOf(target);
    const read = language === undefined ? undefined : readSource(language, text);
    if (read === undefined) continue;
    const { package: home, names } = { package: packageOf(read), names: declaredIn(read) };
    const put = (line: number, what: string): number => found.push({ target, line, import: what });
    for (const { name, line } of imports) {
      if (names.some((one) => isOf(name, qualified(home, one)))) put(line, name);
      const isStar = name === qualified(home, '*');
      if (isStar && names.some((one) => usesOf(source, one).length > 0)) put(line, name);
    }
    for (const one of names) {
      const isNear = own.package === home && !own.declared.has(one);
      const [near] = isNear ? usesOf(source, one) : [];
      if (near !== undefined) put(lineAt(source.bare, near), one);
      const [full] = home === '' ? [] : usesOf(body, qualified(home, one));
      if (full !== undefined) put(lineAt(source.bare, full), qualified(home, one));
    }
  }
  return ok(found);
};

function isJvm(path: string): boolean {
  const language = languageOf(path);
  return language === 'java' || language === 'kotlin';
}

function packageOf({ bare }: Source): string {
  return /^\s*package\s+([\p{L}\p{N}_.]+)/mu.exec(bare)?.[1] ?? '';
}

const IMPORT = /^[ \t]*import\s+(?:static\s+)?([\p{L}\p{N}_.$`*]+)[^\n]*$/gmu;

function importsOf({ bare }: Source): { readonly name: string; readonly line: number }[] {
  return [...bare.matchAll(IMPORT)].slice(0, MOST_IMPORTS).map((match) => ({
    name: (match[1] ?? '').replaceAll('`', ''),
    line: lineAt(bare, match.index),
  }));
}

function withoutImports(source: Source): Source {
  return { ...source, bare: source.bare.replaceAll(IMPORT, (line) => ' '.repeat(line.length)) };
}

/** Types anywhere in it, and (of Kotlin) what stands at the outermost level. */
function declaredIn({ bare, language }: Source): string[] {
  const types = [...bare.matchAll(/\b(?:class|interface|enum|record|object|typealias)\s+([\p{L}_][\p{L}\p{N}_]*)/gu)];
  const outermost = language === 'kotlin' ? [...bare.matchAll(KOTLIN_OUTERMOST)] : [];
  return [...new Set([...types, ...outermost].map(([, name]) => name ?? ''))].slice(0, MOST_NAMES);
}

const MOST_NAMES = 500;
const KOTLIN_OUTERMOST =
  /^(?:(?:public|internal|inline|suspend|const|lateinit|operator|infix)\s+)*(?:fun|val|var)\s+(?:<[^>\n]*>\s*)?(?:[\p{L}\p{N}_.<>]+\.)?([\p{L}_][\p{L}\p{N}_]*)/gmu;

function qualified(home: string, name: string): string {
  return home === '' ? name : `${home}.${name}`;
}

/** The name itself, or a member of it. */
function isOf(imported: string, name: string): boolean {
  return imported === name || imported.startsWith(`${name}.`);
}
