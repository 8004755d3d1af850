import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { TestContract } from '../../schema/contracts/test-contract.ts';
import type { ProjectCommands } from '../project-commands.ts';
import type { Proof } from '../proof.ts';
import { type AnnouncedNames, announcedNames, type Design, normalPath } from './design-names.ts';
import { type CaseRun, casesRun } from './cases.ts';
import { type LoadCause, loadCause } from './load-cause.ts';
import { narrowed, type Cancellable, type Prover } from './prover.ts';

/** What new tests do on the tree before the implementation. */
export type Red =
  /** Each case ran and failed. `weak`: the runner names no tests, so this is what its sums say. */
  | { readonly kind: 'case'; readonly weak: boolean }
  /** The file cannot be loaded, because of something that the design names and that does not exist yet. */
  | { readonly kind: 'load'; readonly missing: readonly string[] }
  /** These pass already, and so would prove nothing. */
  | { readonly kind: 'passes'; readonly cases: readonly string[] }
  /** It cannot be loaded, and no implementation would mend that. */
  | { readonly kind: 'other_load_failure'; readonly missing: readonly string[]; readonly tail: string }
  /** These did not run: skipped, not found by the runner, or nothing tells. */
  | { readonly kind: 'not_run'; readonly cases: readonly string[] };

export interface RedProof {
  readonly red: Red;
  readonly cases: readonly CaseRun[];
  readonly proof: Proof;
}

export interface RedProofRequest {
  /** On the tree with the new tests, and without their implementation. */
  readonly prover: Prover;
  readonly tests: ProjectCommands['tests'];
  readonly contract: Pick<TestContract, 'test_cases' | 'test_file_path'>;
  readonly design: Design;
  /** Paths of that tree. */
  readonly existing: ReadonlySet<string>;
  /** Of the tree without the new tests: needed where the runner names no tests. */
  readonly base?: Proof;
}

export async function redProof(request: RedProofRequest): Promise<Result<Cancellable<RedProof>, Failure>> {
  const { prover, tests, contract } = request;
  const proved = await prover(narrowed(tests, { files: [normalPath(contract.test_file_path)] }));
  if (!proved.ok) return proved;
  if (proved.value.status === 'cancelled') return ok({ status: 'cancelled' });
  const { proof } = proved.value;
  return ok({ status: 'proved', value: { proof, cases: casesRun(contract, proof), red: redIn(proof, request) } });
}

/** What a proof says about it; reads nothing else. */
export function redIn(proof: Proof, request: Omit<RedProofRequest, 'prover' | 'tests'>): Red {
  const { contract, design, existing, base } = request;
  const cases = casesRun(contract, proof);
  const those = (...statuses: CaseRun['status'][]): string[] =>
    cases.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
  const all = cases.map(({ id }) => id);
  if (proof.ending === 'not_run') return { kind: 'not_run', cases: all };
  if (those('passed').length > 0) return { kind: 'passes', cases: those('passed') };
  if (all.length > 0 && those('failed').length === all.length) return { kind: 'case', weak: false };
  const isRed = proof.ending !== 'exited' || proof.exit_code !== 0;
  if (those('failed', 'skipped').length > 0) return { kind: 'not_run', cases: those('not_run', 'skipped') };
  if (!isRed) return { kind: proof.tests.length === 0 && ran(proof) ? 'passes' : 'not_run', cases: all };
  const cause = causeIn(proof, { contract, announced: announcedNames(design, existing) });
  if (cause === undefined) return { kind: 'not_run', cases: all };
  const isUnloadable = cause.other.length > 0 || cause.syntaxError;
  if (cause.announced.length > 0 && !isUnloadable) return { kind: 'load', missing: cause.announced };
  const isNameless = proof.tests.length === 0 && proof.counts.failed > (base?.counts.failed ?? 0);
  if (isNameless && !isUnloadable) return { kind: 'case', weak: true };
  return { kind: 'other_load_failure', missing: cause.other, tail: proof.output_tail };
}

function ran({ counts }: Proof): boolean {
  return counts.passed > 0;
}

/** Undefined: others failed, and this file is not among them, so it is not that it could not be loaded. */
function causeIn(
  proof: Proof,
  { contract, announced }: { contract: RedProofRequest['contract']; announced: AnnouncedNames },
): LoadCause | undefined {
  const testFile = normalPath(contract.test_file_path);
  const failed = proof.tests.filter(({ status }) => status === 'failed');
  const ofFile = failed.filter(({ id, file }) => file === testFile || id === testFile || file === undefined);
  if (failed.length > 0 && ofFile.length === 0) return undefined;
  const said = [...ofFile.map(({ reason = '' }) => reason), proof.output_tail].join('\n');
  return loadCause(said, { testFile, announced });
}
