import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { measure } from './measure.ts';
import { writeDocument, writeDoneFlag } from './run-folder.ts';
import type { JobAt } from './job.ts';

/** Orchestral runs the tests itself; `results.json` is what really came of it. */
export async function test(job: JobAt<'test'>): Promise<Result<RunEvent, Failure>> {
  const { services, step, id } = job;
  const measured = await measure(job, { commit: step.work.commit, claims: step.claims });
  if (!measured.ok) return measured;
  const evidence = measured.value;
  const { command, exit_code, total, passed, failed, skipped, coverage, failures, duration_ms, executed_at } = evidence;
  const { edge_cases_tested, adversarial_findings } = evidence;
  const written = writeDocument(services, 'verifier/results.json', {
    name: 'results',
    value: {
      command: command ?? '',
      exit_code,
      total,
      passed,
      failed,
      skipped,
      coverage,
      failures,
      edge_cases_tested,
      adversarial_findings,
      duration_ms,
      executed_at,
    },
  });
  if (!written.ok) return written;
  const flagged = writeDoneFlag(services, 'test');
  if (!flagged.ok) return flagged;
  services.onPoint('files.written');
  return ok({ type: 'tested', data: { effect: id, evidence } });
}
