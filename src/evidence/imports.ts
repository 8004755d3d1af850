/** Whether a line of source brings in a library, by the way its language does. */
export function isImportOf(path: string, line: string, library: string): boolean {
  const name = escaped(library);
  const language = LANGUAGES.find(({ files }) => files.test(path));
  return language?.patterns(name).some((pattern) => pattern.test(line)) ?? false;
}

/** `lodash` is meant by `lodash/map`, not by `lodash-es`. */
const LANGUAGES: readonly { readonly files: RegExp; readonly patterns: (name: string) => RegExp[] }[] = [
  {
    files: /\.([cm]?[jt]sx?|vue|svelte|astro)$/,
    patterns: (name) => [
      new RegExp(String.raw`\b(?:from|import|require|resolve)\s*\(?\s*['"\`](?:node:)?${name}(?:/[^'"\`]*)?['"\`]`),
    ],
  },
  {
    files: /\.pyi?$/,
    patterns: (name) => {
      const module = name.replaceAll('-', '[-_]');
      return [
        new RegExp(String.raw`^\s*from\s+${module}(?:\.[\w.]+)?\s+import\b`, 'i'),
        new RegExp(String.raw`^\s*import\s+(?:[\w.]+(?:\s+as\s+\w+)?\s*,\s*)*${module}(?![\w-])`, 'i'),
      ];
    },
  },
  {
    files: /\.go$/,
    patterns: (name) => [new RegExp(String.raw`^\s*(?:import\s+)?(?:[\w.]+\s+)?"${name}(?:/[^"]*)?"\s*$`)],
  },
  {
    files: /\.rs$/,
    patterns: (name) => [
      new RegExp(String.raw`^\s*(?:pub\s+)?(?:use|extern\s+crate)\s+(?:::)?${name.replaceAll('-', '_')}\b`),
    ],
  },
  {
    files: /\.(java|kts?|scala|groovy)$/,
    patterns: (name) => [new RegExp(String.raw`^\s*import\s+(?:static\s+)?${name}(?:\.|;|\s|$)`)],
  },
  {
    files: /\.(cs|fs)$/,
    patterns: (name) => [new RegExp(String.raw`^\s*(?:global\s+)?(?:using|open)\s+(?:static\s+)?${name}(?:\.|;|\s|$)`)],
  },
  { files: /\.rb$/, patterns: (name) => [new RegExp(String.raw`^\s*require\s*\(?\s*['"]${name}(?:/[^'"]*)?['"]`)] },
  {
    files: /\.php$/,
    patterns: (name) => [new RegExp(String.raw`^\s*use\s+\\?${name.replaceAll('/', String.raw`\\`)}(?:\\|;|\s)`, 'i')],
  },
];

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
