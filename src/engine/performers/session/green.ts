import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { compareClaims } from '../../../workflows/proof/claims.ts';
import { compareRuns } from '../../../workflows/proof/compare.ts';
import type { GreenRuns } from '../../../workflows/proof/new-tests.ts';
import { measureGreen } from './measure-green.ts';
import type { Proof } from '../../../evidence/proof.ts';
import type { TestContract } from '../../../schema/contracts/test-contract.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { proveCommit, proverAt } from '../../work/checks.ts';
import { isTestsFault } from './load-failure.ts';
import { readTestResult } from './contracts.ts';
import { formatRun } from '../../../workflows/proof/test-run.ts';
import { gated, note } from './gate-note.ts';
import { testsFor } from './subtask.ts';
import type { SubtaskJob } from './job.ts';

/** GATE-2: our own runs of the project's tests agree that it is done. */
export async function green(job: SubtaskJob): Promise<Result<SessionEvent, Failure>> {
  const { session, at } = job;
  const tests = testsFor(job);
  if (!tests.ok) return ok(tests.missing);
  const contract = tests.value.value;
  const work = at.subtask.work ?? session.tip;
  const base = await proveCommit(job, { commit: session.tip.commit });
  if (!base.ok) return base;
  const measured = await measure(job, { contract, base: base.value, commit: work.commit });
  if (!measured.ok) return measured;
  const found = measured.value;
  const claims = readTestResult(job, { task: at.taskId, subtask: at.subtaskId });
  const agreement = claims === undefined ? undefined : compareClaims(claims, found);
  const lines = [
    ...(claims === undefined ? ['there is no valid test result'] : []),
    ...(agreement?.claimed === 'pass' && agreement.own === 'fail'
      ? ['the test result says pass, and the tests fail']
      : []),
    ...redLines(found),
  ];
  const strength = [
    ...(found.runs.some(({ weak }) => weak) ? ['weak'] : []),
    ...(found.flaky.length > 0 ? ['flaky'] : []),
  ];
  const { tree } = work;
  if (lines.length === 0) {
    const proofs = [...found.runs.map(({ proof }) => proof), ...(found.whole === null ? [] : [found.whole])];
    const seen = [...proofs.map(formatRun), ...found.flaky.map((name) => `flaky: ${name}`)];
    return ok(gated(job, { 'GATE-2': note(job, 'passed', { strength, lines: seen, tree }) }));
  }
  const blamed = await isTestsFault(job, { found, contract });
  if (!blamed.ok) return blamed;
  const back_to = blamed.value ? 'write' : 'implement';
  const failed = redTests(found);
  return ok(gated(job, { 'GATE-2': note(job, 'failed', { strength, lines, tree }) }, { back_to, failed }));
}

async function measure(
  job: SubtaskJob,
  { contract, base, commit }: { readonly contract: TestContract; readonly base: Proof; readonly commit: string },
): Promise<Result<GreenRuns<Proof>, Failure>> {
  const here = await proverAt(job, { commit });
  if (!here.ok) return here;
  const { prover, commands } = here.value;
  if (contract.test_cases.length === 0) {
    // Nothing is new: it is enough that nothing is worse.
    const whole = await proveCommit(job, { commit });
    if (!whole.ok) return whole;
    return ok({ runs: [], whole: whole.value, comparison: compareRuns(base, whole.value), flaky: [] });
  }
  const proved = await measureGreen({ prover, tests: commands.tests, contract, base });
  if (!proved.ok) return proved;
  return proved.value.status === 'cancelled' ? fail('work.cancelled', {}) : ok(proved.value.value);
}

function redLines({ runs, comparison }: GreenRuns): string[] {
  const last = runs.at(-1);
  return [
    ...(last?.green === false
      ? [
          ...last.cases.filter(({ status }) => status !== 'passed').map(({ id, status }) => `${id}: ${status}`),
          last.proof.output_tail,
        ]
      : []),
    ...(comparison?.newlyRed ?? []).map((name) => `newly red: ${name}`),
    ...(comparison?.gone ?? []).map((name) => `no longer run: ${name}`),
    ...(comparison?.nowSkipped ?? []).map((name) => `skipped now: ${name}`),
    ...(comparison?.brokeOff === true ? ['the tests ended in a way that no red test explains'] : []),
    ...(comparison !== null && comparison.fewer !== null
      ? [`fewer tests ran: ${comparison.fewer.now} instead of ${comparison.fewer.before}`]
      : []),
  ];
}

function redTests({ runs, whole }: GreenRuns): { name: string; reason: string }[] {
  const proofs = [...runs.map(({ proof }) => proof), ...(whole === null ? [] : [whole])];
  return proofs
    .flatMap(({ tests }) => tests)
    .filter(({ status }) => status === 'failed')
    .slice(0, 20)
    .map(({ id, reason = '' }) => ({ name: id, reason: reason.slice(0, 500) }));
}
