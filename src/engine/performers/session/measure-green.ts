import { normalPath } from '../../../base/normal-path.ts';
import { narrowed, type TestFilter } from '../../../evidence/gates/prover.ts';
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
import type { Prover } from '../../work/checks.ts';

export interface GreenRequest {
  /** On the tree with the implementation. */
  readonly prover: Prover;
  readonly tests: ProjectCommands['tests'];
  readonly contract: NewTests;
  /** All tests, on the tree that nothing may be worse than. */
  readonly base: Proof;
}

/** Runs the new tests as often as it takes, then all tests, then those alone that may only be flaky. */
export async function measureGreen(request: GreenRequest): Promise<GreenRuns<Proof>> {
  const { prover, tests, contract, base } = request;
  const only = narrowed(tests, { files: [normalPath(contract.test_file_path)] });
  const runs: GreenRuns<Proof>['runs'][number][] = [];
  while (runs.length < GREEN_RUNS && isGreen(runs)) {
    const proof = await prover(only);
    runs.push({ proof, ...newTestsIn(proof, contract) });
  }
  if (!isGreen(runs)) return { runs, whole: null, comparison: null, flaky: [] };
  // Without a narrower command, the last run was of all tests.
  const last = only === undefined ? runs.at(-1)?.proof : undefined;
  const whole = last ?? (await prover());
  const comparison = compareRuns(base, whole);
  const flaky = await flakyAmong(request, { red: comparison.newlyRed, whole });
  return { runs, whole, comparison: withoutFlaky(comparison, flaky), flaky };
}

async function flakyAmong(
  { prover, tests, contract }: GreenRequest,
  { red, whole }: { readonly red: readonly string[]; readonly whole: Proof },
): Promise<string[]> {
  const flaky: string[] = [];
  for (const id of flakySuspects(red, { whole, contract })) {
    const alone = narrowed(tests, onlyThis(whole, id));
    if (alone === undefined) continue;
    for (let n = 0; n < GREEN_RUNS; n++) {
      const { tests: ran } = await prover(alone);
      if (ran.find((test) => test.id === id)?.status !== 'passed') continue;
      flaky.push(id);
      break;
    }
  }
  return flaky;
}

/** Runners know a test by its suites and name, without the file and our number. */
function onlyThis({ tests }: Proof, id: string): TestFilter {
  const file = tests.find((test) => test.id === id)?.file;
  const inFile = file !== undefined && id.startsWith(`${file} > `) ? id.slice(file.length + 3) : id;
  const names = inFile === file ? undefined : [inFile.replace(/ (?:#\d+|\(\d+\))$/, '')];
  return { ...(file !== undefined && { files: [file] }), ...(names !== undefined && { names }) };
}
