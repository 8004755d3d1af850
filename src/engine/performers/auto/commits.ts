import fs from 'node:fs';
import path from 'node:path';
import { throwFailure } from '../../../base/failure.ts';
import { outputText } from '../../../git/git-output.ts';
import { mergeCommits, type MergeResult, type MergeSides } from '../../../git/merge.ts';
import { moveOwnRef } from '../../../git/ref.ts';
import { hasRefFiles, resolveRevision } from '../../../git/repository.ts';
import { readTreeFile, writeTreeFile } from '../../../git/tree-file.ts';
import { findHolder, listWorktrees } from '../../../git/worktree-list.ts';
import type { Work } from '../../../workflows/auto/graph-state.ts';
import { keepCommit } from '../../work/worktrees.ts';
import type { AutoServices } from './job.ts';
import { planPath } from './tick-plan.ts';

type Place = Pick<AutoServices, 'git' | 'repository'>;

/** A commit with its tree. */
export async function workAt({ git, repository }: Place, commit: string): Promise<Work> {
  const tree = await resolveRevision(git, repository, `${commit}^{tree}`);
  return tree === null ? throwFailure('git.no_commit', { folder: repository.folder }) : { commit, tree };
}

export async function contains(
  { git, repository }: Place,
  { commit, older }: { readonly commit: string; readonly older: string },
): Promise<boolean> {
  if (commit === older) return true;
  const asked = await git.read(repository, ['merge-base', '--is-ancestor', older, commit], { exits: [0, 1] });
  return asked.exit === 0;
}

/** The parents of a commit; none for one that does not exist. */
export async function parentsOf({ git, repository }: Place, commit: string): Promise<string[]> {
  const listed = await git.read(repository, ['rev-list', '--parents', '--max-count=1', commit]);
  return outputText(listed).split(' ').slice(1);
}

/** Whether it was we who last moved a branch: people give theirs such names, too. */
export async function isOurBranch(place: Place, branch: string): Promise<boolean> {
  return (await movesOf(place, branch)).at(-1)?.startsWith(OURS) === true;
}

/** Whether we have begun it for this project, though a person may have gone on with it; undefined when nothing tells. */
export async function isBegunHere(place: Place, branch: string, project: string): Promise<boolean | undefined> {
  const begun = (await movesOf(place, branch)).findLast((move) => move.startsWith(beginMessage('')));
  return begun === undefined ? undefined : begun === beginMessage(project);
}

/** Checkouts of one repository share its branches, and each is a project. */
export function beginMessage(project: string): string {
  return `${OURS}auto: begin in ${project}`;
}

const OURS = 'orchestral ';

/** What the history of a branch says, the oldest first. */
async function movesOf({ git, repository }: Place, branch: string): Promise<string[]> {
  if (!hasRefFiles(repository)) {
    const args = ['log', '--walk-reflogs', '--no-show-signature', '--format=%gs', `refs/heads/${branch}`, '--'];
    const asked = await git.read(repository, args, { exits: [0, 128] });
    return outputText(asked).split('\n').toReversed();
  }
  try {
    const text = fs.readFileSync(path.join(repository.commonDir, 'logs/refs/heads', branch), 'utf8').trimEnd();
    return text.split('\n').map((line) => line.split('\t')[1] ?? '');
  } catch {
    return [];
  }
}

export interface BranchMove {
  readonly branch: string;
  /** Where it is known to stand; null when nobody knows. */
  readonly from: string | null;
  readonly to: string;
  readonly message: string;
}

/** Moves a branch of ours. It may stand where an interrupted try left it, or a person: that is kept aside. */
export async function moveBranch(services: AutoServices, { branch, from, to, message }: BranchMove): Promise<void> {
  const { git, repository } = services;
  const ref = `refs/heads/${branch}`;
  const expected = await resolveRevision(git, repository, ref);
  const holder = findHolder(await listWorktrees(git, repository), branch);
  // A person who has it checked out would find our work as changes of theirs.
  if (holder !== null && holder.owner === null)
    throwFailure('git.branch_checked_out', { branch, folder: holder.folder });
  const isStray = expected !== null && expected !== from;
  if (isStray) await keepCommit(services, { owner: 'auto', commit: expected });
  await moveOwnRef(git, repository, { ref, to, expected, message });
}

/** What the commit is called that merges a task. */
export function mergeSubject(id: string, title: string): string {
  return `Merge ${id}: ${title}`;
}

export interface TaskMerge {
  readonly id: string;
  readonly subject: string;
}

/** The tasks that were merged between two commits, the latest first; `phases`: also those that came with a phase. */
export async function tasksMerged(
  { git, repository }: Place,
  { from, to, phases = false }: { readonly from: string; readonly to: string; readonly phases?: boolean },
): Promise<TaskMerge[]> {
  const line = phases ? [] : ['--first-parent'];
  const format = '--format=%(trailers:key=Orchestral-Task,valueonly,separator=)%x09%s';
  const listed = await git.read(repository, ['rev-list', ...line, '--no-commit-header', format, `${from}..${to}`]);
  const lines = listed.stdout.toString('utf8').split('\n');
  const merges = lines.map((one) => ({ id: one.split('\t')[0] ?? '', subject: one.slice(one.indexOf('\t') + 1) }));
  return merges.filter(({ id }) => id !== '');
}

export interface Join extends MergeSides {
  /** The side that has the list of tasks as the person wants it. */
  readonly plan: keyof MergeSides;
}

/**
 * Merges two commits. A list of tasks that a person changed while we ticked boxes in it is no conflict: it is theirs, and
 * whoever commits this ticks the boxes again.
 */
export async function joinCommits(services: AutoServices, { plan, ...sides }: Join): Promise<MergeResult> {
  const { git, repository } = services;
  const merged = await mergeCommits(git, repository, sides);
  if (merged.kind === 'clean') return merged;
  const { tree, paths } = merged;
  const file = planPath(services);
  if (file === null || paths.some((name) => name !== file)) return merged;
  const content = await readTreeFile(git, repository, { tree: sides[plan], path: file });
  if (content === null) return merged;
  return { kind: 'clean', tree: await writeTreeFile(git, repository, { tree, path: file, content }) };
}
