import type { Failure } from '../../../base/failure.ts';
import { normalPath } from '../../../base/normal-path.ts';
import { ok, type Result } from '../../../base/result.ts';
import { narrowed, type TestFilter, type Cancellable, type Prover } from '../../../evidence/gates/prover.ts';
import type { ProjectCommands } from '../../../evidence/project-commands.ts';
import type { Proof } from '../../../evidence/proof.ts';
import type { NewTests } from '../../../workflows/proof/cases.ts';
import { compareRuns } from '../../../workflows/proof/compare.ts';
import {
  flakySuspects,
  GREEN_RUNS,
  type GreenRuns,
  isGreen,
  newTestsIn,
  withoutFlaky,
} from '../../../workflows/proof/new-tests.ts';

export interface GreenRequest {
  /** On the tree with the implementation. */
  readonly prover: Prover;
  readonly tests: ProjectCommands['tests'];
  readonly contract: NewTests;
  /** All tests, on the tree that nothing may be worse than. */
  readonly base: Proof;
}

/** Runs the new tests as often as it takes, then all tests, then those alone that may only be flaky. */
export async function measureGreen(asked: GreenRequest): Promise<Result<Cancellable<GreenRuns<Proof>>, Failure>> {
  const { tests, contract, base } = asked;
  const only = narrowed(tests, { files: [normalPath(contract.test_file_path)] });
  const runs: GreenRuns<Proof>['runs'][number][] = [];
  while (runs.length < GREEN_RUNS && isGreen(runs)) {
    const ran = await proofFrom(asked.prover, only);
    if (!ran.ok) return ran;
    if (ran.value === null) return CANCELLED;
    runs.push({ proof: ran.value, ...newTestsIn(ran.value, contract) });
  }
  if (!isGreen(runs)) return proved({ runs, whole: null, comparison: null, flaky: [] });
  // Without a narrower command, the last run was of all tests.
  const last = only === undefined ? runs.at(-1)?.proof : undefined;
  const whole = last === undefined ? await proofFrom(asked.prover) : ok(last);
  if (!whole.ok) return whole;
  if (whole.value === null) return CANCELLED;
  const comparison = compareRuns(base, whole.value);
  const flaky = await flakyAmong(asked, { red: comparison.newlyRed, whole: whole.value });
  if (!flaky.ok) return flaky;
  if (flaky.value === null) return CANCELLED;
  const { value: found } = flaky;
  return proved({ runs, whole: whole.value, comparison: withoutFlaky(comparison, found), flaky: found });
}

const CANCELLED: Result<Cancellable<never>, never> = ok({ status: 'cancelled' });

function proved(value: GreenRuns<Proof>): Result<Cancellable<GreenRuns<Proof>>, never> {
  return ok({ status: 'proved', value });
}

/** Null: cancelled. */
async function proofFrom(prover: Prover, only?: TestFilter): Promise<Result<Proof | null, Failure>> {
  const answer = await prover(only);
  if (!answer.ok) return answer;
  return ok(answer.value.status === 'proved' ? answer.value.proof : null);
}

/** Null: cancelled. */
async function flakyAmong(
  { prover, tests, contract }: GreenRequest,
  { red, whole }: { readonly red: readonly string[]; readonly whole: Proof },
): Promise<Result<string[] | null, Failure>> {
  const flaky: string[] = [];
  for (const id of flakySuspects(red, { whole, contract })) {
    const alone = narrowed(tests, onlyThis(whole, id));
    if (alone === undefined) continue;
    for (let n = 0; n < GREEN_RUNS; n++) {
      const ran = await proofFrom(prover, alone);
      if (!ran.ok) return ran;
      if (ran.value === null) return ok(null);
      if (ran.value.tests.find((test) => test.id === id)?.status !== 'passed') continue;
      flaky.push(id);
      break;
    }
  }
  return ok(flaky);
}

/** Runners know a test by its suites and name, without the file and our number. */
function onlyThis({ tests }: Proof, id: string): TestFilter {
  const file = tests.find((test) => test.id === id)?.file;
  const inFile = file !== undefined && id.startsWith(`${file} > `) ? id.slice(file.length + 3) : id;
  const names = inFile === file ? undefined : [inFile.replace(/ (?:#\d+|\(\d+\))$/, '')];
  return { ...(file !== undefined && { files: [file] }), ...(names !== undefined && { names }) };
}
