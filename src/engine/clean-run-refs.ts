import path from 'node:path';
import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { removeEmptyFolder } from '../files/folder.ts';
import type { Git, Repository } from '../git/git.ts';
import { outputFields, outputText } from '../git/git-output.ts';
import { removeOwnRef } from '../git/ref.ts';
import { findBranchHolder, listWorktrees, openWorktree } from '../git/worktree-list.ts';
import { removeWorktree } from '../git/worktree-reset.ts';
import { branchOf } from './performers/run/job.ts';

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
  readonly run: string;
  readonly repository: Repository;
}

/** How long what was rescued is kept at least. */
const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/** The run's worktrees, after what is in them was rescued. The caller has ended every process in them. */
export async function cleanWorktrees({ git, repository, run, dryRun }: Left): Promise<Result<Leaving[], Failure>> {
  const listed = await listWorktrees(git, repository);
  if (!listed.ok) return listed;
  const leavings: Leaving[] = [];
  for (const { folder, owner } of listed.value) {
    if (owner === null || !owner.startsWith(`${run}/`)) continue;
    const item = { run, kind: 'worktree', name: folder } as const;
    const removed = dryRun ? ok() : await removeOne(folder, owner);
    leavings.push(removed.ok ? { ...item, fate: 'removed' } : failed(item, removed.error));
  }
  return ok(leavings);

  async function removeOne(folder: string, owner: string): Promise<Result<void, Failure>> {
    const opened = await openWorktree(git, repository, folder);
    if (!opened.ok) return opened;
    const removed = await removeWorktree(git, opened.value, owner);
    if (removed.ok) removeEmptyFolder(path.dirname(folder));
    return removed.ok ? ok() : removed;
  }
}

/** The run's branch, once a branch of the person's contains all of it. */
export async function cleanBranch(left: Left): Promise<Result<Leaving[], Failure>> {
  const { git, repository, run, dryRun } = left;
  const ref = `refs/heads/${branchOf(run)}`;
  const found = await refsBelow(left, ref);
  if (!found.ok) return found;
  const leavings: Leaving[] = [];
  for (const { name, commit } of found.value) {
    const item = { run, kind: 'branch', name } as const;
    const holder = await findBranchHolder(git, repository, branchOf(run));
    if (!holder.ok) return holder;
    const isOurs = holder.value?.owner?.startsWith(`${run}/`) ?? false;
    const merged = await isInOtherBranch(left, commit);
    if (!merged.ok) return merged;
    if (holder.value !== null && !(isOurs && dryRun)) leavings.push({ ...item, fate: 'kept', why: 'checked_out' });
    else if (!merged.value) leavings.push({ ...item, fate: 'kept', why: 'unmerged' });
    else leavings.push(await removeRef(left, item, { commit, dryRun }));
  }
  return ok(leavings);
}

/** What was rescued long ago. */
export async function cleanRescues(left: Left): Promise<Result<Leaving[], Failure>> {
  const found = await refsBelow(left, `refs/orchestral/rescue/${left.run}`);
  if (!found.ok) return found;
  const leavings: Leaving[] = [];
  for (const { name, commit, at } of found.value) {
    const item = { run: left.run, kind: 'rescue', name } as const;
    if (isYoung(left, at)) leavings.push({ ...item, fate: 'kept', why: 'young' });
    else leavings.push(await removeRef(left, item, { commit, dryRun: left.dryRun }));
  }
  return ok(leavings);
}

/** Whether a copy of a folder without git holds what is nowhere else and not old: rescues, and work never copied back. */
export async function holdsWork(
  left: Left,
  { delivered }: { readonly delivered: boolean },
): Promise<Result<boolean, Failure>> {
  const rescues = await refsBelow(left, `refs/orchestral/rescue/${left.run}`);
  if (!rescues.ok) return rescues;
  const branches = delivered ? ok([]) : await refsBelow(left, `refs/heads/${branchOf(left.run)}`);
  if (!branches.ok) return branches;
  for (const { name, commit, at } of [...rescues.value, ...branches.value]) {
    if (!isYoung(left, at)) continue;
    if (name.startsWith('refs/orchestral/')) return ok(true);
    const begun = await isInOtherBranch(left, commit);
    if (!begun.ok || !begun.value) return begun.ok ? ok(true) : begun;
  }
  return ok(false);
}

interface FoundRef {
  readonly name: string;
  readonly commit: string;
  readonly at: number;
}

async function refsBelow({ git, repository }: Left, place: string): Promise<Result<FoundRef[], Failure>> {
  const format = '--format=%(refname)%00%(objectname)%00%(committerdate:unix)%00';
  const answer = await git.read(repository, ['for-each-ref', format, place]);
  if (!answer.ok) return answer;
  const fields = outputFields(answer.value).map((field) => field.trim());
  const refs: FoundRef[] = [];
  for (let n = 0; n + 2 < fields.length; n += 3)
    refs.push({ name: fields[n] ?? '', commit: fields[n + 1] ?? '', at: Number(fields[n + 2]) * 1000 });
  return ok(refs);
}

async function isInOtherBranch({ git, repository }: Left, commit: string): Promise<Result<boolean, Failure>> {
  const answer = await git.read(repository, [
    'for-each-ref',
    '--format=%(refname)',
    '--contains',
    commit,
    'refs/heads',
  ]);
  if (!answer.ok) return answer;
  const names = outputText(answer.value).split('\n');
  return ok(names.some((name) => name !== '' && !name.startsWith('refs/heads/orchestral/')));
}

async function removeRef(
  { git, repository }: Left,
  item: Pick<Leaving, 'run' | 'kind' | 'name'>,
  { commit, dryRun }: { readonly commit: string; readonly dryRun: boolean },
): Promise<Leaving> {
  if (dryRun) return { ...item, fate: 'removed' };
  const message = `orchestral ${item.run}: cleaned`;
  const removed = await removeOwnRef(git, repository, { ref: item.name, expected: commit, message });
  return removed.ok ? { ...item, fate: 'removed' } : failed(item, removed.error);
}

export function failed(item: Pick<Leaving, 'run' | 'kind' | 'name'>, failure: Failure): Leaving {
  return { ...item, fate: 'kept', why: 'failed', failure };
}

function isYoung({ now }: Cleaning, at: number): boolean {
  return now.getTime() - at < KEPT_FOR_MS;
}
