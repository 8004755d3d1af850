import type { SplitFile } from './file-parts.ts';
import type { ProjectFiles } from './project-files.ts';
import type { ReadSummary } from './summary-line.ts';

/** What is known of a program that runs tests or measures them, also where Orchestral cannot drive it. */
export interface TestTool {
  readonly name: string;
  /** Paths of files that decide which tests run and how. */
  readonly configuration?: readonly RegExp[];
  /** Keys of `package.json` that do. */
  readonly packageKeys?: readonly string[];
  /** Other files of which a part does, by name: see `Manifest.testPart`. */
  readonly testParts?: readonly { readonly file: RegExp; readonly testPart: (text: string) => string }[];
  /** Files of its own that hold several classes of a change. */
  readonly splitFiles?: readonly SplitFile[];
  /** Names of packages: the runner, its plugins, what it loads sources with, and assertion libraries. */
  readonly packages?: RegExp;
  /** What a file says of it in so many words; undefined: the file is none of its configuration. */
  readonly readConfiguration?: (file: ConfigurationFile) => RunnerConfiguration | undefined;
  /** What the words of a command say of it; undefined: they do not run it. */
  readonly readCommand?: (words: readonly string[]) => RunnerConfiguration | undefined;
  /** The sums that it prints for people. */
  readonly readSummary?: ReadSummary;
}

export interface ConfigurationFile {
  /** Its name, without folders. */
  readonly name: string;
  readonly text: string;
}

/** Paths are from the folder of the file, or the one that the command is run in. */
export interface RunnerConfiguration {
  /** Which files are tests; undefined: what it takes for tests without being told. */
  readonly include?: readonly RegExp[] | undefined;
  readonly exclude?: readonly RegExp[] | undefined;
  /** Files that are executed before tests, and other code that it loads. Also names of modules. */
  readonly loads?: readonly string[] | undefined;
}

/** A way in which projects test themselves. One file each in `runners/`; `known-runners.ts` lists them. */
export interface TestRunner extends TestTool {
  /** How this project runs it, or undefined where it does not. */
  detect(project: ProjectFiles): TestInvocation | undefined;
  /** Whether these words run it once, and arguments may be added to them. */
  isCommand(words: readonly string[]): boolean;
  /** A line that takes arguments, for these tests and with a machine-readable report where the runner can write one. */
  command(line: string, wanted: TestSelection): string;
  /** What tells how the tests went, the most telling first: the first that can be read counts. */
  readonly reports: readonly TestReportSource[];
  /** What tells what was covered, if the command measured it. */
  readonly coverage?: CoverageSource;
  /** It looks for tests in every folder of the project but `node_modules`. */
  readonly searchesEverywhere?: {
    /** Names of files of the root that may tell it otherwise. */
    readonly settings: RegExp;
    /** Whether a command says where to look. */
    readonly unless?: (line: string) => boolean;
  };
}

export interface TestInvocation {
  /** A line for the shell: `npm test --`, `python3 -m pytest`. */
  readonly line: string;
  /** Whether arguments may be added to the line and reach the runner. */
  readonly takesArguments: boolean;
  /** Whether this project can measure coverage with it. */
  readonly measuresCoverage: boolean;
}

export interface TestSelection {
  /** Only these files, or only tests with these names; all without it. */
  readonly only?: { readonly files?: readonly string[]; readonly names?: readonly string[] };
  readonly coverage: boolean;
  /** Where the runner may write its reports: an empty folder outside the project. */
  readonly reports: string;
}

/** A report format; `vitest-json` is also Jest's. */
export type ReportFormat =
  | 'vitest-json'
  | 'mocha-json'
  | 'node-events'
  | 'go-json'
  | 'cargo-lines'
  | 'junit'
  | 'tap'
  | 'trx';

export type TestReportSource =
  /** One file in the folder for reports. */
  | { readonly format: ReportFormat; readonly file: string }
  /** Files that this run wrote, below the project or the folder for reports. */
  | { readonly format: ReportFormat; readonly below: 'project' | 'reports'; readonly fits: (path: string) => boolean }
  /** What was printed, perhaps among other things. */
  | { readonly format: ReportFormat | 'summary' | 'exit-code'; readonly printed: true };

export type CoverageSource =
  | {
      readonly format: 'lcov' | 'go-profile';
      /** In the folder for reports. */
      readonly file: string;
      /** It counts test files among what they cover. */
      readonly countsTests?: boolean;
    }
  | { readonly format: 'cobertura'; readonly fits: (path: string) => boolean };
