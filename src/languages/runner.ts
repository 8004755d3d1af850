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
  /** Tells of each test while it runs, where the runner takes reporters: what was told cannot be taken back. */
  readonly reporter?: TestReporter;
  /** A line that writes the snapshots of these test files anew. */
  updateSnapshots?(line: string, files: readonly string[]): string;
  /** The tests that there are, without running them, where the runner can tell. */
  collect?(line: string): string;
  /** What tells how the tests went where no reporter does, the most telling first: the first that can be read counts. */
  readonly reports: readonly TestReportSource[];
  /** What tells what was covered, if the command measured it. */
  readonly coverage?: CoverageSource;
}

/** A reporter of ours, written for one run into a folder that the tests can only read. */
export interface TestReporter {
  /** Names and texts of its files. */
  files(options: ReporterOptions): Readonly<Record<string, string>>;
  /** Variables of the environment by which it is found. */
  readonly env?: (folder: string) => Readonly<Record<string, string>>;
}

export interface ReporterOptions {
  /** Where it writes. */
  readonly pipe: string;
  /** What it begins each line with, so that others' are told apart. Code in its own process can find it out. */
  readonly key: string;
  /** The project. */
  readonly folder: string;
}

/** Where a reporter lies, for the command. */
export interface ReporterPlace {
  readonly folder: string;
  readonly key: string;
}

export interface TestInvocation {
  /** A line for the shell: `npm test --`, `python3 -m pytest`. */
  readonly line: string;
  /** Whether arguments may be added to the line and reach the runner. */
  readonly takesArguments: boolean;
  /** Whether this project can measure coverage with it. */
  readonly measuresCoverage: boolean;
  /** Runs before the tests, by itself: what it changes in files of the project is not what is tested. */
  readonly before?: string;
  /** Runs after tests that passed; it has to pass, too. */
  readonly after?: string;
}

export interface TestSelection {
  /** Only these files, or only tests with these names; all without it. */
  readonly only?: { readonly files?: readonly string[]; readonly names?: readonly string[] };
  readonly coverage: boolean;
  /** Absent: the runner reports in its own ways. */
  readonly reporter?: ReporterPlace | undefined;
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
