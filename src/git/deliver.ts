import fs from 'node:fs';
import path from 'node:path';
import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { changedFiles } from './diff.ts';
import type { Git, Repository } from './git.ts';
import { moveRef } from './ref.ts';
import { operationIn, resolve } from './repository.ts';
import { withScratchIndex } from './scratch-index.ts';
import { hasTrackedChanges, statusOf } from './status.ts';
import { folderHolding, type ListedWorktree } from './worktree-list.ts';

export interface Delivery {
  /** The user's branch. */
  readonly branch: string;
  /** The finished work. */
  readonly commit: string;
  /** For the reflog: `orchestral <run>: …`. */
  readonly message: string;
  /** The person wants it now: changed files elsewhere in the checkout are no reason to wait; git overwrites none. */
  readonly asked?: boolean;
}

export type Delivered =
  | { readonly kind: 'already_there' }
  | { readonly kind: 'moved' }
  | { readonly kind: 'fast_forwarded'; readonly folder: string }
  | { readonly kind: 'left_alone'; readonly why: LeftAlone; readonly folder: string | null; readonly detail: string };

type LeftAlone =
  /** The branch has commits that the work does not contain. */
  | 'branch_moved'
  | 'operation_in_progress'
  | 'changed_files'
  | 'index_locked'
  | 'folder_missing'
  /** Git would not, and `detail` is what it said: untracked files in the way, for one. */
  | 'refused';

/**
 * Brings finished work to the user's branch, by fast-forward only. Where the branch is checked out, its files are
 * updated only if no tracked file is changed and nothing is going on there; otherwise nothing happens at all.
 */
export async function deliver(
  git: Git,
  repository: Repository,
  { branch, commit, message, asked = false }: Delivery,
): Promise<Result<Delivered, Failure>> {
  const ref = `refs/heads/${branch}`;
  const current = await resolve(git, repository, ref);
  if (!current.ok) return current;
  const holder = await folderHolding(git, repository, branch);
  if (!holder.ok) return holder;
  const folder = holder.value?.folder ?? null;
  if (current.value !== null) {
    const contained = await isAncestor(git, repository, { older: commit, newer: current.value });
    if (!contained.ok) return contained;
    if (contained.value) return ok({ kind: 'already_there' });
    const forward = await isAncestor(git, repository, { older: current.value, newer: commit });
    if (!forward.ok) return forward;
    if (!forward.value) return leftAlone('branch_moved', folder, current.value);
  }
  if (holder.value !== null)
    return updateCheckout(git, checkoutAt(repository, holder.value), { branch, commit, message, asked });
  const moved = await moveRef(git, repository, { ref, to: commit, expected: current.value, message });
  if (moved.ok) return ok({ kind: 'moved' });
  return moved.error.code === 'git.ref_moved' ? leftAlone('branch_moved', null, moved.error.params.found ?? '') : moved;
}

async function updateCheckout(
  git: Git,
  checkout: Repository,
  { branch, commit, message, asked = false }: Delivery,
): Promise<Result<Delivered, Failure>> {
  const { folder, gitDir } = checkout;
  if (!fs.existsSync(folder)) return leftAlone('folder_missing', folder);
  const operation = operationIn(checkout);
  if (operation !== null) return leftAlone('operation_in_progress', folder, operation);
  const lock = path.join(gitDir, 'index.lock');
  if (fs.existsSync(lock)) return leftAlone('index_locked', folder, lock);
  const status = await statusOf(git, checkout);
  if (!status.ok) return status;
  if (hasTrackedChanges(status.value) && !asked) return leftAlone('changed_files', folder);
  if (status.value.branch !== branch) return leftAlone('refused', folder);
  const inTheWay = await obstacle(git, checkout, commit);
  if (!inTheWay.ok) return inTheWay;
  if (inTheWay.value !== null) return leftAlone('refused', folder, inTheWay.value);
  const merged = await git.fastForward(checkout, commit, { branch, message });
  if (merged.ok) return ok({ kind: 'fast_forwarded', folder });
  if (merged.error.code === 'git.locked') return leftAlone('index_locked', folder, merged.error.params.lock);
  return merged.error.code === 'git.failed' && merged.error.params.ending.startsWith('exit ')
    ? leftAlone('refused', folder, merged.error.params.stderr)
    : merged;
}

/** What git would refuse for, found out without it: a refused merge still changes ORIG_HEAD. */
async function obstacle(git: Git, checkout: Repository, commit: string): Promise<Result<string | null, Failure>> {
  const files = await changedFiles(git, checkout, { from: 'HEAD', to: commit });
  if (!files.ok) return files;
  const arriving = files.value.filter(({ kind }) => kind === 'added' || kind === 'renamed');
  const taken = arriving.find(({ path: name }) => isThere(path.join(checkout.folder, name)));
  if (taken !== undefined) return ok(taken.path);
  const tried = await withScratchIndex(
    checkout,
    async ({ file: index }) => {
      // Files that were only touched would count as changed.
      const refreshed = await git.read(checkout, ['update-index', '-q', '--refresh'], { index, exits: [0, 1] });
      if (!refreshed.ok) return refreshed;
      return git.read(checkout, ['read-tree', '--dry-run', '-m', '-u', 'HEAD', commit], { index });
    },
    'own',
  );
  if (tried.ok) return ok(null);
  return tried.error.code === 'git.failed' ? ok(namedIn(tried.error.params.stderr)) : tried;
}

/** The file in `error: Entry 'a.txt' not uptodate. Cannot merge.` */
function namedIn(stderr: string): string {
  return /'(.+)'/.exec(stderr)?.[1] ?? stderr;
}

function isThere(file: string): boolean {
  try {
    return !fs.lstatSync(file).isDirectory();
  } catch {
    return false;
  }
}

async function isAncestor(
  git: Git,
  repository: Repository,
  { older, newer }: { older: string; newer: string },
): Promise<Result<boolean, Failure>> {
  const answer = await git.read(repository, ['merge-base', '--is-ancestor', older, newer], { exits: [0, 1] });
  return answer.ok ? ok(answer.value.exit === 0) : answer;
}

function checkoutAt({ commonDir, trusted }: Repository, { folder, gitDir }: ListedWorktree): Repository {
  return { kind: 'repository', folder, gitDir, commonDir, trusted };
}

function leftAlone(why: LeftAlone, folder: string | null, detail = ''): Result<Delivered, never> {
  return ok({ kind: 'left_alone', why, folder, detail });
}
