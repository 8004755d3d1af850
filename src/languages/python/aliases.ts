import { type Aliases, namePairs, replaceAliases } from '../one-spelling.ts';

const MODULES = String.raw`(?:sys|os|inspect|traceback|logging|builtins|gc|threading|warnings|importlib|math|operator|unittest|_?pytest)`;
const IMPORT = /^\s*import\s+(.+)$/;
const FROM = new RegExp(String.raw`^\s*from\s+(${MODULES}(?:\.\w+)*)\s+import\s+\(?([^)]*)`);
const ASSIGNED = new RegExp(String.raw`^\s*(\w+)\s*=\s*(${MODULES}(?:\.\w+)?)\s*$`);

/** Modules and what they hold under their usual names. */
export function oneSpelling(lines: readonly string[]): (line: string) => string {
  const aliases = aliasesIn(lines.map(decode));
  return (given) => {
    const line = decode(given);
    return /^\s*(?:import|from)\b/.test(line) ? line : replaceAliases(plain(line), aliases);
  };
}

/** To Python, letters that look alike may be the same name; `\\x65` is an `e` in a string. */
function decode(line: string): string {
  return line
    .normalize('NFKC')
    .replaceAll(/\\x([0-9a-f]{2})|\\u00([0-9a-f]{2})/gi, (written, one?: string, other?: string) => {
      const letter = String.fromCodePoint(Number.parseInt(one ?? other ?? '0', 16));
      return /\w/.test(letter) ? letter : written;
    });
}

function plain(line: string): string {
  return line.replaceAll(/(?<=[A-Za-z_)\]]\w*)\s*\.\s*(?=[A-Za-z_])/g, '.');
}

function aliasesIn(lines: readonly string[]): Aliases {
  const aliases = new Map<string, string>();
  for (const line of lines) {
    for (const one of (IMPORT.exec(line)?.[1] ?? '').split(',')) {
      const [, module, name] = /^\s*([\w.]+)\s+as\s+(\w+)\s*$/.exec(one) ?? [];
      if (module !== undefined && name !== undefined) aliases.set(name, module);
    }
    const [, from, list] = FROM.exec(line) ?? [];
    if (from !== undefined)
      for (const [here, there] of namePairs(list ?? '', /\s+as\s+/)) aliases.set(here, `${from}.${there}`);
    const [, name, value] = ASSIGNED.exec(plain(line)) ?? [];
    if (name !== undefined && value !== undefined && name !== value) aliases.set(name, value);
  }
  return aliases;
}
