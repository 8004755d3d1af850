import { catchFailure, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { readBlobs } from '../../git/tree-file.ts';
import type { Git, Checkout } from '../../git/git.ts';
import { outputFields } from '../../git/git-output.ts';
import type { SourceTree } from '../../languages/source.ts';

/** The files of one tree, read as they are asked for. */
export type TreeFiles = SourceTree;

const MAX_BYTES = 1024 * 1024;

export async function treeFiles(git: Git, place: Checkout, tree: string): Promise<Result<TreeFiles, Failure>> {
  const listed = await catchFailure(() => git.read(place, ['ls-tree', '-r', '-z', '-l', '--full-tree', tree]));
  if (!listed.ok) return listed;
  const entries = new Map<string, { readonly object: string; readonly size: number }>();
  for (const field of outputFields(listed.value)) {
    const [, mode = '', object = '', size = ''] = /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t/.exec(field) ?? [];
    // Links and submodules have no text of their own.
    if (mode.startsWith('100')) entries.set(field.slice(field.indexOf('\t') + 1), { object, size: Number(size) });
  }
  const known = new Map<string, string>();
  return ok({
    paths: new Set(entries.keys()),
    async texts(paths) {
      const asked = [...new Set(paths)];
      const wanted = asked.flatMap((path) => {
        const entry = entries.get(path);
        return entry === undefined || entry.size > MAX_BYTES || known.has(path) ? [] : [{ path, object: entry.object }];
      });
      const read = await catchFailure(() =>
        readBlobs(git, place, wanted, ({ path }, bytes) => {
          known.set(path, bytes.toString('utf8'));
        }),
      );
      if (!read.ok) return read;
      return ok(new Map(asked.flatMap((path) => (known.has(path) ? [[path, known.get(path) ?? '']] : []))));
    },
  });
}
