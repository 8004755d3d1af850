import path from 'node:path';
import * as z from 'zod/mini';
import { catchFailure, type Failure, throwFailure, unwrap } from '../base/failure.ts';
import type { Result } from '../base/result.ts';
import { realDisk } from '../files/disk.ts';
import { nonce } from '../files/identity.ts';
import { makeFolder } from '../files/folder.ts';
import { removeFile } from '../files/replace.ts';
import { copyNew } from '../files/copy-file.ts';
import { listTree } from '../git/edit-tree.ts';
import type { Worktree } from '../git/git.ts';
import { keepIndexOf } from '../git/kept-index.ts';
import { outputFields } from '../git/git-output.ts';
import { snapshotTree } from '../git/snapshot.ts';
import type { CheckContext } from './check-context.ts';
import { type FileTimes, isBefore, readTimes } from './seen-files.ts';

/** A file of the project that a command of it wrote to while it was checked. */
export const trackedChange = z.strictObject({
  path: z.string(),
  by: z.enum(['set-up', 'build', 'pretest', 'tests', 'posttest']),
  /** `rewritten`: in the end it was as before. */
  kind: z.enum(['changed', 'rewritten']),
});

export type TrackedChange = z.infer<typeof trackedChange>;

/** The files of a tree in a worktree, as they were before commands ran there. */
export interface TrackedFiles {
  /** What was written to since, and what is named; each is as it was again. */
  restore(by: TrackedChange['by'], named?: readonly string[]): Promise<Result<TrackedChange[], Failure>>;
  /** When each of them last changed, as of the last look. */
  times(): FileTimes;
}

export interface TrackedTree {
  readonly worktree: Worktree;
  readonly tree: string;
  /** As of an earlier look: who changed a file since then, and before now, was none of the commands. */
  readonly seen?: FileTimes | undefined;
}

/** Beyond this many only their number would matter. */
const MAX_LISTED = 1000;

/**
 * With an index that no command of the project knows of, and the time at which each file last changed: git itself compares
 * whole seconds, and a test that writes to a file and puts it back takes less.
 */
export async function withTrackedFiles<T>(
  { git, scratch }: Pick<CheckContext, 'git' | 'scratch'>,
  { worktree, tree, seen }: TrackedTree,
  work: (files: TrackedFiles) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  makeFolder(scratch);
  const index = path.join(scratch, `index-${nonce()}`);
  const refresh = () => git.change(worktree, ['update-index', '-q', '--refresh'], { index, exits: [0, 1] });
  const listDirty = async (): Promise<string[]> =>
    outputFields(await git.read(worktree, ['diff-files', '--name-only', '-z', '--ignore-submodules=all'], { index }));
  const began = new Date();
  let times: FileTimes = new Map();
  const look = (files: Iterable<string>): FileTimes => readTimes(worktree.folder, files);
  const restore = async (by: TrackedChange['by'], named: readonly string[]): Promise<TrackedChange[]> => {
    const before = times;
    times = look(before.keys());
    const isTouched = (file: string): boolean => before.get(file) !== times.get(file);
    const touched = [...new Set([...named, ...[...before.keys()].filter(isTouched)])];
    // A name that is not UTF-8 cannot be looked at here.
    if (touched.length === 0 && ![...before.keys()].some((file) => file.includes('\u{fffd}'))) return [];
    if (seen !== undefined && touched.some((file) => isBefore(times.get(file), began))) {
      const { folder } = worktree;
      throwFailure('checks.stale_tree', { folder, expected: tree, found: await snapshotTree(git, worktree) });
    }
    await refresh();
    const changed = new Set(await listDirty());
    if (changed.size > 0) {
      await git.change(worktree, ['read-tree', '--reset', '-u', tree], { index });
      times = look(before.keys());
    }
    const listed = touched.slice(0, MAX_LISTED);
    return listed.map((file) => ({ path: file, by, kind: changed.has(file) ? 'changed' : 'rewritten' }));
  };
  try {
    const noted = await catchFailure(async () => {
      unwrap(copyNew((await keepIndexOf(git, worktree, tree)).file, index));
      times = seen ?? look((await listTree(git, worktree, tree)).keys());
    });
    if (!noted.ok) return noted;
    return await work({
      restore: (by, named = []) => catchFailure(() => restore(by, named)),
      times: () => times,
    });
  } finally {
    removeFile(realDisk, index);
  }
}
