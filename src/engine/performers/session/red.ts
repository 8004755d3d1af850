import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { normalPath } from '../../../base/normal-path.ts';
import { testTitles } from '../../../languages/known-languages.ts';
import { announcedNames } from '../../../workflows/proof/announced-names.ts';
import { narrowed } from '../../../evidence/gates/prover.ts';
import { casesRun, missingCases } from '../../../workflows/proof/cases.ts';
import { classifyRed, type Red } from '../../../workflows/proof/red.ts';
import { treeFiles } from '../../../evidence/gates/tree-files.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { proveCommit, proverAt } from '../../work/checks.ts';
import { formatRun } from '../../../workflows/proof/test-run.ts';
import { gated, note } from './gate-note.ts';
import { designFor, testsFor } from './subtask.ts';
import type { SubtaskJob } from './job.ts';

/** GATE-1: the tests of the contract are there, and red for the right reason. */
export async function red(job: SubtaskJob): Promise<Result<SessionEvent, Failure>> {
  const { services, session, at } = job;
  const designed = designFor(job);
  if (!designed.ok) return ok(designed.missing);
  const tested = testsFor(job);
  if (!tested.ok) return ok(tested.missing);
  const contract = tested.value.value;
  const work = at.subtask.tests ?? session.tip;
  if (contract.test_cases.length === 0)
    return ok(gated(job, { 'GATE-1': note(job, 'waived', { lines: ['no test cases: no code changes'] }) }));
  const files = await treeFiles(services.git, services.repository, work.tree);
  if (!files.ok) return files;
  const texts = await files.value.texts([contract.test_file_path]);
  if (!texts.ok) return texts;
  const text = texts.value.get(contract.test_file_path);
  if (text === undefined) return ok(failed(job, [`${contract.test_file_path} is not there`]));
  const missing = missingCases(contract, testTitles(contract.test_file_path, text));
  if (missing.length > 0)
    return ok(
      failed(
        job,
        missing.map((id) => `${id} is not in ${contract.test_file_path}`),
      ),
    );
  const base = await proveCommit(job, { commit: session.tip.commit });
  if (!base.ok) return base;
  const here = await proverAt(job, { commit: work.commit });
  if (!here.ok) return here;
  const { prover, commands } = here.value;
  const proved = await prover(narrowed(commands.tests, { files: [normalPath(contract.test_file_path)] }));
  if (!proved.ok) return proved;
  if (proved.value.status === 'cancelled') return fail('work.cancelled', {});
  const { proof } = proved.value;
  const cases = casesRun(contract, proof);
  const announced = announcedNames(designed.value.asDesign, files.value.paths);
  const found = classifyRed(proof, { contract, announced, base: base.value });
  if (found.kind === 'case' || found.kind === 'load') {
    const strength = [found.kind, ...(found.kind === 'case' && found.weak ? ['weak'] : [])];
    const lines = [
      formatRun(proof),
      ...(found.kind === 'load'
        ? [`cannot be loaded before these are there: ${found.missing.join(', ')}`]
        : cases.map(({ id, status }) => `${id}: ${status}`)),
    ];
    return ok(gated(job, { 'GATE-1': note(job, 'passed', { strength, lines, tree: proof.tree }) }));
  }
  return ok(failed(job, linesOf(found, proof.output_tail)));
}

function failed(job: SubtaskJob, lines: readonly string[]): SessionEvent {
  return gated(job, { 'GATE-1': note(job, 'failed', { lines }) }, { back_to: 'write' });
}

function linesOf(found: Exclude<Red, { kind: 'case' | 'load' }>, tail: string): string[] {
  switch (found.kind) {
    case 'passes':
      return found.cases.map((id) => `${id} passes before anything is implemented, and so proves nothing`);
    case 'other_load_failure':
      return [
        `the test file cannot be loaded, and no implementation would mend that: ${found.missing.join(', ')}`,
        found.tail,
      ];
    case 'not_run':
      return [...found.cases.map((id) => `${id} did not run`), tail];
    default:
      return found satisfies never;
  }
}
