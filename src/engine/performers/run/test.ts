import { unwrap } from '../../../base/failure.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { measure } from './measure.ts';
import { writeDocument, writeDoneFlag } from './run-folder.ts';
import type { JobAt } from './job.ts';

/** Orchestral runs the tests itself; `results.json` is what really came of it. */
export async function test(job: JobAt<'test'>): Promise<RunEvent> {
  const { services, step, id } = job;
  const evidence = await measure(job, { commit: step.work.commit, claims: step.claims });
  const { command, exit_code, total, passed, failed, skipped, coverage, failures, duration_ms, executed_at } = evidence;
  const { edge_cases_tested, adversarial_findings } = evidence;
  unwrap(
    writeDocument(services, 'verifier/results.json', {
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
    }),
  );
  unwrap(writeDoneFlag(services, 'test'));
  services.onPoint('files.written');
  return { type: 'tested', data: { effect: id, evidence } };
}
