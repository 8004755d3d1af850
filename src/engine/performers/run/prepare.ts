import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { proofOf } from './check.ts';
import type { JobAt } from './workshop.ts';

/** Set-up and the checks, once on the untouched base, while the person may still be there. */
export async function prepare(job: JobAt<'prepare'>): Promise<Result<RunEvent, Failure>> {
  const proved = await proofOf(job, { commit: job.run.base.commit });
  if (!proved.ok) return proved;
  const { command, counts, exit_code } = proved.value;
  const tests = { command, total: counts.total, failed: counts.failed, exit_code };
  return ok({ type: 'prepared', data: { effect: job.id, tests } });
}
