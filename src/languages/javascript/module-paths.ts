import type { Failure } from '../../base/failure.ts';
import { isRecord, parseJson } from '../../base/json.ts';
import { ok, type Result } from '../../base/result.ts';
import { javaScriptSyntax } from './syntax.ts';
import { stripText } from '../lexer.ts';
import type { SourceTree } from '../source.ts';
import { folderOf, joinPath } from '../tree-path.ts';

/** Another name for a place: `@/*` for `src/*`. */
interface Alias {
  readonly begins: string;
  readonly ends: string;
  readonly hasStar: boolean;
  /** From the project's root; `*` is what stood for it. */
  readonly places: readonly string[];
}

/** Which file of the tree a specifier means; undefined: none, it is a package. */
export function resolveSpecifier(
  specifier: string,
  {
    from,
    paths,
    aliases,
  }: { readonly from: string; readonly paths: ReadonlySet<string>; readonly aliases: readonly Alias[] },
): string | undefined {
  const plain = specifier.replace(/[?#].*$/, '');
  if (/^\.{1,2}(?:\/|$)/.test(plain)) return fileAt(joinPath(folderOf(from), plain), paths);
  for (const { begins, ends, hasStar, places } of aliases) {
    if (!plain.startsWith(begins) || !plain.endsWith(ends) || plain.length < begins.length + ends.length) continue;
    if (!hasStar && plain !== begins) continue;
    const star = plain.slice(begins.length, plain.length - ends.length);
    const found = places
      .map((place) =>
        fileAt(
          place.replace('*', () => star),
          paths,
        ),
      )
      .find((file) => file !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

const ENDINGS = ['.ts', '.tsx', '.d.ts', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '.json', '.vue', '.svelte'];

/** TypeScript's sources are imported by the names of what they become. */
function fileAt(place: string, paths: ReadonlySet<string>): string | undefined {
  const plain = place.replace(/\/+$/, '');
  const stem = plain.replace(/\.([cm]?)jsx?$/, '.$1');
  const candidates = [
    plain,
    ...(stem === plain ? [] : [`${stem}ts`, `${stem}tsx`, `${stem}d.ts`]),
    ...ENDINGS.map((ending) => `${plain}${ending}`),
    ...ENDINGS.map((ending) => (plain === '.' ? `index${ending}` : `${plain}/index${ending}`)),
  ];
  return candidates.find((one) => paths.has(one));
}

/** Whether the nearest `package.json` says that its `.js` files are ES modules. */
export function isInModulePackage(
  path: string,
  { paths, text }: { readonly paths: ReadonlySet<string>; readonly text: (path: string) => string | undefined },
): boolean {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const manifest = joinPath(folder, 'package.json');
    if (paths.has(manifest)) {
      const fields = parseJson(text(manifest) ?? '');
      return isRecord(fields) && fields['type'] === 'module';
    }
    if (folder === '.') return false;
  }
}

/** `paths` and `baseUrl` of the nearest tsconfig or jsconfig, with what it extends. */
export async function aliasesFor(from: string, tree: SourceTree): Promise<Result<readonly Alias[], Failure>> {
  for (let folder = folderOf(from); ; folder = folderOf(folder)) {
    const file = ['tsconfig.json', 'jsconfig.json']
      .map((name) => joinPath(folder, name))
      .find((one) => tree.paths.has(one));
    if (file !== undefined) return aliasesIn(file, tree, MAX_EXTENDED);
    if (folder === '.') return ok([]);
  }
}

const MAX_EXTENDED = 5;

async function aliasesIn(file: string, tree: SourceTree, left: number): Promise<Result<readonly Alias[], Failure>> {
  const read = await tree.texts([file]);
  if (!read.ok) return read;
  const config = parseJson(withoutComments(read.value.get(file) ?? ''));
  if (!isRecord(config)) return ok([]);
  const { baseUrl, paths } = compilerOptions(config);
  const folder = joinPath(folderOf(file), baseUrl ?? '.');
  if (paths !== undefined || baseUrl !== undefined) {
    const named = Object.entries(paths ?? {}).map(([name, places]) => aliasOf(name, places, folder));
    return ok([...named, ...(baseUrl === undefined ? [] : [aliasOf('*', ['*'], folder)])]);
  }
  const parent = config['extends'];
  const extended = typeof parent === 'string' && parent.startsWith('.') ? joinPath(folderOf(file), parent) : undefined;
  const found = [extended, `${extended}.json`].find((one) => one !== undefined && tree.paths.has(one));
  return found === undefined || left === 0 ? ok([]) : aliasesIn(found, tree, left - 1);
}

interface CompilerOptions {
  readonly baseUrl?: string;
  readonly paths?: Readonly<Record<string, readonly string[]>>;
}

function compilerOptions(config: Readonly<Record<string, unknown>>): CompilerOptions {
  const options = config['compilerOptions'];
  if (!isRecord(options)) return {};
  const { baseUrl, paths } = options;
  return {
    ...(typeof baseUrl === 'string' && { baseUrl }),
    ...(isRecord(paths) && { paths: Object.fromEntries(Object.entries(paths).map(([name, to]) => [name, texts(to)])) }),
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function aliasOf(name: string, places: readonly string[], folder: string): Alias {
  const [begins = '', ends = ''] = name.split('*');
  return { begins, ends, hasStar: name.includes('*'), places: places.map((place) => joinPath(folder, place)) };
}

/** These files may have comments, and commas after the last. */
export function withoutComments(text: string): string {
  return (stripText(javaScriptSyntax, text)?.code ?? '').replaceAll(/,(?=\s*[}\]])/g, ' ');
}
