import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { endingInWords } from '../../../evidence/proof.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { couldNotRun, proveCommit } from '../../work/checks.ts';
import type { JobAt } from './job.ts';

/** Set-up and the checks, once on the untouched base, while the person may still be there. */
export async function prepare(job: JobAt<'prepare'>): Promise<Result<RunEvent, Failure>> {
  const proved = await proveCommit(job, { commit: job.run.base.commit });
  if (!proved.ok) return proved;
  const { command, counts, exit_code, output_tail: tail } = proved.value;
  if (command !== null && couldNotRun(proved.value))
    return fail('checks.cannot_run', { command, ending: endingInWords(proved.value), tail });
  const tests = { command, total: counts.total, failed: counts.failed, exit_code };
  return ok({ type: 'prepared', data: { effect: job.id, tests } });
}
