import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import {
  type FindReferences,
  lineAt,
  MAX_DEPTH,
  MAX_IMPORTS,
  type Reference,
  type ReferenceSearch,
  type SourceText,
} from '../source.ts';
import { folderOf } from '../tree-path.ts';

/** Imports of modules and of what is in them, also through packages that import it in their `__init__`. */
export const pythonReferences: FindReferences = async (search) => {
  const { path: file, source, targets } = search;
  const found: Reference[] = [];
  const reExported = new Map<string, readonly PythonImport[]>();
  for (const one of pythonImports(source)) {
    const files = await importedFiles(one, { ...search, from: file, left: MAX_DEPTH, met: new Set(), reExported });
    if (!files.ok) return files;
    const shown = `${'.'.repeat(one.level)}${one.module}`;
    for (const target of new Set(files.value)) {
      if (targets.has(target)) found.push({ target, line: one.line, import: shown });
    }
  }
  return ok(found);
};

export interface PythonImport {
  readonly line: number;
  /** `a.b`; empty for `from . import c`. */
  readonly module: string;
  /** How many dots stand before it. */
  readonly level: number;
  readonly names: readonly { readonly name: string; readonly as: string }[];
}

export function pythonImports({ bare, code }: Pick<SourceText, 'bare' | 'code'>): PythonImport[] {
  // A line that goes on is one line; both have the same length.
  const joined = bare.replaceAll('\\\n', '  ');
  const froms = [...joined.matchAll(FROM)].map((match) => {
    const [, dots = '', module = '', list = ''] = match;
    return { line: lineOf(bare, match), module, level: dots.length, names: membersOf(list.replaceAll(/[()]/g, ' ')) };
  });
  const plain = [...joined.matchAll(PLAIN)].flatMap((match) =>
    membersOf(match[1] ?? '').map(({ name }) => ({ line: lineOf(bare, match), module: name, level: 0, names: [] })),
  );
  const called = [...joined.matchAll(CALLED)].map((match) => {
    const begin = match.index + match[0].length;
    const module = /^[\w.]+/.exec(code.slice(begin, begin + 500))?.[0] ?? '';
    return { line: lineOf(bare, match), module, level: 0, names: [] };
  });
  return [...froms, ...plain, ...called].slice(0, MAX_IMPORTS);
}

const BEGIN = String.raw`(?:^|[;:])[ \t]*`;
const FROM = new RegExp(
  String.raw`${BEGIN}from[ \t]+(\.*)[ \t]*([\p{L}\p{N}_.]*)[ \t]+import\b[ \t]*(\([^)]{0,8000}\)|[^\n;]{0,4000})`,
  'gmu',
);
const PLAIN = new RegExp(String.raw`${BEGIN}import[ \t]+([^\n;]{0,4000})`, 'gmu');
const CALLED = /\b(?:import_module|__import__)\s*\(\s*['"]/g;

function lineOf(bare: string, match: RegExpMatchArray): number {
  return lineAt(bare, (match.index ?? 0) + match[0].search(/\S/));
}

function membersOf(list: string): { name: string; as: string }[] {
  return list.split(',').flatMap((part) => {
    const [, name, as] = /^\s*([\p{L}\p{N}_.*]+)(?:\s+as\s+([\p{L}\p{N}_]+))?\s*$/u.exec(part) ?? [];
    return name === undefined ? [] : [{ name, as: as ?? name }];
  });
}

interface Resolution extends Pick<ReferenceSearch, 'tree' | 'read'> {
  readonly from: string;
  readonly left: number;
  readonly met: Set<string>;
  /** What packages import, of those that were read. */
  readonly reExported: Map<string, readonly PythonImport[]>;
}

async function importedFiles(
  { module, level, names }: PythonImport,
  resolution: Resolution,
): Promise<Result<readonly string[], Failure>> {
  const { from, tree, left, met } = resolution;
  const direct = new Set<string>();
  for (const root of rootsOf(from, level)) {
    const place = [root, ...module.split('.')].filter((part) => part !== '').join('/');
    const own = moduleAt(place, tree.paths);
    const inside = names.flatMap(
      ({ name }) => moduleAt([place, ...name.split('.')].filter((part) => part !== '').join('/'), tree.paths) ?? [],
    );
    for (const file of [...(own === undefined ? [] : [own]), ...inside]) direct.add(file);
    if (direct.size > 0) break;
  }
  const files = new Set(direct);
  for (const file of direct) {
    if (!file.endsWith('/__init__.py') || names.length === 0 || left === 0 || met.has(file)) continue;
    met.add(file);
    const imports = await importsIn(file, resolution);
    if (!imports.ok) return imports;
    for (const inner of imports.value) {
      const wanted = inner.names.filter(
        ({ as }) => as === '*' || names.some(({ name }) => name === '*' || name === as),
      );
      if (wanted.length === 0) continue;
      const further = await importedFiles({ ...inner, names: wanted }, { ...resolution, from: file, left: left - 1 });
      if (!further.ok) return further;
      for (const one of further.value) files.add(one);
    }
  }
  return ok([...files]);
}

async function importsIn(
  file: string,
  { tree, read, reExported }: Resolution,
): Promise<Result<readonly PythonImport[], Failure>> {
  const before = reExported.get(file);
  if (before !== undefined) return ok(before);
  const texts = await tree.texts([file]);
  if (!texts.ok) return texts;
  const source = read(file, texts.value.get(file) ?? '');
  const imports = source === undefined ? [] : pythonImports(source);
  reExported.set(file, imports);
  return ok(imports);
}

/** A relative import counts from its package. Others are looked for from every folder above, and its `src`. */
export function rootsOf(from: string, level: number): string[] {
  let folder = folderOf(from);
  if (level > 0) {
    for (let n = 1; n < level; n++) folder = folderOf(folder);
    return [folder === '.' ? '' : folder];
  }
  const roots: string[] = [];
  for (; folder !== '.'; folder = folderOf(folder)) roots.push(folder, `${folder}/src`);
  // From the root down: a package of the project is what `import cart` means, not a neighbour of the same name.
  return ['', 'src', ...roots.toReversed()];
}

export function moduleAt(place: string, paths: ReadonlySet<string>): string | undefined {
  return [`${place}.py`, `${place}/__init__.py`, `${place}.pyi`].find((one) => paths.has(one));
}
