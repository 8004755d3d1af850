import fs from 'node:fs';
import path from 'node:path';
import { catchFailure, unwrap } from '../base/failure.ts';
import { changedFiles } from './diff.ts';
import type { Git, Repository } from './git.ts';
import { moveRef } from './ref.ts';
import { readOperation, resolveRevision } from './repository.ts';
import { ownIndex, withScratchIndex } from './scratch-index.ts';
import { hasTrackedChanges, readGitStatus } from './status.ts';
import { findBranchHolder, type ListedWorktree } from './worktree-list.ts';

export interface Delivery {
  /** The user's branch. */
  readonly branch: string;
  /** The finished work. */
  readonly commit: string;
  /** For the reflog: `orchestral <run>: …`. */
  readonly message: string;
  /** The person asked for it: changed files elsewhere in the checkout do not prevent it. Git overwrites none. */
  readonly asked?: boolean;
}

export type DeliveryResult =
  | { readonly kind: 'already_there' }
  | { readonly kind: 'moved' }
  | { readonly kind: 'fast_forwarded'; readonly folder: string }
  | {
      readonly kind: 'left_alone';
      readonly why: NotDeliveredReason;
      readonly folder: string | null;
      readonly detail: string;
    };

type NotDeliveredReason =
  /** The branch has commits that the work does not contain. */
  | 'branch_moved'
  | 'operation_in_progress'
  | 'changed_files'
  | 'index_locked'
  | 'folder_missing'
  /** Git refused, and `detail` says why: untracked files in the way, for example. */
  | 'refused';

/**
 * Moves the user's branch to the finished work, by fast-forward only. Where the branch is checked out, its files are
 * updated if no tracked file is changed and no git operation is in progress; otherwise nothing happens.
 */
export async function deliverToBranch(
  git: Git,
  repository: Repository,
  { branch, commit, message, asked = false }: Delivery,
): Promise<DeliveryResult> {
  const ref = `refs/heads/${branch}`;
  const current = await resolveRevision(git, repository, ref);
  const holder = await findBranchHolder(git, repository, branch);
  const folder = holder?.folder ?? null;
  if (current !== null) {
    if (await isAncestor(git, repository, { older: commit, newer: current })) return { kind: 'already_there' };
    if (!(await isAncestor(git, repository, { older: current, newer: commit })))
      return notDelivered('branch_moved', folder, current);
  }
  if (holder !== null) return updateCheckout(git, toRepository(repository, holder), { branch, commit, message, asked });
  const moved = await catchFailure(() => moveRef(git, repository, { ref, to: commit, expected: current, message }));
  if (moved.ok) return { kind: 'moved' };
  if (moved.error.code !== 'git.ref_moved') return unwrap(moved);
  return notDelivered('branch_moved', null, moved.error.params.found ?? '');
}

async function updateCheckout(
  git: Git,
  checkout: Repository,
  { branch, commit, message, asked = false }: Delivery,
): Promise<DeliveryResult> {
  const { folder, gitDir } = checkout;
  if (!fs.existsSync(folder)) return notDelivered('folder_missing', folder);
  const operation = readOperation(checkout);
  if (operation !== null) return notDelivered('operation_in_progress', folder, operation);
  const lock = path.join(gitDir, 'index.lock');
  if (fs.existsSync(lock)) return notDelivered('index_locked', folder, lock);
  const status = await readGitStatus(git, checkout);
  if (hasTrackedChanges(status) && !asked) return notDelivered('changed_files', folder);
  if (status.branch !== branch) return notDelivered('refused', folder);
  const inTheWay = await findObstacle(git, checkout, commit);
  if (inTheWay !== null) return notDelivered('refused', folder, inTheWay);
  const merged = await catchFailure(() => git.fastForward(checkout, commit, { branch, message }));
  if (merged.ok) return { kind: 'fast_forwarded', folder };
  if (merged.error.code === 'git.locked') return notDelivered('index_locked', folder, merged.error.params.lock);
  if (merged.error.code !== 'git.failed' || !merged.error.params.ending.startsWith('exit ')) return unwrap(merged);
  return notDelivered('refused', folder, merged.error.params.stderr);
}

/** What git would refuse the merge for. It is not tried, because a refused merge still changes ORIG_HEAD. */
async function findObstacle(git: Git, checkout: Repository, commit: string): Promise<string | null> {
  const files = await changedFiles(git, checkout, { from: 'HEAD', to: commit });
  const arriving = files.filter(({ kind }) => kind === 'added' || kind === 'renamed');
  const taken = arriving.find(({ path: name }) => isExistingFile(path.join(checkout.folder, name)));
  if (taken !== undefined) return taken.path;
  const tried = await catchFailure(() => tryMerge(git, checkout, commit));
  if (tried.ok) return null;
  return tried.error.code === 'git.failed' ? parseFileName(tried.error.params.stderr) : unwrap(tried);
}

async function tryMerge(git: Git, checkout: Repository, commit: string): Promise<void> {
  await withScratchIndex(
    checkout,
    async (index) => {
      // Files that were only touched would count as changed.
      await git.read(checkout, ['update-index', '-q', '--refresh'], { index, exits: [0, 1] });
      await git.read(checkout, ['read-tree', '--dry-run', '-m', '-u', 'HEAD', commit], { index });
    },
    { copyOf: ownIndex(checkout) },
  );
}

/** The file in `error: Entry 'a.txt' not uptodate. Cannot merge.` */
function parseFileName(stderr: string): string {
  return /'(.+)'/.exec(stderr)?.[1] ?? stderr;
}

function isExistingFile(file: string): boolean {
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
): Promise<boolean> {
  const answer = await git.read(repository, ['merge-base', '--is-ancestor', older, newer], { exits: [0, 1] });
  return answer.exit === 0;
}

function toRepository({ commonDir, trusted }: Repository, { folder, gitDir }: ListedWorktree): Repository {
  return { kind: 'repository', folder, gitDir, commonDir, trusted };
}

function notDelivered(why: NotDeliveredReason, folder: string | null, detail = ''): DeliveryResult {
  return { kind: 'left_alone', why, folder, detail };
}
