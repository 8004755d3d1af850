import { catchFailure, throwFailure } from '../../../base/failure.ts';
import { outputText } from '../../../git/git-output.ts';
import type { Git, Repository } from '../../../git/git.ts';
import { resolveRevision } from '../../../git/repository.ts';
import { thenClose } from '../../conductor/open-workflow.ts';
import { findTask } from '../../../workflows/auto/graph-state.ts';
import { openRun } from '../../descriptors/run.ts';
import type { OperationContext } from '../../conductor/services.ts';
import { taskBranch } from '../../repository-names.ts';
import { readGraph } from '../auto/read-graph.ts';
import { findRun } from '../runs/list.ts';

/** A change, and where its commits are. */
export interface NamedChange {
  /** What it is called: a run, a task, a branch or a commit. */
  readonly name: string;
  readonly baseline: string;
  readonly candidate: string;
  readonly repository: Repository;
  readonly hasGit: boolean;
}

interface Place {
  readonly git: Git;
  readonly repository: Repository;
}

/** The change that a person names: a run (the latest with a pack when nothing is named), a task, a branch or a commit. */
export async function findChange(
  context: OperationContext,
  place: Place | undefined,
  named: string | undefined,
): Promise<NamedChange> {
  const run = await catchFailure(async () => findRun(context.project, named, named === undefined ? 'review' : 'any'));
  if (run.ok) return changeOfRun(context, run.value);
  if (place === undefined) return throwFailure('prove.unknown', { name: named ?? 'HEAD' });
  const task = named === undefined ? undefined : await changeOfTask(context, place, named);
  return task ?? changeOfRevision(place, named);
}

async function changeOfRun(context: OperationContext, id: string): Promise<NamedChange> {
  return thenClose(await openRun(id, context), (opened) => {
    const { base, work } = opened.state();
    if (work === null) return throwFailure('prove.unknown', { name: id });
    const { repository, hasGit } = opened.services;
    return { name: id, baseline: base.commit, candidate: work.commit, repository, hasGit };
  });
}

/** Its branch while it is not merged; then its merge. */
async function changeOfTask(
  { project }: OperationContext,
  { git, repository }: Place,
  id: string,
): Promise<NamedChange | undefined> {
  const graph = readGraph({ project });
  const task = graph === undefined ? undefined : findTask(graph, id);
  if (graph === undefined || task === undefined) return undefined;
  const branch = await resolveRevision(git, repository, `refs/heads/${taskBranch(project, id)}^{commit}`);
  const merge = await mergeOfTask({ git, repository }, id);
  if (merge !== null && (task.status === 'completed' || branch === null)) {
    const baseline = await resolveRevision(git, repository, `${merge}^1`);
    if (baseline !== null) return { name: id, baseline, candidate: merge, repository, hasGit: true };
  }
  const tip = graph.tip?.commit ?? graph.trunk?.commit ?? graph.base?.commit;
  const candidate = task.work?.commit ?? branch;
  if (candidate === null || tip === undefined) return throwFailure('prove.unknown', { name: id });
  const baseline = (await mergeBase({ git, repository }, tip, candidate)) ?? tip;
  return { name: id, baseline, candidate, repository, hasGit: true };
}

async function mergeOfTask({ git, repository }: Place, id: string): Promise<string | null> {
  const literal = id.replaceAll(/[.[\]*^$\\]/g, String.raw`\$&`);
  const listed = await git.read(repository, [
    'rev-list',
    '--all',
    '--merges',
    '--max-count=1',
    '--basic-regexp',
    `--grep=^Orchestral-Task: ${literal}$`,
  ]);
  const commit = outputText(listed);
  return commit === '' ? null : commit;
}

/** A branch against where it left the one that is checked out; what that one has already, against its first parent. */
async function changeOfRevision({ git, repository }: Place, named = 'HEAD'): Promise<NamedChange> {
  const candidate = await resolveRevision(git, repository, `${named}^{commit}`);
  const head = await resolveRevision(git, repository, 'HEAD^{commit}');
  if (candidate === null || head === null) return throwFailure('prove.unknown', { name: named });
  const left = await mergeBase({ git, repository }, head, candidate);
  const baseline =
    left !== null && left !== candidate ? left : await resolveRevision(git, repository, `${candidate}^1`);
  if (baseline === null) return throwFailure('prove.unknown', { name: named });
  return { name: named, baseline, candidate, repository, hasGit: true };
}

async function mergeBase({ git, repository }: Place, one: string, other: string): Promise<string | null> {
  const answer = await git.read(repository, ['merge-base', one, other], { exits: [0, 1] });
  const commit = outputText(answer);
  return commit === '' ? null : commit;
}
