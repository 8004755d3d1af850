import path from 'node:path';
import * as z from 'zod/mini';
import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { parseJson } from '../../reports/json.ts';
import { readSource } from '../read-source.ts';
import type { TreeFiles } from '../tree-files.ts';

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
  if (/^\.{1,2}(?:\/|$)/.test(plain)) return fileAt(path.posix.join(path.posix.dirname(from), plain), paths);
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

/** `paths` and `baseUrl` of the nearest tsconfig or jsconfig, with what it extends. */
export async function aliasesFor(from: string, tree: TreeFiles): Promise<Result<readonly Alias[], Failure>> {
  for (let folder = path.posix.dirname(from); ; folder = path.posix.dirname(folder)) {
    const file = ['tsconfig.json', 'jsconfig.json']
      .map((name) => path.posix.join(folder, name))
      .find((one) => tree.paths.has(one));
    if (file !== undefined) return aliasesIn(file, tree, MOST_EXTENDED);
    if (folder === '.') return ok([]);
  }
}

const MOST_EXTENDED = 5;

const config = z.object({
  extends: z.optional(z.unknown()),
  compilerOptions: z.optional(
    z.object({ baseUrl: z.optional(z.string()), paths: z.optional(z.record(z.string(), z.array(z.string()))) }),
  ),
});

async function aliasesIn(file: string, tree: TreeFiles, left: number): Promise<Result<readonly Alias[], Failure>> {
  const texts = await tree.texts([file]);
  if (!texts.ok) return texts;
  const read = config.safeParse(parseJson(withoutComments(texts.value.get(file) ?? '')));
  if (!read.success) return ok([]);
  const { baseUrl, paths } = read.data.compilerOptions ?? {};
  const folder = path.posix.join(path.posix.dirname(file), baseUrl ?? '.');
  if (paths !== undefined || baseUrl !== undefined) {
    const named = Object.entries(paths ?? {}).map(([name, places]) => aliasOf(name, places, folder));
    return ok([...named, ...(baseUrl === undefined ? [] : [aliasOf('*', ['*'], folder)])]);
  }
  const parent = read.data.extends;
  const extended =
    typeof parent === 'string' && parent.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), parent)
      : undefined;
  const found = [extended, `${extended}.json`].find((one) => one !== undefined && tree.paths.has(one));
  return found === undefined || left === 0 ? ok([]) : aliasesIn(found, tree, left - 1);
}

function aliasOf(name: string, places: readonly string[], folder: string): Alias {
  const [begins = '', ends = ''] = name.split('*');
  return { begins, ends, hasStar: name.includes('*'), places: places.map((place) => path.posix.join(folder, place)) };
}

/** These files may have comments, and commas after the last. */
function withoutComments(text: string): string {
  return (readSource('javascript', text)?.code ?? '').replaceAll(/,(?=\s*[}\]])/g, ' ');
}
