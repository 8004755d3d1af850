import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { TestContract } from '../../schema/contracts/test-contract.ts';
import { type Comparison, compareProofs, type Rename } from '../compare.ts';
import type { ProjectCommands } from '../project-commands.ts';
import type { Proof } from '../proof.ts';
import { normalPath } from './design-names.ts';
import { type CaseRun, casesRun } from './cases.ts';
import { narrowed, type TestFilter, type Cancellable, type Prover } from './prover.ts';

/** What Orchestral's own runs say of an implementation. */
export interface GreenProof {
  /** The new tests, each time they were run; narrowed to their file where the runner can. */
  readonly runs: readonly NewRun[];
  /** All tests. Null when the new ones were not green: then there is nothing more to be known. */
  readonly whole: Proof | null;
  /** Of the whole against the base; `newlyRed` is without the flaky ones. */
  readonly comparison: Comparison | null;
  /** Red among all the tests, and green when run alone. */
  readonly flaky: readonly string[];
  /** The runner names no tests: the sums are all there is. */
  readonly weak: boolean;
}

interface NewRun {
  readonly proof: Proof;
  readonly cases: readonly CaseRun[];
  /** Each case ran and passed; where the runner names no tests, the command did. */
  readonly green: boolean;
}

export interface GreenProofRequest {
  /** On the tree with the implementation. */
  readonly prover: Prover;
  readonly tests: ProjectCommands['tests'];
  readonly contract: Pick<TestContract, 'test_cases' | 'test_file_path'>;
  /** All tests, on the tree that nothing may be worse than. */
  readonly base: Proof;
  readonly renames?: readonly Rename[];
}

const TIMES = 2;
/** With more than these newly red, they are not flaky but broken. */
const MAX_ALONE = 20;

export async function greenProof(request: GreenProofRequest): Promise<Result<Cancellable<GreenProof>, Failure>> {
  const { tests, contract, base, renames } = request;
  const only = narrowed(tests, { files: [normalPath(contract.test_file_path)] });
  const runs: NewRun[] = [];
  for (let n = 0; n < TIMES && runs.every(({ green }) => green); n++) {
    const ran = await proofFrom(request.prover, only);
    if (!ran.ok) return ran;
    if (ran.value === null) return CANCELLED;
    runs.push(newRun(contract, ran.value));
  }
  const weak = runs.some(({ proof }) => isWeak(proof));
  if (!runs.every(({ green }) => green)) {
    return proved({ runs, whole: null, comparison: null, flaky: [], weak });
  }
  // Without a narrower command, the last run was of all tests.
  const last = only === undefined ? runs.at(-1)?.proof : undefined;
  const whole = last === undefined ? await proofFrom(request.prover) : ok(last);
  if (!whole.ok) return whole;
  if (whole.value === null) return CANCELLED;
  const comparison = compareProofs(base, whole.value, renames);
  const flaky = await flakyAmong(request, { red: comparison.newlyRed, whole: whole.value });
  if (!flaky.ok) return flaky;
  if (flaky.value === null) return CANCELLED;
  const { value: found } = flaky;
  const newlyRed = comparison.newlyRed.filter((id) => !found.includes(id));
  return proved({ runs, whole: whole.value, comparison: { ...comparison, newlyRed }, flaky: found, weak });
}

const CANCELLED: Result<Cancellable<never>, never> = ok({ status: 'cancelled' });

function proved(value: GreenProof): Result<Cancellable<GreenProof>, never> {
  return ok({ status: 'proved', value });
}

/** Null: cancelled. */
async function proofFrom(prover: Prover, only?: TestFilter): Promise<Result<Proof | null, Failure>> {
  const answer = await prover(only);
  if (!answer.ok) return answer;
  return ok(answer.value.status === 'proved' ? answer.value.proof : null);
}

function newRun(contract: GreenProofRequest['contract'], proof: Proof): NewRun {
  const cases = casesRun(contract, proof);
  const passed = proof.ending === 'exited' && proof.exit_code === 0;
  const green = isWeak(proof) ? passed : cases.length > 0 && cases.every(({ status }) => status === 'passed');
  return { proof, cases, green };
}

function isWeak({ tests, counts, source }: Proof): boolean {
  return tests.length === 0 && (counts.total > 0 || source === 'exit-code');
}

/** New tests are not asked again: they must be green however they are run. */
async function flakyAmong(
  { prover, tests, contract }: GreenProofRequest,
  { red, whole }: { readonly red: readonly string[]; readonly whole: Proof },
): Promise<Result<string[] | null, Failure>> {
  const own = new Set(casesRun(contract, whole).flatMap((one) => one.tests));
  const suspects = red.filter((id) => !own.has(id));
  if (suspects.length > MAX_ALONE) return ok([]);
  const flaky: string[] = [];
  for (const id of suspects) {
    const alone = narrowed(tests, onlyThis(whole, id));
    if (alone === undefined) continue;
    for (let n = 0; n < TIMES; n++) {
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
