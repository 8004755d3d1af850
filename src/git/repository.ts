import fs from 'node:fs';
import path from 'node:path';
import { isInside } from '../files/inside.ts';
import { catchFailure, fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Git, Checkout, Repository } from './git.ts';
import type { TrustedConfig } from './hardening.ts';
import { outputFields, outputText } from './git-output.ts';

const NEEDED = '2.38';
const FOLDERS = ['--show-toplevel', '--absolute-git-dir', '--git-common-dir'];

/** The version, when it is one we can work with. */
export async function gitVersion(git: Git, folder: string): Promise<Result<string, Failure>> {
  const answer = await catchFailure(() => git.discover(folder, ['version']));
  if (!answer.ok) return answer;
  const found = /\d+(?:\.\d+)+/u.exec(outputText(answer.value))?.[0] ?? '';
  const [major = 0, minor = 0] = found.split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 38) ? ok(found) : fail('git.too_old', { found, needed: NEEDED });
}

export async function openRepository(
  git: Git,
  folder: string,
  trusted: TrustedConfig = {},
): Promise<Result<Repository, Failure>> {
  const args = ['rev-parse', '--path-format=absolute', ...FOLDERS];
  const answer = await catchFailure(() => git.discover(folder, args));
  if (!answer.ok) return notOpened(answer.error, folder);
  const [toplevel = '', gitDir = '', commonDir = ''] = outputText(answer.value).split('\n');
  // The user did not set a `core.worktree` that points elsewhere.
  if (!isInside(fs.realpathSync(folder), toplevel)) return fail('git.not_a_repository', { folder });
  return ok({ kind: 'repository', folder: toplevel, gitDir, commonDir, trusted });
}

/** Whether refs and their history are files of their own, which can be read without git. */
export function hasRefFiles({ commonDir }: Checkout): boolean {
  return !fs.existsSync(path.join(commonDir, 'reftable'));
}

/** The object id of a revision, or null. */
export async function resolveRevision(git: Git, checkout: Checkout, revision: string): Promise<string | null> {
  const shared = revision.startsWith('HEAD^{') ? revision.replace('HEAD', readHead(checkout)) : revision;
  if (SHARED_REVISION.test(shared)) return (await git.objects(checkout).inspect(shared))?.id ?? null;
  const answer = await git.read(checkout, ['rev-parse', '--verify', '--quiet', '--end-of-options', revision], {
    exits: [0, 1, 128],
  });
  return answer.exit === 0 ? outputText(answer) : null;
}

/** The ref or commit that HEAD of a checkout names; `HEAD` where only git can tell. */
function readHead({ gitDir }: Checkout): string {
  try {
    const named = /^(?:ref: (refs\/heads\/.+)|([0-9a-f]{40,64}))\n$/.exec(
      fs.readFileSync(path.join(gitDir, 'HEAD'), 'utf8'),
    );
    // Where refs are not files, this one stands for all.
    return named === null || named[1] === 'refs/heads/.invalid' ? 'HEAD' : (named[1] ?? named[2] ?? 'HEAD');
  } catch {
    return 'HEAD';
  }
}

/** Those that mean the same in every checkout of a repository. */
const SHARED_REVISION = /^(?:(?:[0-9a-f]{40}|[0-9a-f]{64})[\^:~]|refs\/(?:heads|tags|remotes|orchestral)\/)[^\n]*$/;

/** The commit of each local branch; `within`: of those that this commit has all of. */
export async function listBranches(
  git: Git,
  checkout: Checkout,
  { within }: { readonly within?: string } = {},
): Promise<ReadonlyMap<string, string>> {
  const format = '--format=%(refname:lstrip=2)%00%(objectname)%00';
  const only = within === undefined ? [] : [`--merged=${within}`];
  const answer = await git.read(checkout, ['for-each-ref', format, ...only, 'refs/heads']);
  const fields = outputFields(answer).map((field) => field.trim());
  const branches = new Map<string, string>();
  for (let n = 0; n + 1 < fields.length; n += 2) branches.set(fields[n] ?? '', fields[n + 1] ?? '');
  return branches;
}

export type Operation = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect';

const OPERATIONS: readonly (readonly [file: string, Operation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['sequencer', 'cherry-pick'],
  ['BISECT_LOG', 'bisect'],
];

export function readOperation({ gitDir }: Checkout): Operation | null {
  return OPERATIONS.find(([file]) => fs.existsSync(path.join(gitDir, file)))?.[1] ?? null;
}

function notOpened(error: Failure, folder: string): Result<never, Failure> {
  if (error.code !== 'git.failed') return { ok: false, error };
  if (/dubious ownership/u.test(error.params.stderr)) return fail('git.dubious_ownership', { folder });
  return error.params.ending === 'exit 128' ? fail('git.not_a_repository', { folder }) : { ok: false, error };
}
