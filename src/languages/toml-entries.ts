/** One `key = value` of a TOML file, as far as manifests need it. */
export interface TomlEntry {
  /** `tool.poetry.dependencies`, without quotes. */
  readonly table: string;
  readonly key: string;
  /** The strings in the value, tables within it aside. */
  readonly strings: readonly string[];
}

/** The entries of a TOML file in order. Understands what people write in manifests, not all of TOML. */
export function tomlEntries(text: string): TomlEntry[] {
  const entries: TomlEntry[] = [];
  let table = '';
  const lines = text.split(/\r?\n/);
  for (let n = 0; n < lines.length; n++) {
    const line = withoutComment(lines[n] ?? '');
    const header = /^\s*\[\[?([^\]]+)\]\]?\s*$/.exec(line)?.[1];
    if (header !== undefined) {
      table = bare(header.trim());
      continue;
    }
    const [, key, first = ''] = /^\s*("[^"]*"|'[^']*'|[\w.-]+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (key === undefined) continue;
    let value = first;
    while (isOpen(value) && n + 1 < lines.length) value += ` ${withoutComment(lines[++n] ?? '')}`;
    entries.push({ table, key: bare(key), strings: stringsIn(value) });
  }
  return entries;
}

const STRING = /"((?:[^"\\]|\\.)*)"|'([^']*)'/g;

function withoutComment(line: string): string {
  return line.replace(/("(?:[^"\\]|\\.)*"|'[^']*')|#.*$/g, (_, kept: string | undefined) => kept ?? '');
}

function bare(name: string): string {
  return name.replaceAll(/\s*\.\s*/g, '.').replaceAll(/["']/g, '');
}

function isOpen(value: string): boolean {
  const signs = value.replaceAll(STRING, '');
  return (signs.match(/\[/g)?.length ?? 0) > (signs.match(/\]/g)?.length ?? 0);
}

function stringsIn(value: string): string[] {
  return [...value.replaceAll(/\{[^}]*\}/g, '').matchAll(STRING)].map(([, double, single]) => double ?? single ?? '');
}
