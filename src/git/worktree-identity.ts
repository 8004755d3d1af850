import fs from 'node:fs';
import path from 'node:path';
import { throwFailure, unwrap } from '../base/failure.ts';
import { realDisk } from '../files/disk.ts';
import {
  emptyFolder,
  type FolderIdentity,
  folderIdentity,
  getFolderIdentity,
  holdFolder,
} from '../files/held-folder.ts';
import { removeEmptyFolder } from '../files/folder.ts';
import { replaceFile } from '../files/replace.ts';
import type { Worktree } from './git.ts';

/**
 * An agent may move its worktree away and put a link to another folder, or another folder, in its place. Which folder git
 * made is noted in the worktree's git folder; only that one is changed.
 */
const NOTE = 'orchestral.folder';

export function recordIdentity(worktree: Worktree): Worktree {
  const identity = getFolderIdentity(worktree.folder);
  if (identity === undefined) return throwFailure('git.not_our_worktree', { folder: worktree.folder });
  unwrap(replaceFile(realDisk, path.join(worktree.gitDir, NOTE), Buffer.from(`${JSON.stringify(identity)}\n`)));
  return { ...worktree, identity };
}

/** Null for a worktree of an older version, or when its maker died before the note. */
export function readIdentity(gitDir: string): FolderIdentity | null {
  try {
    const note = folderIdentity.safeParse(JSON.parse(fs.readFileSync(path.join(gitDir, NOTE), 'utf8')));
    return note.success ? note.data : null;
  } catch {
    return null;
  }
}

/** Whether the folder is there, and the one that git made. */
export function isInPlace({ folder, identity }: Worktree): boolean {
  const held = holdFolder(folder, identity);
  held?.close();
  return held !== undefined;
}

/** Removes the files of a worktree. Whatever stands in its place is kept beside it. */
export async function removeFiles(worktree: Worktree): Promise<void> {
  const { folder, identity } = worktree;
  const held = holdFolder(folder, identity);
  if (held === undefined) return setAside(folder);
  try {
    await emptyFolder(held);
  } finally {
    held.close();
  }
  removeEmptyFolder(folder);
}

function setAside(folder: string): void {
  if (fs.lstatSync(folder, { throwIfNoEntry: false }) === undefined) return;
  for (let n = 1; ; n++) {
    const aside = `${folder}-replaced-${n}`;
    if (fs.lstatSync(aside, { throwIfNoEntry: false }) !== undefined) continue;
    realDisk.rename(folder, aside);
    return;
  }
}
