/** What a loader or a compiler says is not there. */
export type Missing =
  | { readonly kind: 'path'; readonly path: string; readonly from?: string | undefined }
  /** Parts joined by `/`: of a package or module, not of a file. */
  | { readonly kind: 'module'; readonly module: string }
  | { readonly kind: 'symbol'; readonly symbol: string };

/** What is missing according to the output of a test run, in the words of many loaders and compilers. */
export function missingIn(output: string): readonly Missing[] {
  const text = output.slice(-LOOKED_AT);
  const found: Missing[] = [];
  for (const [pattern, read] of SAYINGS) {
    for (const match of text.matchAll(pattern)) {
      const missing = read(match.slice(1).map((group: string | undefined) => group ?? ''));
      if (missing !== undefined && found.length < MOST) found.push(missing);
    }
  }
  return found;
}

/** Whether it says that a source cannot even be parsed: no implementation would mend that. */
export function saysSyntaxError(output: string): boolean {
  return SYNTAX.some((pattern) => pattern.test(output.slice(-LOOKED_AT)));
}

const LOOKED_AT = 64 * 1024;
const MOST = 200;

type Read = (groups: readonly string[]) => Missing | undefined;

const path: Read = ([one = '', from]) =>
  isPathLike(one) ? { kind: 'path', path: one, from: from === '' ? undefined : from } : { kind: 'module', module: one };
const dotted: Read = ([one = '']) => ({ kind: 'module', module: one.replaceAll('.', '/') });
const slashed: Read = ([one = '']) => ({ kind: 'module', module: one });
const symbol: Read = ([one = '', other = '']) => ({ kind: 'symbol', symbol: one === '' ? other : one });

function isPathLike(specifier: string): boolean {
  return /^(?:\.{0,2}\/|file:)|\.(?:[cm]?[jt]sx?|json|vue|svelte)$/.test(specifier);
}

const SAYINGS: readonly (readonly [RegExp, Read])[] = [
  // Node, Jest, TypeScript.
  [
    /Cannot find (?:module|package) ['"]([^'"\n]+)['"](?: (?:imported )?from ['"]?([^'"\n]+?)['"]?(?:$|[\s,)]))?/gm,
    path,
  ],
  // Vite.
  [
    /Failed to (?:resolve import|load url) ["']?([^"'\s]+)["']?(?: \(resolved id: [^)]*\))?(?: (?:from|in) ["']?([^"'\s]+)["']?)?/g,
    path,
  ],
  [/does not provide an export named ['"]?([\w$]+)/g, symbol],
  [/TS2305: Module .{1,300} has no exported member ['"]([\w$]+)/g, symbol],
  [/TS2724: .{1,300} has no exported member named ['"]([\w$]+)/g, symbol],
  [/TS(?:2304|2552|2503): Cannot find (?:name|namespace) ['"]([\w$]+)/g, symbol],
  [/TS(?:2339|2551): Property ['"]([\w$]+)/g, symbol],
  // Python.
  [/ModuleNotFoundError: No module named ['"]([\w.]+)['"]/g, dotted],
  [/ImportError: cannot import name ['"](\w+)['"]/g, symbol],
  [/AttributeError: (?:partially initialized )?module ['"][\w.]+['"] has no attribute ['"](\w+)['"]/g, symbol],
  [/NameError: name ['"](\w+)['"] is not defined/g, symbol],
  // javac, also through Maven and Gradle; Kotlin.
  [/\bsymbol:\s+(?:class|interface|method|variable|static|enum)\s+([\p{L}\p{N}_$]+)/gu, symbol],
  [/\bpackage ([\w.]+) does not exist/g, dotted],
  [/[Uu]nresolved reference:? ['"]?([\p{L}\p{N}_]+)/gu, symbol],
  // Go.
  [/\bundefined: (?:\w+\.)?([\p{L}\p{N}_]+)/gu, symbol],
  [/\b\w+(?:\.\w+)*\.(\w+) undefined \(type /g, symbol],
  [
    /(?:no required module provides package|cannot find package|cannot find module providing package) "?([^\s";:]+)/g,
    slashed,
  ],
  [/\bpackage ([^\s";]+) is not in (?:std|GOROOT)/g, slashed],
  // Rust.
  [/cannot find (?:function|type|struct|value|macro|trait|module|variant|tuple struct|[\w, /]{1,60}) `(\w+)`/g, symbol],
  [/unresolved imports? `(?:[\w:]+::)?(\w+)`/g, symbol],
  [/could not find `(\w+)` in `/g, symbol],
  [/no (?:method|function or associated item|associated item|variant[\w ]{0,40}) named `(\w+)`/g, symbol],
  [/file not found for module `(\w+)`/g, symbol],
  // C#.
  [/CS0246: The type or namespace name '(\w+)/g, symbol],
  [/CS0103: The name '(\w+)'/g, symbol],
  [/CS0234: The type or namespace name '(\w+)'/g, symbol],
  [/CS(?:1061|0117): '[^'\n]{1,200}' does not contain a definition for '(\w+)'/g, symbol],
];

const SYNTAX: readonly RegExp[] = [
  /^(?:E\s+|\S+: )?SyntaxError: (?!The requested module|.*does not provide an export)/m,
  /^(?:E\s+)?(?:IndentationError|TabError): /m,
  /error TS1\d{3}: /,
  /error: (?:';' expected|reached end of file|class, interface|illegal start|not a statement|'\)' expected)/,
  /\.java:\[\d+,\d+\] (?:';' expected|reached end of file|class, interface|illegal start|not a statement|'\)' expected)/,
  /: syntax error: (?:unexpected|non-declaration)/,
  /^error: (?:expected|unexpected|this file contains an unclosed)/m,
];
