import type { Failure } from '../../../base/failure.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { compareProofs } from '../../../evidence/compare.ts';
import { endingInWords, type Proof } from '../../../evidence/proof.ts';
import { changedFiles } from '../../../git/diff.ts';
import { findFailingCommand, proveCommit } from '../../work/checks.ts';
import type { AttemptProblem } from './attempt.ts';
import type { AutoJob } from './job.ts';

export interface TreeComparison {
  /** The commit it began with, and the one that came of it. */
  readonly before: string;
  readonly now: string;
  /** What the task says: tests that it names may go. */
  readonly text: string;
}

const MOST_NAMES = 20;

/** What is worse on a tree than it was before; null for nothing. Red before is forgiven. */
export async function findRegression(
  job: AutoJob,
  { before, now, text }: TreeComparison,
): Promise<Result<AttemptProblem | null, Failure>> {
  const { git, repository } = job.services;
  const was = await proveCommit(job, { commit: before, coverage: false });
  if (!was.ok) return was;
  const is = await proveCommit(job, { commit: now, coverage: false });
  if (!is.ok) return is.error.code === 'checks.setup_failed' ? attributeSetupFailure(job, before, is.error) : is;
  const files = await changedFiles(git, repository, { from: before, to: now });
  if (!files.ok) return files;
  const renames = files.value.flatMap(({ from, path }) => (from === undefined ? [] : [{ from, to: path }]));
  const { newlyRed, gone, nowSkipped, fewer, brokeOff } = compareProofs(was.value, is.value, renames);
  if (newlyRed.length > 0 || brokeOff) return ok(red(is.value, newlyRed));
  const lost = [...gone, ...nowSkipped].filter((id) => !isNamed(id, text));
  if (lost.length > 0) return ok({ kind: 'tests_gone', message: some(lost) });
  return ok(fewer === null ? null : { kind: 'tests_gone', message: `${fewer.before} → ${fewer.now}` });
}

/** Where what was before can still be set up, it is no fault of the machine that what is now cannot. */
async function attributeSetupFailure(
  job: AutoJob,
  before: string,
  failed: Extract<Failure, { code: 'checks.setup_failed' }>,
): Promise<Result<AttemptProblem, Failure>> {
  const works = await findFailingCommand(job, { commit: before, lines: [] });
  if (!works.ok) return works.error.code === 'checks.setup_failed' ? err(failed) : works;
  const { command, ending, tail } = failed.params;
  return ok({ kind: 'setup_red', message: `${command}: ${ending}`, evidence: tail });
}

/** Which proof a merge commit speaks of. */
export function evidenceOf(tree: string): string {
  return `tree ${tree}`;
}

function red(proof: Proof, names: readonly string[]): AttemptProblem {
  const reasons = proof.tests
    .filter(({ id }) => names.includes(id))
    .slice(0, MOST_NAMES)
    .map(({ id, reason = '' }) => `${id}\n${reason.slice(0, 500)}`);
  const build = proof.build !== null && proof.build.exit_code !== 0 ? proof.build.command : null;
  const what = names.length > 0 ? some(names) : `${build ?? proof.command ?? ''}: ${endingInWords(proof)}`;
  const kind = build === null ? 'tests_red' : 'build_red';
  return { kind, message: what, evidence: [...reasons, proof.output_tail].join('\n\n') };
}

function some(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` … +${more}` : ''}`;
}

/** By its file, or by the last part of its name. */
function isNamed(id: string, text: string): boolean {
  const [file = ''] = id.split(' > ');
  const last = file.split('/').at(-1) ?? '';
  return last !== '' && text.includes(last);
}
