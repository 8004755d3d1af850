import { oneSpelling } from './javascript/aliases.ts';
import { onlyGainsJavaScript } from './javascript/additions.ts';
import { javaScriptFileParts } from './javascript/file-parts.ts';
import { javaScriptReferences } from './javascript/references.ts';
import { bun, deno, npm, pnpm, yarn } from './javascript/packages.ts';
import { replacedInJavaScript } from './javascript/replaced-assertions.ts';
import { suspiciousJavaScript } from './javascript/suspicious.ts';
import { javaScriptSyntax } from './javascript/syntax.ts';
import { javaScriptTestBlocks } from './javascript/test-blocks.ts';
import type { Language } from './language.ts';
import { matchStrings } from './source.ts';

/** With TypeScript. */
export const javaScript: Language = {
  name: 'javascript',
  extension: /(?:\.d)?\.[cm]?[jt]sx?$/,
  embeddedIn: /\.(?:vue|svelte|astro)$/,
  reader: {
    syntax: javaScriptSyntax,
    testTitles: (source) =>
      matchStrings(
        source,
        /\b(?:it|test|describe|suite|context|specify|x?it|f?it|xtest|step)(?:\.\w+)*\s*(?:\([^()]*\)\s*)?\(\s*(['"`])/g,
      ),
    findReferences: javaScriptReferences,
  },
  testFiles: [/[.-](?:test|spec|cy)\.[cm]?[jt]sx?$/i, /(?:^|\/)test\.[cm]?[jt]sx?$/i],
  unmeasured: /\.d\.[cm]?ts$|\.config\.[cm]?[jt]s$/,
  folderModule: 'index',
  // `lodash` is meant by `lodash/map`, not by `lodash-es`.
  libraryImport: (name) => [
    new RegExp(String.raw`\b(?:from|import|require|resolve)\s*\(?\s*['"\`](?:node:)?${name}(?:/[^'"\`]*)?['"\`]`),
  ],
  types: {
    untypedIn: (path, { text }) => (/\.[cm]?tsx?$/.test(path) ? untypedIn(text) : undefined),
    untypedFiles: {
      where: 'tsconfig.json',
      kind: 'JavaScript',
      isOne: (path) => /\.[cm]?jsx?$/.test(path) && !NEEDS_NO_TYPES.test(path),
    },
  },
  missing: [
    // Node, Jest, TypeScript.
    [
      /Cannot find (?:module|package) ['"]([^'"\n]+)['"](?: (?:imported )?from ['"]?([^'"\n]+?)['"]?(?:$|[\s,)]))?/gm,
      'specifier',
    ],
    // Vite.
    [
      /Failed to (?:resolve import|load url) ["']?([^"'\s]+)["']?(?: \(resolved id: [^)]*\))?(?: (?:from|in) ["']?([^"'\s]+)["']?)?/g,
      'specifier',
    ],
    [/does not provide an export named ['"]?([\w$]+)/g, 'symbol'],
    [/TS2305: Module .{1,300} has no exported member ['"]([\w$]+)/g, 'symbol'],
    [/TS2724: .{1,300} has no exported member named ['"]([\w$]+)/g, 'symbol'],
    [/TS(?:2304|2552|2503): Cannot find (?:name|namespace) ['"]([\w$]+)/g, 'symbol'],
    [/TS(?:2339|2551): Property ['"]([\w$]+)/g, 'symbol'],
  ],
  syntaxErrors: [/^(?:\S+: )?SyntaxError: (?!The requested module|.*does not provide an export)/m, /error TS1\d{3}: /],
  packageManagers: [npm, pnpm, yarn, bun, deno],
  splitFiles: javaScriptFileParts,
  findTestBlocks: javaScriptTestBlocks,
  onlyGains: onlyGainsJavaScript,
  suspicious: suspiciousJavaScript,
  findSuspicious: replacedInJavaScript,
  oneSpelling,
  shadows: [/(?:^|\/)node_modules\//],
};

/** Settings of tools, and what starts a program. */
const NEEDS_NO_TYPES = /(^|\/)[^/]*(config|rc)\.[cm]?js$|(^|\/)(bin|scripts)\//;

function untypedIn(text: string): string | undefined {
  const directive = /(?:\/\/|\/\*)[\s*]*(@ts-ignore|@ts-nocheck)\b/.exec(text)?.[1];
  if (directive !== undefined) return directive;
  const code = withoutStrings(text);
  return /(?::|\bas|[<,|&=]|=>)\s*any\b(?!\s*[:(.?]|\s*=>)|<any>/.test(code) && !/^\s*\*/.test(code)
    ? 'any'
    : undefined;
}

/** Text in quotes and in comments is none of the code. */
function withoutStrings(text: string): string {
  return text
    .replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '""')
    .replace(/\/\/.*$|\/\*.*?(\*\/|$)/, '');
}
