import { declaredNames, goReferences } from './go/references.ts';
import type { FilePart } from './file-parts.ts';
import type { Language } from './language.ts';
import { endLikeC, type Ending, quotedString } from './lexer.ts';
import { matchAll } from './manifest-text.ts';
import { inUserCache, type PackageManager } from './packages.ts';
import { matchNames, matchStrings } from './source.ts';

const goModules: PackageManager = {
  manifests: [{ file: /^go\.mod$/, dependencies }],
  locks: [{ file: /^go\.(?:sum|work\.sum)$/, from: /^go\.(?:mod|work)$/ }],
  setupInputs: ['go.mod', 'go.sum'],
  settings: [/(?:^|\/)go\.work$/],
  // It runs nothing of what it fetches.
  setup: (project) =>
    project.has('go.sum') && !project.has('vendor/modules.txt') && dependencies(project.text('go.mod') ?? '').length > 0
      ? { line: 'go mod download', fetch: 'go mod download', rest: [] }
      : undefined,
  caches: {
    usedBy: /^go\.(mod|work)$/,
    places: [inUserCache('go-build'), { variable: 'GOPATH', otherwise: 'go', below: 'pkg/mod' }],
  },
};

export const go: Language = {
  name: 'go',
  extension: /\.go$/,
  reader: {
    syntax: { openers: /\/\/|\/\*|`|"|'/, endOf },
    testTitles: (source) => [
      ...matchNames(source, /^func\s+((?:Test|Example|Fuzz)[\p{L}\p{N}_]*)/gmu),
      // `t.Run("…")`, and the names of tables of cases: `{name: "…"}` and `"…": {`.
      ...matchStrings(source, /\.Run\s*\(\s*(["`])/g),
      ...matchStrings(source, /\b(?:name|desc|title|scenario|tc)\s*:\s*(["`])/gi),
      ...matchStrings(source, /^\s*(")(?= *"\s*:\s*\{)/gm),
      ...matchStrings(source, /\{\s*(")(?= *"\s*,)/g),
    ],
    declaredNames,
    // A method of an interface is a line of its own.
    isMember: (before, after) => /\n[ \t]+$/.test(before) && /^\([^\n]*\)[^\n{=]*\n/.test(after),
    findReferences: goReferences,
  },
  testFiles: [/_(?:unit)?test\.go$/],
  generated: /\.pb\.go$/i,
  libraryImport: (name) => [new RegExp(String.raw`^\s*(?:import\s+)?(?:[\w.]+\s+)?"${name}(?:/[^"]*)?"\s*$`)],
  missing: [
    [/\bundefined: (?:\w+\.)?([\p{L}\p{N}_]+)/gu, 'symbol'],
    [/\b\w+(?:\.\w+)*\.(\w+) undefined \(type /g, 'symbol'],
    [
      /(?:no required module provides package|cannot find package|cannot find module providing package) "?([^\s";:]+)/g,
      'module',
    ],
    [/\bpackage ([^\s";]+) is not in (?:std|GOROOT)/g, 'module'],
  ],
  syntaxErrors: [/: syntax error: (?:unexpected|non-declaration)/],
  packageManagers: [goModules],
  suspicious: [
    {
      kind: 'detects_tests',
      in: 'code',
      isFineInTests: true,
      pattern:
        /\bflag\.(?:CommandLine\.)?(?:Lookup\s*\(\s*"test\.|VisitAll\s*\(|Visit\s*\(|NFlag\s*\()|^\s*(?:import\s+)?(?:[\w.]+\s+)?"testing"\s*$|\btesting\.(?:Testing|Short|CoverMode)\s*\(|\bos\.(?:Args\b(?!\s*\[\s*[1-9]|\s*\)\s*[<>=!]=?)|Executable\s*\(|Getppid\s*\(|Environ\s*\(\s*\)\s*\{)|"\/proc\/(?:self|\d+)\/(?:cmdline|environ|comm|exe|status|stat)\b|\bruntime\.(?:Callers?(?:Frames)?|Stack|NumGoroutine|FuncForPC)\s*\(|\bdebug\.(?:PrintStack|Stack|ReadBuildInfo)\s*\(|\bos\.(?:Getenv|LookupEnv)\s*\(\s*"(?:CI|TEST|TESTING|(?:[A-Z]+_)*ENV(?:IRONMENT)?|GITHUB_ACTIONS|GOCOVERDIR)"|_test\.go"/,
    },
    {
      kind: 'ends_process',
      in: 'bare',
      pattern: /\bos\.Exit\s*\(\s*0\s*\)|\bsyscall\.(?:Exit\s*\(\s*0|Kill\s*\()|\bruntime\.Goexit\s*\(/,
    },
  ],
  splitFiles: [{ file: /(?:^|\/)go\.mod$/, split: moduleParts, holds: 'package_manager' }],
};

/** A replaced module is another one than its name says. */
function moduleParts(text: string): FilePart[] {
  const replaced = [...text.matchAll(/^replace\s*(?:\([^)]*\)|[^\n]*)/gm)].map(([one]) => one);
  const rest = replaced.reduce((left, one) => left.replace(one, ''), text);
  const parts: FilePart[] = [{ class: 'product', part: 'module', content: rest.trim() }];
  return replaced.length === 0
    ? parts
    : [...parts, { class: 'package_manager', part: 'replace', content: replaced.join('\n') }];
}

function dependencies(text: string): string[] {
  const blocks = matchAll(text, /^require\s*\(([^)]*)\)/gm);
  const inBlocks = blocks.flatMap((block) => matchAll(block, /^\s*([^\s/][^\s]*)\s+v/gm));
  return [...inBlocks, ...matchAll(text, /^require\s+([^\s(]+)\s+v/gm)];
}

const endAsInC = endLikeC({ nests: false });

function endOf(opener: string, text: string, at: number): Ending {
  if (opener === '`') return quotedString(text, at + 1, { quote: '`', escapes: false, manyLines: true });
  return endAsInC(opener, text, at);
}
