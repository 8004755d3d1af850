import type { ProofFinding } from '../../../schema/proof-finding.ts';
import { type FailingCommand, findFailingCommand } from '../../work/checks.ts';
import type { TaskJob } from './job.ts';

export interface AcceptanceResult {
  /** The first command that the work is to blame for. */
  readonly failing: FailingCommand | null;
  /** Those that need a program which this machine does not have. */
  readonly cannotRun: readonly Extract<ProofFinding, { code: 'condition_cannot_run' }>[];
}

/**
 * Runs the commands that the task itself says must succeed. A program that is missing with the work and was missing
 * before it is none of the work's: a person has to install it or to do without.
 */
export async function tryAcceptance(
  job: TaskJob,
  { commit, lines }: { readonly commit: string; readonly lines: readonly string[] },
): Promise<AcceptanceResult> {
  const cannotRun: AcceptanceResult['cannotRun'][number][] = [];
  let left = lines;
  while (left.length > 0) {
    const failing = await findFailingCommand(job, { commit, lines: left });
    if (failing === null) break;
    const { line: command, missing } = failing;
    if (missing === null || !(await isMissingBefore(job, { command, missing }))) return { failing, cannotRun };
    cannotRun.push({ code: 'condition_cannot_run', command, program: missing });
    left = left.slice(left.indexOf(command) + 1);
  }
  return { failing: null, cannotRun };
}

async function isMissingBefore(
  job: TaskJob,
  { command, missing }: { readonly command: string; readonly missing: string },
): Promise<boolean> {
  // A path names something of the repository, which the work could have made.
  if (missing.includes('/')) return false;
  const before = await findFailingCommand(job, { commit: job.at.tip.commit, lines: [command] });
  return before?.missing === missing;
}
