import { unwrap } from '../../../base/failure.ts';
import { touchedPaths } from '../../../evidence/gates/touched-paths.ts';
import { scopeRules } from '../../../prompts/session/qa.ts';
import { scopeOf } from '../../../workflows/proof/scope.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { scopeFindings } from '../../../workflows/session/measured-findings.ts';
import { requireContract } from './contracts.ts';
import { gateMeasured } from './gate-event.ts';
import type { SubtaskJob } from './job.ts';
import { designFor, testsFor } from './subtask.ts';

/** GATE-3: where what the Implementer really changed lies, and whether a test was touched. */
export async function scope(job: SubtaskJob): Promise<SessionEvent> {
  const { services, session, at } = job;
  const { subtask } = at;
  const { asDesign: design, brief } = requireContract(designFor(job));
  const { value: contract } = requireContract(testsFor(job));
  const [from, to] = [subtask.tests ?? session.tip, subtask.work ?? session.tip];
  const touched = unwrap(
    await touchedPaths(services.git, services.repository, {
      from: from.tree,
      to: to.tree,
      testFiles: [contract.test_file_path],
    }),
  );
  const lies = scopeOf(touched.others, design, touched.known);
  const findings = scopeFindings(lies, {
    frozen: touched.frozen,
    hasTests: subtask.notes['GATE-1']?.state !== 'waived',
    hasRules: scopeRules(brief.value, lies.within).length > 0,
  });
  return gateMeasured(job, { gate: 'GATE-3', findings, tree: to.tree });
}
