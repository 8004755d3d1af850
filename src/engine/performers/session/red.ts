import { fail, unwrap } from '../../../base/failure.ts';
import { normalPath } from '../../../base/normal-path.ts';
import { narrowed } from '../../../evidence/gates/prover.ts';
import { treeFiles } from '../../../evidence/gates/tree-files.ts';
import { testTitles } from '../../../languages/known-languages.ts';
import { announcedNames } from '../../../workflows/proof/announced-names.ts';
import { missingCases } from '../../../workflows/proof/cases.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import type { GateFinding } from '../../../workflows/session/gate-findings.ts';
import { redFindings } from '../../../workflows/session/measured-findings.ts';
import { proveCommit, proverAt } from '../../work/checks.ts';
import { requireContract } from './contracts.ts';
import { gateMeasured } from './gate-event.ts';
import type { SubtaskJob } from './job.ts';
import { designFor, testsFor } from './subtask.ts';

/** GATE-1: whether the tests of the contract are there, and red for the right reason. */
export async function red(job: SubtaskJob): Promise<SessionEvent> {
  const { services, session, at } = job;
  const { asDesign: design } = requireContract(designFor(job));
  const { value: contract } = requireContract(testsFor(job));
  const work = at.subtask.tests ?? session.tip;
  const { test_cases, test_file_path: file } = contract;
  const found = (finding: GateFinding) => gateMeasured(job, { gate: 'GATE-1', findings: [finding] });
  if (test_cases.length === 0) return found({ code: 'no_cases' });
  const files = unwrap(await treeFiles(services.git, services.repository, work.tree));
  const text = unwrap(await files.texts([file])).get(file);
  if (text === undefined) return found({ code: 'test_file_missing', file });
  const missing = missingCases(contract, testTitles(file, text));
  if (missing.length > 0) return found({ code: 'cases_missing', file, ids: missing });
  const base = await proveCommit(job, { commit: session.tip.commit });
  const { prover, commands } = await proverAt(job, { commit: work.commit });
  const proved = unwrap(await prover(narrowed(commands.tests, { files: [normalPath(file)] })));
  if (proved.status === 'cancelled') return unwrap(fail('work.cancelled', {}));
  const announced = announcedNames(design, files.paths);
  const findings = redFindings(proved.proof, { contract, announced, base });
  return gateMeasured(job, { gate: 'GATE-1', findings, tree: proved.proof.tree });
}
