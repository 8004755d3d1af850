import type { SplitFile } from './file-parts.ts';
import type { PackageManager } from './packages.ts';
import type { SourceReader } from './source.ts';
import type { FindSuspicious, SuspiciousPattern } from './suspicious-pattern.ts';
import type { FindTestBlocks } from './test-blocks.ts';

/** What is known of a programming language. One file each; `known-languages.ts` lists them. */
export interface Language {
  readonly name: string;
  /** How names of its source files end. */
  readonly extension: RegExp;
  /** Files of other kinds that hold its code: `.vue`. */
  readonly embeddedIn?: RegExp;
  /** Without it, sources cannot be read. */
  readonly reader?: SourceReader;
  /** Paths of test files, beside those in folders that are named after tests. */
  readonly testFiles?: readonly RegExp[];
  /** Sources that programs write. */
  readonly generated?: RegExp;
  /** Sources that are never executed by tests: declarations, settings of tools. */
  readonly unmeasured?: RegExp;
  /** The file that stands for its folder when that is imported: `index`. */
  readonly folderModule?: string;
  /** What a line looks like that imports a library; its name is escaped for patterns. */
  readonly libraryImport?: (name: string) => readonly RegExp[];
  readonly types?: TypeRules;
  /** What its loaders and compilers say of something that is not there. */
  readonly missing?: readonly MissingPattern[];
  /** What they say of a source that cannot be parsed. */
  readonly syntaxErrors?: readonly RegExp[];
  readonly packageManagers?: readonly PackageManager[];
  /** Manifests and settings that hold several classes of a change. */
  readonly splitFiles?: readonly SplitFile[];
  readonly findTestBlocks?: FindTestBlocks;
  /** Whether a source only gains what does nothing until somebody calls it. */
  readonly onlyGains?: (before: string, after: string) => boolean;
  readonly suspicious?: readonly SuspiciousPattern[];
  readonly findSuspicious?: FindSuspicious;
  /** Given all statements of a file: writes each as most people would, so that patterns need to know one way only. */
  readonly oneSpelling?: (statements: readonly string[]) => (statement: string) => string;
  /** Paths of files that take the place of a test runner, or that the language loads before anything else. */
  readonly shadows?: readonly RegExp[];
}

/** The groups say what is missing: a symbol, a file or package as it is imported, a module with `.` or `/` in its name. */
export type MissingPattern = readonly [RegExp, 'symbol' | 'specifier' | 'dotted module' | 'module'];

/** Where a language can do with and without types. */
interface TypeRules {
  /** What on a new line of this file has no type, or undefined. A guess by the line, without a parser. */
  readonly untypedIn: (path: string, line: SourceLine) => string | undefined;
  /** New files that have no types at all, in a project whose root has this file. */
  readonly untypedFiles?: {
    readonly where: string;
    /** What they are called: `JavaScript`. */
    readonly kind: string;
    readonly isOne: (path: string) => boolean;
  };
}

export interface SourceLine {
  readonly text: string;
  /** The new lines right after it. */
  readonly after: readonly string[];
}
