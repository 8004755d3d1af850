import path from 'node:path';
import { catchFailure, throwFailure, unwrap } from '../base/failure.ts';
import { realDisk } from '../files/disk.ts';
import { makeFolder } from '../files/folder.ts';
import { replaceFile } from '../files/replace.ts';
import type { Git, Worktree } from './git.ts';
import { isInPlace } from './worktree-identity.ts';
import { isStillOurs, lockReason } from './worktree-list.ts';

export interface NewName {
  readonly owner: string;
  readonly folder: string;
}

/**
 * Gives a worktree of ours to another owner. Its folder is moved where git can do that, and stays where it is otherwise:
 * a worktree is found by its owner.
 */
export async function renameWorktree(git: Git, worktree: Worktree, { owner, folder }: NewName): Promise<void> {
  if (!isInPlace(worktree) || !isStillOurs(worktree))
    return throwFailure('git.not_our_worktree', { folder: worktree.folder });
  unwrap(replaceFile(realDisk, path.join(worktree.gitDir, 'locked'), Buffer.from(lockReason(owner))));
  makeFolder(path.dirname(folder));
  // Twice, because it is locked.
  const args = ['worktree', 'move', '--force', '--force', worktree.folder, folder];
  await catchFailure(() => git.withLock(() => git.record(worktree, args)));
}
