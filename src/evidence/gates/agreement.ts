import type { TestResult } from '../../schema/contracts/test-result.ts';
import { testScriptCommand } from '../../languages/javascript/package-json.ts';
import { runnerFor } from '../../languages/known-runners.ts';
import type { Proof } from '../proof.ts';
import { projectFiles } from '../report-files.ts';
import type { GreenProof } from './green-proof.ts';

/** What a test result claims, beside what Orchestral saw itself. */
export interface Agreement {
  readonly result: { readonly claimed: 'pass' | 'fail'; readonly own: 'pass' | 'fail' };
  /** `narrowed`: the project's command with something more, such as a file. Nothing in the document is ever run. */
  readonly command: {
    readonly claimed: string;
    readonly own: string | null;
    readonly is: 'same' | 'narrowed' | 'other';
  };
  /** It may tell of the new tests or of all of them: `agrees` when it is one of these. */
  readonly summary: { readonly claimed: Counts; readonly own: readonly Counts[]; readonly agrees: boolean };
  /** Ids of cases that it calls failed, and that passed. */
  readonly notFailed: readonly string[];
}

type Counts = Proof['counts'];
type Claims = Pick<TestResult, 'execution' | 'summary' | 'failed_tests'>;

/** `folder`: the project, to know by which command a claimed one would be run. */
export function agreesWith(
  claims: Claims,
  { green, folder }: { readonly green: GreenProof; readonly folder: string },
): Agreement {
  const proofs = [...green.runs.map(({ proof }) => proof), ...(green.whole === null ? [] : [green.whole])];
  const command = proofs[0]?.command ?? null;
  const counts = distinct(proofs.map((proof) => proof.counts));
  const cases = green.runs.flatMap((run) => run.cases);
  const passedAlways = (id: string): boolean => {
    const runs = cases.filter((one) => one.id === id);
    return runs.length > 0 && runs.every(({ status }) => status === 'passed');
  };
  return {
    result: { claimed: claims.execution.result, own: isPass(green) ? 'pass' : 'fail' },
    command: {
      claimed: claims.execution.command,
      own: command,
      is: command === null ? 'other' : likeness(folder, claims.execution.command, command),
    },
    summary: { claimed: claims.summary, own: counts, agrees: counts.some((one) => isSame(one, claims.summary)) },
    notFailed: claims.failed_tests.map(({ id }) => id).filter(passedAlways),
  };
}

/** The new tests are green, and nothing is worse than it was. */
function isPass({ runs, comparison }: GreenProof): boolean {
  if (comparison === null || !runs.every(({ green }) => green)) return false;
  return comparison.newlyRed.length === 0 && !comparison.brokeOff;
}

function likeness(folder: string, claimed: string, own: string): Agreement['command']['is'] {
  const [line, wanted] = [oneBlank(claimed), oneBlank(own).replace(/ --$/, '')];
  const asRun = (some: string): string =>
    oneBlank(runnerFor(projectFiles(folder), some).detected.line).replace(/ --$/, '');
  if (line === wanted || asRun(line) === wanted) return 'same';
  // `npm test -- test/a.test.js`, where `npm test` is the project's command.
  const script = testScriptCommand(line);
  const begins = line.startsWith(`${wanted} `) || (script !== undefined && asRun(script) === wanted);
  return begins && !/[;&|<>`$\n]/.test(line.slice(script?.length ?? wanted.length)) ? 'narrowed' : 'other';
}

function oneBlank(line: string): string {
  return line.trim().replaceAll(/\s+/g, ' ');
}

function isSame(one: Counts, other: Counts): boolean {
  return (
    one.total === other.total &&
    one.passed === other.passed &&
    one.failed === other.failed &&
    one.skipped === other.skipped
  );
}

function distinct(counts: readonly Counts[]): Counts[] {
  return counts.filter((one, at) => counts.findIndex((other) => isSame(one, other)) === at);
}
