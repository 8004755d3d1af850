import { type Aliases, namePairs, replaceAliases } from '../one-spelling.ts';

const MODULES = String.raw`(?:node:)?(process|vm|module|os)`;
const ROOTS = String.raw`(?:process|globalThis|global|Object|Reflect|Error|Math|Date)(?:\.(?:env|argv|execArgv|report|prototype))?`;
const NAMES = String.raw`(?:([\w$]+)|\{([^}]*)\})`;
const IMPORTED = new RegExp(
  String.raw`\bimport\s+(?:\*\s*as\s+)?(?:([\w$]+)\s*,?)?\s*(?:\{([^}]*)\})?\s*from\s*['"]${MODULES}['"]`,
);
const REQUIRED = new RegExp(
  String.raw`\b(?:const|let|var)\s+${NAMES}\s*=\s*(?:await\s+)?[\w$.]+\s*\(\s*['"\`]${MODULES}['"\`]\s*\)`,
);
const ASSIGNED = new RegExp(String.raw`\b(?:const|let|var)\s+${NAMES}\s*=\s*(${ROOTS})\s*(?:[;,]|$)`);
const BUILT_IN = String.raw`(?:process|Object|Reflect|Function|Array|Number|String|Boolean|Error|Promise|Map|Set|RegExp|Symbol|Math|JSON|Date)`;
const OF_GLOBALS = new RegExp(String.raw`(?<![\w$.])(?:globalThis|global)\.(?=${BUILT_IN}\.)`, 'g');

/** Members with a point, however they were written; globals and modules under their usual names. */
export function oneSpelling(lines: readonly string[]): (line: string) => string {
  const aliases = aliasesIn(lines.map(decode));
  return (given) => {
    const line = decode(given);
    return plain(replaceAliases(plain(line), isDeclaration(line) ? new Map<string, string>() : aliases)).replaceAll(
      OF_GLOBALS,
      '',
    );
  };
}

/** `\\u0065nv` is `env`, in names and in strings. */
function decode(line: string): string {
  return line.replaceAll(
    /\\u\{0*([0-9a-f]{2})\}|\\u00([0-9a-f]{2})|\\x([0-9a-f]{2})/gi,
    (written, ...codes: string[]) => {
      const letter = String.fromCodePoint(
        Number.parseInt(codes.slice(0, 3).find((one) => one !== undefined) ?? '0', 16),
      );
      return /[\w$]/.test(letter) ? letter : written;
    },
  );
}

function plain(line: string): string {
  return line
    .replaceAll(/(?<=[\w$)\]])\s*(?:\?\.)?\s*\[\s*(['"`])([A-Za-z_$][\w$]*)\1\s*\]/g, '.$2')
    .replaceAll(/(?<=[\w$)\]])\s*\??\.\s*(?=[A-Za-z_$])/g, '.');
}

function aliasesIn(lines: readonly string[]): Aliases {
  const aliases = new Map<string, string>();
  for (const line of lines) {
    const text = isDeclaration(line) ? plain(line).slice(0, MAX_LINE) : '';
    if (text === '') continue;
    const [, name, list, module] = IMPORTED.exec(text) ?? REQUIRED.exec(text) ?? [];
    if (module !== undefined) put(aliases, module, name, namePairs(list ?? '', /\s+as\s+|\s*:\s*/));
    const assigned = ASSIGNED.exec(text.replace(/(?<==\s*)[\w$]+/, (own) => aliases.get(own) ?? own));
    if (assigned !== null) put(aliases, assigned[3] ?? '', assigned[1], namePairs(assigned[2] ?? '', /\s*:\s*/));
  }
  return aliases;
}

function put(
  aliases: Map<string, string>,
  of: string,
  name: string | undefined,
  members: readonly (readonly [string, string])[],
): void {
  if (name !== undefined && name !== of) aliases.set(name, of);
  for (const [here, there] of members) aliases.set(here, there === 'default' ? of : `${of}.${there}`);
}

function isDeclaration(line: string): boolean {
  return /^\s*(?:export\s+)?(?:import|const|let|var)\b/.test(line) && /\bfrom\b|=/.test(line);
}

const MAX_LINE = 400;
