import { withoutComments } from './without-comments.ts';

/** What a source file imports, in the words of its language; relative imports are left out. */
export function importsOf(path: string, text: string): string[] {
  const pattern = LANGUAGES.find(([files]) => files.test(path))?.[1];
  if (pattern === undefined) return [];
  const names = [...withoutComments(path, text).matchAll(pattern)].flatMap(([, ...found]) => found);
  return names.flatMap((name: string | undefined) => (name === undefined || /^\.|^$/.test(name) ? [] : [name]));
}

const LANGUAGES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\.([cm]?[jt]sx?|vue|svelte|astro)$/,
    /\bfrom\s*['"]([^'"\n]+)['"]|\bimport\s*\(?\s*['"]([^'"\n]+)['"]|\brequire\s*\(\s*['"]([^'"\n]+)['"]/g,
  ],
  [/\.pyi?$/, /^[ \t]*from[ \t]+([\w.]+)[ \t]+import\b|^[ \t]*import[ \t]+([\w.]+)/gm],
  [/\.(java|kts?|scala|groovy)$/, /^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.]+)/gm],
  [/\.go$/, /^[ \t]*(?:import[ \t]+)?(?:[\w.]+[ \t]+)?"([\w./-]+)"[ \t]*$/gm],
  [/\.rs$/, /^[ \t]*(?:pub[ \t]+)?(?:use|extern[ \t]+crate)[ \t]+(\w+)/gm],
  [/\.(cs|fs)$/, /^[ \t]*(?:global[ \t]+)?(?:using|open)[ \t]+(?:static[ \t]+)?([\w.]+)[ \t]*;?[ \t]*$/gm],
  [/\.rb$/, /^[ \t]*require[ \t]*\(?[ \t]*['"]([^'"\n]+)['"]/gm],
];
