import { javaScriptImports } from './javascript/imports.ts';
import { resolveSpecifier } from './javascript/module-paths.ts';
import { languageOf, readSource } from './known-languages.ts';
import { moduleAt, pythonImports, rootsOf } from './python/references.ts';
import type { SourceText } from './source.ts';
import { folderOf, joinPath } from './tree-path.ts';

/** The files of a tree that a source imports. */
export function importedFiles(path: string, text: string, paths: ReadonlySet<string>): string[] {
  return importsOf(path, text).flatMap(({ places }) => places(paths));
}

export interface ImportedNames {
  /** Files of the tree that are meant. */
  readonly places: (paths: ReadonlySet<string>) => readonly string[];
  /** Where the file would be, without its ending. */
  readonly stems: readonly string[];
  /** `default`, too. */
  readonly names: readonly string[];
  /** By `require`, which wants CommonJS. */
  readonly isRequired: boolean;
}

export function importsOf(path: string, text: string): ImportedNames[] {
  const source = readSource(path, text);
  if (source === undefined) return [];
  const language = languageOf(path)?.name;
  if (language === 'python') return pythonNames(path, source);
  return language === 'javascript' ? javaScriptNames(path, source) : [];
}

function javaScriptNames(path: string, source: SourceText): ImportedNames[] {
  const specifiers = new Set(javaScriptImports(source).map(({ specifier }) => specifier));
  return [...specifiers].map((specifier) => {
    const isRelative = /^\.{1,2}(?:\/|$)/.test(specifier);
    const required = new RegExp(String.raw`\brequire\s*\(\s*['"\`]${quoted(specifier)}['"\`]`);
    return {
      places: (paths) =>
        [resolveSpecifier(specifier, { from: path, paths, aliases: [] })].filter((one) => one !== undefined),
      stems: isRelative ? [joinPath(folderOf(path), specifier).replace(/(?:\/index)?(?:\.[cm]?[jt]sx?)?$/, '')] : [],
      names: namesFrom(source, specifier),
      isRequired: required.test(source.code),
    };
  });
}

/** What a source takes of a module, by names that it imports or members that it uses. */
function namesFrom({ bare, code }: SourceText, specifier: string): string[] {
  const names = new Set<string>();
  const whole = new Set<string>();
  const add = (list: string, separator: RegExp): void => {
    for (const part of list.split(',')) {
      const name = /^\s*(?:type\s+)?([\w$]+)/.exec(part.split(separator)[0] ?? '')?.[1];
      if (name !== undefined) names.add(name);
    }
  };
  for (const [, clause = ''] of code.matchAll(
    new RegExp(String.raw`\bimport\s+([^'"\`;()]*?)\s*\bfrom\s*['"]${quoted(specifier)}['"]`, 'g'),
  )) {
    add(/\{([^}]*)\}/.exec(clause)?.[1] ?? '', /\bas\b/);
    const outside = clause.replace(/\{[^}]*\}/, '').replace(/^\s*type\b/, '');
    const space = /\*\s*as\s+([\w$]+)/.exec(outside)?.[1];
    if (space !== undefined) whole.add(space);
    else if (/^\s*[\w$]+/.test(outside)) names.add('default');
  }
  const called = new RegExp(
    String.raw`\b(?:const|let|var)\s+(\{[^}]*\}|[\w$]+)\s*=\s*(?:await\s+)?(?:require|import)\s*\(\s*['"]${quoted(specifier)}['"]\s*\)`,
    'g',
  );
  for (const [, target = ''] of code.matchAll(called)) {
    if (target.startsWith('{')) add(target.slice(1, -1), /:/);
    else whole.add(target);
  }
  for (const name of whole) for (const member of membersUsed(bare, name)) names.add(member);
  return [...names];
}

function quoted(specifier: string): string {
  return specifier.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

function membersUsed(bare: string, name: string): string[] {
  const escaped = name.replaceAll('$', String.raw`\$`);
  return [...bare.matchAll(new RegExp(String.raw`(?<![\w$.])${escaped}\.([\p{L}_$][\p{L}\p{N}_$]*)`, 'gu'))].map(
    ([, member = '']) => member,
  );
}

function pythonNames(path: string, source: SourceText): ImportedNames[] {
  return pythonImports(source).map(({ module, level, names }) => {
    const place = (root: string): string => [root, ...module.split('.')].filter((part) => part !== '').join('/');
    const roots = rootsOf(path, level);
    const own = module.split('.').at(-1) ?? '';
    return {
      places: (paths) => {
        for (const root of roots) {
          const inside = names.map(({ name }) => moduleAt(`${place(root)}/${name}`, paths));
          const found = [moduleAt(place(root), paths), ...inside].filter((one) => one !== undefined);
          if (found.length > 0) return found;
        }
        return [];
      },
      stems: roots.flatMap((root) => [place(root), ...names.map(({ name }) => `${place(root)}/${name}`)]),
      names: names.length > 0 ? names.map(({ name }) => name) : membersUsed(source.bare, own),
      isRequired: false,
    };
  });
}
