import { catchFailure, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { listTree } from '../../git/edit-tree.ts';
import { readBlobs } from '../../git/tree-file.ts';
import type { Git, Checkout } from '../../git/git.ts';
import type { SourceTree } from '../../languages/source.ts';

/** The files of one tree, read as they are asked for. */
export type TreeFiles = SourceTree;

const MAX_BYTES = 1024 * 1024;

export async function treeFiles(git: Git, place: Checkout, tree: string): Promise<Result<TreeFiles, Failure>> {
  const listed = await catchFailure(() => listTree(git, place, tree));
  if (!listed.ok) return listed;
  // Links and submodules have no text of their own.
  const entries = new Map([...listed.value].filter(([, { mode }]) => mode.startsWith('100')));
  const known = new Map<string, string>();
  return ok({
    paths: new Set(entries.keys()),
    async texts(paths) {
      const asked = [...new Set(paths)];
      const wanted = asked.flatMap((path) => {
        const entry = entries.get(path);
        return entry === undefined || known.has(path) ? [] : [{ path, object: entry.object }];
      });
      const read = await catchFailure(() =>
        readBlobs(git, place, { wanted, largest: MAX_BYTES }, ({ path }, bytes) => {
          known.set(path, bytes.toString('utf8'));
        }),
      );
      if (!read.ok) return read;
      return ok(new Map(asked.flatMap((path) => (known.has(path) ? [[path, known.get(path) ?? '']] : []))));
    },
  });
}
