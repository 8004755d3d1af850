import { throwFailure, unwrap } from '../../base/failure.ts';
import { formatEnding } from '../../base/run-ending.ts';
import { collectTests } from '../../evidence/collect-tests.ts';
import type { ProjectCommands } from '../../evidence/project-commands.ts';
import type { Proof } from '../../evidence/proof.ts';
import { couldNotRun } from '../../workflows/proof/test-run.ts';
import type { Step } from '../conductor/step.ts';
import { type CommitRef, proveCommit, setUpBaseline } from './checks.ts';

/**
 * Runs the tests of the untouched project, once, while the person may still be there. Red is an answer; that they cannot
 * be run is none, and nothing is begun on it.
 */
export async function proveBaseline(step: Step, { commit }: CommitRef): Promise<Proof> {
  const proved = await proveCommit(step, { commit, coverage: false, isBaseline: true });
  const { command, output_tail: tail, cannot_run: cause } = proved;
  if (command !== null && (couldNotRun(proved) || cause !== undefined))
    throwFailure('checks.cannot_run', { command, ending: formatEnding(proved), tail, cause });
  return proved;
}

/** Sets the untouched project up and has its runner look for tests: cheap enough to be waited for before any agent. */
export async function collectBaseline(step: Step, { commit }: CommitRef): Promise<{ readonly command: string | null }> {
  const { checking, worktree, commands } = await setUpBaseline(step, { commit });
  const collected = unwrap(await collectTests(checking, { folder: worktree.folder, commands }));
  if (collected.status === 'cancelled') return throwFailure('work.cancelled', {});
  const command = commandOf(commands);
  const { ending, tail, cause } = collected;
  if (command !== null && cause !== undefined) throwFailure('checks.cannot_run', { command, ending, tail, cause });
  return { command };
}

function commandOf({ tests }: ProjectCommands): string | null {
  return tests?.detected.line ?? null;
}
