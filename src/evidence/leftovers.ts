import fs from 'node:fs';
import path from 'node:path';
import { catchFailure, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { realDisk } from '../files/disk.ts';
import { removeEmptyFolder } from '../files/folder.ts';
import { removeFile } from '../files/replace.ts';
import type { Git, Worktree } from '../git/git.ts';
import { outputFields } from '../git/git-output.ts';

/** Files that git ignores, each with what changes when anybody writes to it. */
export type IgnoredFiles = ReadonlyMap<string, string>;

export async function ignoredIn(git: Git, worktree: Worktree): Promise<Result<IgnoredFiles, Failure>> {
  const listed = await catchFailure(() =>
    git.read(worktree, ['ls-files', '--others', '--ignored', '--exclude-standard', '-z']),
  );
  if (!listed.ok) return listed;
  return ok(new Map(outputFields(listed.value).map((name) => [name, lookOf(path.join(worktree.folder, name))])));
}

/** Takes away what git ignores and is not of `made`; false where that is not as it was made any more. */
export async function sweepTo(git: Git, worktree: Worktree, made: IgnoredFiles): Promise<Result<boolean, Failure>> {
  const there = await ignoredIn(git, worktree);
  if (!there.ok) return there;
  for (const name of there.value.keys()) {
    // Repositories and names that are no text cannot be looked at one by one.
    if (name.endsWith('/') || name.includes('\u{fffd}')) return ok(false);
    if (made.has(name)) continue;
    const removed = removeFile(realDisk, path.join(worktree.folder, name));
    if (!removed.ok) return ok(false);
    removeEmptyUpTo(worktree.folder, path.dirname(name));
  }
  return ok([...made].every(([name, look]) => there.value.get(name) === look));
}

/** Takes away everything that git ignores. */
export async function sweepAll(git: Git, worktree: Worktree): Promise<Result<void, Failure>> {
  // Twice: repositories inside go, too.
  const cleaned = await catchFailure(() =>
    git.change(worktree, ['clean', '--force', '--force', '-d', '-x', '--quiet']),
  );
  return cleaned.ok ? ok() : cleaned;
}

/**
 * Who changes a file cannot set the time of its last change. It is of no use for files that share their content with a
 * cache: there it is also the time at which somebody else linked to it.
 */
export function lookOf(file: string): string {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return '';
  const { ino, mode, size, nlink, mtimeMs, ctimeMs } = stat;
  return [ino, mode, size, nlink > 1 ? mtimeMs : ctimeMs].join(' ');
}

function removeEmptyUpTo(root: string, folder: string): void {
  for (let at = folder; at !== '.'; at = path.dirname(at)) removeEmptyFolder(path.join(root, at));
}
