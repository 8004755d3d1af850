import path from 'node:path';
import { catchFailure, type Failure } from '../base/failure.ts';
import { removeEmptyFolder } from '../files/folder.ts';
import type { Git, Repository } from '../git/git.ts';
import { outputFields, outputText } from '../git/git-output.ts';
import { removeOwnRef } from '../git/ref.ts';
import { findBranchHolder, listWorktrees, openWorktree } from '../git/worktree-list.ts';
import { removeWorktree } from '../git/worktree-reset.ts';
import type { Project } from './project.ts';
import { nameInRepository, runBranch } from './repository-names.ts';

/** One thing that a run left, and what became of it. */
export interface Leaving {
  readonly run: string;
  readonly kind: 'run' | 'worktree' | 'branch' | 'rescue' | 'copy' | 'records';
  /** A folder, or a ref in full. */
  readonly name: string;
  readonly fate: 'removed' | 'kept';
  /** Only of what is kept. */
  readonly why?: 'conducted' | 'unfinished' | 'unmerged' | 'checked_out' | 'young' | 'failed';
  readonly failure?: Failure;
}

export interface Cleaning {
  readonly git: Git;
  readonly now: Date;
  /** Says what would be done, and does nothing. */
  readonly dryRun: boolean;
}

interface Left extends Cleaning {
  readonly project: Project;
  readonly run: string;
  readonly repository: Repository;
}

/** How long what was rescued is kept at least. */
const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/** The run's worktrees, after what is in them was rescued. The caller has ended every process in them. */
export async function cleanWorktrees({ git, repository, project, run, dryRun }: Left): Promise<Leaving[]> {
  const leavings: Leaving[] = [];
  for (const { folder, owner } of await listWorktrees(git, repository)) {
    if (owner === null || !owner.startsWith(`${nameInRepository(project, run)}/`)) continue;
    const item = { run, kind: 'worktree', name: folder } as const;
    leavings.push(await removedOrFailed(item, async () => (dryRun ? undefined : removeOne(folder, owner))));
  }
  return leavings;

  async function removeOne(folder: string, owner: string): Promise<void> {
    await removeWorktree(git, openWorktree(repository, folder), owner);
    removeEmptyFolder(path.dirname(folder));
  }
}

/** The run's branch, once a branch of the person's contains all of it. */
export async function cleanBranch(left: Left): Promise<Leaving[]> {
  const { git, repository, project, run, dryRun } = left;
  const branch = runBranch(project, run);
  const ref = `refs/heads/${branch}`;
  const leavings: Leaving[] = [];
  for (const { name, commit } of await refsBelow(left, ref)) {
    const item = { run, kind: 'branch', name } as const;
    const holder = await findBranchHolder(git, repository, branch);
    const isOurs = holder?.owner?.startsWith(`${nameInRepository(project, run)}/`) ?? false;
    const isMerged = await isInOtherBranch(left, commit);
    if (holder !== null && !(isOurs && dryRun)) leavings.push({ ...item, fate: 'kept', why: 'checked_out' });
    else if (!isMerged) leavings.push({ ...item, fate: 'kept', why: 'unmerged' });
    else leavings.push(await removeRef(left, item, { commit, dryRun }));
  }
  return leavings;
}

/** What was rescued long ago. */
export async function cleanRescues(left: Left): Promise<Leaving[]> {
  const leavings: Leaving[] = [];
  for (const { name, commit, at } of await refsBelow(
    left,
    `refs/orchestral/rescue/${nameInRepository(left.project, left.run)}`,
  )) {
    const item = { run: left.run, kind: 'rescue', name } as const;
    if (isYoung(left, at)) leavings.push({ ...item, fate: 'kept', why: 'young' });
    else leavings.push(await removeRef(left, item, { commit, dryRun: left.dryRun }));
  }
  return leavings;
}

/** Whether a copy of a folder without git holds what is nowhere else and not old: rescues, and work never copied back. */
export async function holdsWork(left: Left, { delivered }: { readonly delivered: boolean }): Promise<boolean> {
  const rescues = await refsBelow(left, `refs/orchestral/rescue/${nameInRepository(left.project, left.run)}`);
  const branches = delivered ? [] : await refsBelow(left, `refs/heads/${runBranch(left.project, left.run)}`);
  for (const { name, commit, at } of [...rescues, ...branches]) {
    if (!isYoung(left, at)) continue;
    if (name.startsWith('refs/orchestral/') || !(await isInOtherBranch(left, commit))) return true;
  }
  return false;
}

interface FoundRef {
  readonly name: string;
  readonly commit: string;
  readonly at: number;
}

async function refsBelow({ git, repository }: Left, place: string): Promise<FoundRef[]> {
  const format = '--format=%(refname)%00%(objectname)%00%(committerdate:unix)%00';
  const answer = await git.read(repository, ['for-each-ref', format, place]);
  const fields = outputFields(answer).map((field) => field.trim());
  const refs: FoundRef[] = [];
  for (let n = 0; n + 2 < fields.length; n += 3)
    refs.push({ name: fields[n] ?? '', commit: fields[n + 1] ?? '', at: Number(fields[n + 2]) * 1000 });
  return refs;
}

async function isInOtherBranch({ git, repository }: Left, commit: string): Promise<boolean> {
  const args = ['for-each-ref', '--format=%(refname)', '--contains', commit, 'refs/heads'];
  const names = outputText(await git.read(repository, args)).split('\n');
  return names.some((name) => name !== '' && !name.startsWith('refs/heads/orchestral/'));
}

async function removeRef(
  { git, repository }: Left,
  item: Pick<Leaving, 'run' | 'kind' | 'name'>,
  { commit, dryRun }: { readonly commit: string; readonly dryRun: boolean },
): Promise<Leaving> {
  if (dryRun) return { ...item, fate: 'removed' };
  const message = `orchestral ${item.run}: cleaned`;
  const move = { ref: item.name, expected: commit, message };
  return removedOrFailed(item, () => removeOwnRef(git, repository, move));
}

async function removedOrFailed(
  item: Pick<Leaving, 'run' | 'kind' | 'name'>,
  remove: () => Promise<void>,
): Promise<Leaving> {
  const removed = await catchFailure(remove);
  return removed.ok ? { ...item, fate: 'removed' } : failed(item, removed.error);
}

export function failed(item: Pick<Leaving, 'run' | 'kind' | 'name'>, failure: Failure): Leaving {
  return { ...item, fate: 'kept', why: 'failed', failure };
}

function isYoung({ now }: Cleaning, at: number): boolean {
  return now.getTime() - at < KEPT_FOR_MS;
}
