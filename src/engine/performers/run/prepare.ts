import { fail, unwrap } from '../../../base/failure.ts';
import { formatEnding } from '../../../base/run-ending.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { couldNotRun } from '../../../workflows/proof/test-run.ts';
import { proveCommit } from '../../work/checks.ts';
import type { JobAt } from './job.ts';

/** Set-up and the checks, once on the untouched base, while the person may still be there. */
export async function prepare(job: JobAt<'prepare'>): Promise<RunEvent> {
  const proved = unwrap(await proveCommit(job, { commit: job.run.base.commit }));
  const { command, counts, exit_code, output_tail: tail } = proved;
  if (command !== null && couldNotRun(proved))
    return unwrap(fail('checks.cannot_run', { command, ending: formatEnding(proved), tail }));
  const tests = { command, total: counts.total, failed: counts.failed, exit_code };
  return { type: 'prepared', data: { effect: job.id, tests } };
}
