import path from 'node:path';
import * as z from 'zod/mini';
import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { realDisk } from '../files/disk.ts';
import { nonce } from '../files/identity.ts';
import { makeFolder } from '../files/folder.ts';
import { removeFile } from '../files/replace.ts';
import type { Worktree } from '../git/git.ts';
import { outputFields } from '../git/git-output.ts';
import type { CheckContext } from './check-context.ts';

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
  /** What was written to since; each is as it was again. */
  restore(by: TrackedChange['by']): Promise<Result<TrackedChange[], Failure>>;
}

/** Beyond this many only their number would matter. */
const MAX_LISTED = 1000;

/** With an index that no command of the project knows of: it tells every file that was written to. */
export async function withTrackedFiles<T>(
  { git, scratch }: Pick<CheckContext, 'git' | 'scratch'>,
  { worktree, tree }: { readonly worktree: Worktree; readonly tree: string },
  work: (files: TrackedFiles) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  makeFolder(scratch);
  const index = path.join(scratch, `index-${nonce()}`);
  const refresh = () => git.change(worktree, ['update-index', '-q', '--refresh'], { index, exits: [0, 1] });
  const listDirty = async (): Promise<Result<string[], Failure>> => {
    const listed = await git.read(worktree, ['diff-files', '--name-only', '-z', '--ignore-submodules=all'], { index });
    return listed.ok ? ok(outputFields(listed.value)) : listed;
  };
  try {
    const read = await git.change(worktree, ['read-tree', tree], { index });
    const noted = read.ok ? await refresh() : read;
    if (!noted.ok) return noted;
    return await work({
      async restore(by) {
        const touched = await listDirty();
        if (!touched.ok || touched.value.length === 0) return touched.ok ? ok([]) : touched;
        const refreshed = await refresh();
        const changed = refreshed.ok ? await listDirty() : refreshed;
        if (!changed.ok) return changed;
        const isChanged = new Set(changed.value);
        if (isChanged.size > 0) {
          const restored = await git.change(worktree, ['read-tree', '--reset', '-u', tree], { index });
          if (!restored.ok) return restored;
        }
        const listed = touched.value.slice(0, MAX_LISTED);
        return ok(listed.map((file) => ({ path: file, by, kind: isChanged.has(file) ? 'changed' : 'rewritten' })));
      },
    });
  } finally {
    removeFile(realDisk, index);
  }
}
