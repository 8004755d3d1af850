import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { endingInWords, type Proof } from '../../../evidence/proof.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { proofOf } from '../../work/checks.ts';
import type { JobAt } from './workshop.ts';

/** Set-up and the checks, once on the untouched base, while the person may still be there. */
export async function prepare(job: JobAt<'prepare'>): Promise<Result<RunEvent, Failure>> {
  const proved = await proofOf(job, { commit: job.run.base.commit });
  if (!proved.ok) return proved;
  const { command, counts, exit_code, output_tail: tail } = proved.value;
  if (command !== null && cannotRun(proved.value))
    return fail('checks.cannot_run', { command, ending: endingInWords(proved.value), tail });
  const tests = { command, total: counts.total, failed: counts.failed, exit_code };
  return ok({ type: 'prepared', data: { effect: job.id, tests } });
}

/** What the shell says of a command that is not there, or may not be executed. */
const NO_COMMAND = [126, 127];

/** Red is an answer. This is none: whatever is built on it could not be proved either. */
function cannotRun({ ending, exit_code }: Proof): boolean {
  if (ending === 'not_run') return false;
  return ending !== 'exited' || NO_COMMAND.includes(exit_code ?? 0);
}
