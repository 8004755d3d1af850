import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { resolve } from '../../../git/repository.ts';
import type { Work } from '../../../workflows/auto/graph-state.ts';
import type { AutoWorkshop } from './workshop.ts';

type Place = Pick<AutoWorkshop, 'git' | 'repository'>;

/** A commit with its tree. */
export async function workAt({ git, repository }: Place, commit: string): Promise<Result<Work, Failure>> {
  const tree = await resolve(git, repository, `${commit}^{tree}`);
  if (!tree.ok) return tree;
  return tree.value === null ? fail('git.no_commit', { folder: repository.folder }) : ok({ commit, tree: tree.value });
}

export async function contains(
  { git, repository }: Place,
  { commit, older }: { readonly commit: string; readonly older: string },
): Promise<Result<boolean, Failure>> {
  if (commit === older) return ok(true);
  const asked = await git.read(repository, ['merge-base', '--is-ancestor', older, commit], { exits: [0, 1] });
  return asked.ok ? ok(asked.value.exit === 0) : asked;
}

/** The parents of a commit; none for one that does not exist. */
export async function parentsOf({ git, repository }: Place, commit: string): Promise<Result<string[], Failure>> {
  const listed = await git.read(repository, ['rev-list', '--parents', '--max-count=1', commit]);
  return listed.ok ? ok(listed.value.stdout.toString('utf8').trim().split(' ').slice(1)) : listed;
}

/** The tasks that were merged between two commits, the latest first; `phases`: also those that came with a phase. */
export async function tasksMerged(
  { git, repository }: Place,
  { from, to, phases = false }: { readonly from: string; readonly to: string; readonly phases?: boolean },
): Promise<Result<string[], Failure>> {
  const line = phases ? [] : ['--first-parent'];
  const format = '--format=%(trailers:key=Orchestral-Task,valueonly)';
  const listed = await git.read(repository, ['rev-list', ...line, format, `${from}..${to}`]);
  if (!listed.ok) return listed;
  const lines = listed.value.stdout.toString('utf8').split('\n');
  return ok(lines.map((one) => one.trim()).filter((one) => one !== '' && !one.startsWith('commit ')));
}
