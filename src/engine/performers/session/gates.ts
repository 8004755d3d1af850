import { unwrap } from '../../../base/failure.ts';
import { normalPath } from '../../../base/normal-path.ts';
import { narrowed } from '../../../evidence/gates/prover.ts';
import { touchedPaths } from '../../../evidence/gates/touched-paths.ts';
import { treeFiles } from '../../../evidence/gates/tree-files.ts';
import type { Proof } from '../../../evidence/proof.ts';
import { testTitles } from '../../../languages/known-languages.ts';
import { scopeRules } from '../../../prompts/session/qa.ts';
import type { TestContract } from '../../../schema/contracts/testing.ts';
import { announcedNames } from '../../../workflows/proof/announced-names.ts';
import { missingCases } from '../../../workflows/proof/cases.ts';
import { compareRuns } from '../../../workflows/proof/compare.ts';
import type { GreenRuns } from '../../../workflows/proof/new-tests.ts';
import { classifyRed, namedByTests } from '../../../workflows/proof/red.ts';
import { scopeOf } from '../../../workflows/proof/scope.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import type { GateFinding } from '../../../workflows/session/gate-findings.ts';
import { greenFindings, redFindings, scopeFindings } from '../../../workflows/session/measured-findings.ts';
import { proveCommit, proverAt } from '../../work/checks.ts';
import { readTestResult } from './contracts.ts';
import type { SubtaskJob } from './job.ts';
import { measureGreen } from './measure-green.ts';
import { gateMeasured, hasDesign, requireDesign, requireTests } from './subtask.ts';

/** GATE-1: whether the tests of the contract are there, and red for the right reason. */
export async function red(job: SubtaskJob): Promise<SessionEvent> {
  const { services, session, at } = job;
  const { asDesign: design } = requireDesign(job);
  const { value: contract } = requireTests(job);
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
  const proof = await prover(narrowed(commands.tests, { files: [normalPath(file)] }));
  const announced = announcedNames(design, files.paths);
  const findings = redFindings(proof, { contract, announced, base });
  return gateMeasured(job, { gate: 'GATE-1', findings, tree: proof.tree });
}

/** GATE-2: what our own runs of the project's tests say of the implementation. */
export async function green(job: SubtaskJob): Promise<SessionEvent> {
  const { session, at } = job;
  const { value: contract } = requireTests(job);
  const work = at.subtask.work ?? session.tip;
  const base = await proveCommit(job, { commit: session.tip.commit });
  const runs = await runTests(job, { contract, base, commit: work.commit });
  const claims = readTestResult(job, { task: at.taskId, subtask: at.subtaskId });
  const unloadable = await findUnloadable(job, { runs, contract });
  const findings = greenFindings(runs, { claims, unloadable });
  return gateMeasured(job, { gate: 'GATE-2', findings, tree: work.tree });
}

async function runTests(
  job: SubtaskJob,
  { contract, base, commit }: { readonly contract: TestContract; readonly base: Proof; readonly commit: string },
): Promise<GreenRuns<Proof>> {
  if (contract.test_cases.length === 0) {
    // Nothing is new: it is enough that nothing is worse.
    const whole = await proveCommit(job, { commit });
    return { runs: [], whole, comparison: compareRuns(base, whole), flaky: [] };
  }
  const { prover, commands } = await proverAt(job, { commit });
  return measureGreen({ prover, tests: commands.tests, contract, base });
}

/** What the tests cannot be loaded without, and name themselves, though nobody was asked to make it. */
async function findUnloadable(
  job: SubtaskJob,
  { runs: { runs }, contract }: { readonly runs: GreenRuns; readonly contract: TestContract },
): Promise<string[]> {
  const { services, session, at } = job;
  const last = runs.at(-1);
  if (last === undefined || last.green || !hasDesign(job)) return [];
  const files = unwrap(await treeFiles(services.git, services.repository, (at.subtask.work ?? session.tip).tree));
  const announced = announcedNames(requireDesign(job).asDesign, files.paths);
  const red = classifyRed(last.proof, { contract, announced });
  if (red.kind !== 'other_load_failure') return [];
  const testFile = normalPath(contract.test_file_path);
  return namedByTests(red.missing, unwrap(await files.texts([testFile])).get(testFile) ?? '');
}

/** GATE-3: where what the Implementer really changed lies, and whether a test was touched. */
export async function scope(job: SubtaskJob): Promise<SessionEvent> {
  const { services, session, at } = job;
  const { subtask } = at;
  const { asDesign: design, brief } = requireDesign(job);
  const { value: contract } = requireTests(job);
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
