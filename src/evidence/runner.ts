import type { Coverage } from './coverage/coverage.ts';
import type { TestReport } from './test-report.ts';

/** A way in which projects test themselves. One file each in `runners/`. */
export interface Runner {
  readonly name: string;
  /** How this project runs it, or undefined where it does not. Reads the folder, runs nothing. */
  detect(folder: string): DetectedTests | undefined;
  /** The command for these tests, with a machine-readable report where the runner can write one. */
  command(detected: DetectedTests, wanted: WantedTests): TestCommand;
  /** What the tests said. Undefined when nothing in the output or the reports can be read as this runner's. */
  read(ran: RanTests): TestReport | undefined;
  /** What was covered, if the command measured it. */
  readCoverage?(ran: RanTests): Coverage | undefined;
}

export interface DetectedTests {
  /** A line for the shell: `npm test --`, `python3 -m pytest`. */
  readonly line: string;
  /** Whether arguments may be added to the line and reach the runner. */
  readonly takesArguments: boolean;
  /** Whether this project can measure coverage with it. */
  readonly measuresCoverage: boolean;
}

export interface WantedTests {
  /** Only these files, or only tests with these names; all without it. */
  readonly only?: { readonly files?: readonly string[]; readonly names?: readonly string[] };
  readonly coverage: boolean;
  /** Where the runner may write its reports: an empty folder outside the project. */
  readonly reports: string;
}

export interface TestCommand {
  /** For `sh -c`, in the project's root. */
  readonly line: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface RanTests {
  readonly folder: string;
  readonly reports: string;
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
