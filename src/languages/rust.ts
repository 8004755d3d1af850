import type { Language } from './language.ts';
import { cargoParts } from './rust/file-parts.ts';
import { rustTestBlocks } from './rust/test-blocks.ts';
import { endLikeC, type Ending, quotedString, stripText, type Syntax } from './lexer.ts';
import { iniSections } from './manifest-text.ts';
import type { PackageManager } from './packages.ts';
import { matchNames } from './source.ts';
import { tomlEntries } from './toml-entries.ts';

const cargo: PackageManager = {
  manifests: [
    {
      file: /^Cargo\.toml$/,
      dependencies,
      testPart: (text) => iniSections(text, /^(?:test$|\[test|profile\.test|lib$)/),
    },
  ],
  locks: [{ file: /^Cargo\.lock$/, from: /^Cargo\.toml$/ }],
  setupInputs: ['Cargo.toml', 'Cargo.lock'],
  // It runs nothing of what it fetches. Without a lock file the tests fetch for themselves: this would write one.
  setup: (project) =>
    project.has('Cargo.lock') && /^\s*source\s*=/m.test(project.text('Cargo.lock') ?? '')
      ? { line: 'cargo fetch --locked', fetch: 'cargo fetch --locked', rest: [] }
      : undefined,
  caches: {
    usedBy: /^Cargo\.toml$/,
    places: ['registry', 'git'].map((below) => ({ variable: 'CARGO_HOME', otherwise: '.cargo', below })),
  },
  fills: { folders: ['/target/'], where: 'Cargo.toml' },
};

const syntax: Syntax = { openers: /\/\/|\/\*|\br#*"|"|'/, endOf };

export const rust: Language = {
  name: 'rust',
  extension: /\.rs$/,
  reader: {
    syntax,
    testTitles: (source) => matchNames(source, /\bfn\s+([\p{L}_][\p{L}\p{N}_]*)/gu),
  },
  // Every file right in `tests/` is a test crate of its own.
  testFiles: [
    /(?:^|\/)test_[^/]*\.rs$/,
    /_tests?\.rs$/,
    /(?:^|\/)tests\.rs$/,
    /(?:^|\/)tests\/(?:[^/]+|[^/]+\/main)\.rs$/,
  ],
  libraryImport: (name) => [
    new RegExp(String.raw`^\s*(?:pub\s+)?(?:use|extern\s+crate)\s+(?:::)?${name.replaceAll('-', '_')}\b`),
  ],
  missing: [
    [
      /cannot find (?:function|type|struct|value|macro|trait|module|variant|tuple struct|[\w, /]{1,60}) `(\w+)`/g,
      'symbol',
    ],
    [/unresolved imports? `(?:[\w:]+::)?(\w+)`/g, 'symbol'],
    [/could not find `(\w+)` in `/g, 'symbol'],
    [/no (?:method|function or associated item|associated item|variant[\w ]{0,40}) named `(\w+)`/g, 'symbol'],
    [/file not found for module `(\w+)`/g, 'symbol'],
  ],
  syntaxErrors: [/^error: (?:expected|unexpected|this file contains an unclosed)/m],
  packageManagers: [cargo],
  suspicious: [
    {
      kind: 'detects_tests',
      in: 'bare',
      isFineInTests: true,
      pattern:
        /\bthread::current\s*\(\s*\)\s*\.\s*name\s*\(|\bcfg!\s*\([^)]*\btest\b|\bcfg(?:!|_attr)?\s*\(.*\bdebug_assertions\b|\benv::(?:args(?:_os)?\s*\(\s*\)\s*\.\s*(?:next|any|find|position|all|last|nth\s*\(\s*0)|current_exe|vars(?:_os)?\s*\(\s*\)\s*\.\s*(?:any|find|all|count))\b|\bBacktrace::/,
    },
    {
      kind: 'detects_tests',
      in: 'code',
      isFineInTests: true,
      pattern:
        /\benv::var(?:_os)?\s*\(\s*"(?:CARGO\w*|CI|RUST_TEST\w*|NEXTEST\w*|TEST\w*|PROFILE|DEBUG|OPT_LEVEL|(?:[A-Z]+_)*ENV(?:IRONMENT)?)"|"\/proc\/(?:self|\d+)\/(?:cmdline|environ|comm|exe|status|stat)\b/,
    },
    // A value that is equal to whatever it is compared with.
    {
      kind: 'patches_assertions',
      in: 'bare',
      isFineInTests: true,
      pattern: /\bfn\s+(?:eq|ne)\s*\(\s*&self\s*,\s*(?:_\w*\s*:|[^)]*\)\s*->\s*bool\s*\{\s*(?:true|false)\b)/,
    },
    { kind: 'ends_process', in: 'bare', pattern: /\bprocess::(?:exit\s*\(\s*0|abort\s*\()/ },
    { kind: 'exit_hook', in: 'bare', pattern: /\bpanic::set_hook\s*\(/ },
  ],
  splitFiles: [{ file: /(?:^|\/)Cargo\.toml$/, split: cargoParts, holds: 'runner_config' }],
  findTestBlocks: rustTestBlocks((text) => stripText(syntax, text)),
};

const endNested = endLikeC({ nests: true });

function endOf(opener: string, text: string, at: number): Ending | undefined {
  if (opener.startsWith('r')) {
    const quote = `"${opener.slice(1, -1)}`;
    return quotedString(text, at + opener.length, { quote, escapes: false, manyLines: true });
  }
  if (opener === '"') return quotedString(text, at + 1, { quote: '"', escapes: true, manyLines: true });
  if (opener !== "'") return endNested(opener, text, at);
  // A lifetime has no second quote.
  return /'(?:[^'\\\n]|\\[^\n]{1,10}?)'/y.test(text.slice(at, at + 14))
    ? quotedString(text, at + 1, { quote: "'", escapes: true, manyLines: false })
    : undefined;
}

function dependencies(text: string): string[] {
  const listed = tomlEntries(text).filter(({ table }) => /(?:^|\.)(?:dev-|build-)?dependencies$/.test(table));
  return listed.map(({ key }) => key);
}
