import type { Git, Repository } from './git.ts';
import { outputFields } from './git-output.ts';
import { withScratchIndex } from './scratch-index.ts';

export type MergeResult =
  | { readonly kind: 'clean'; readonly tree: string }
  /** `tree` holds both sides with conflict markers, for resolving the conflict. No ref may point to it. */
  | { readonly kind: 'conflict'; readonly tree: string; readonly paths: readonly string[] };

export interface MergeSides {
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Merges two commits without a working tree, by git's own text merge alone. A file that both sides changed and for which
 * attributes ask for another kind of merge (`-merge`, `union`, a driver) is a conflict, and no program is run for it.
 */
export async function mergeCommits(
  git: Git,
  repository: Repository,
  { ours, theirs }: MergeSides,
): Promise<MergeResult> {
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--messages', ours, theirs];
  const answer = await git.record(repository, args, { exits: [0, 1] });
  const { tree, conflicts, merged } = parseMerge(outputFields(answer));
  const special = await listSpecialMerges(git, repository, { commit: ours, paths: merged });
  const paths = [...new Set([...conflicts, ...special])];
  if (answer.exit === 0 && paths.length === 0) return { kind: 'clean', tree };
  return { kind: 'conflict', tree, paths };
}

/** `tree`, the conflicting paths, an empty field, then messages as `count, path…, type, text`. */
function parseMerge(fields: readonly string[]): { tree: string; conflicts: string[]; merged: string[] } {
  const end = fields.indexOf('', 1);
  const conflicts = fields.slice(1, end === -1 ? fields.length : end);
  const merged: string[] = [];
  for (let n = end === -1 ? fields.length : end + 1; n < fields.length;) {
    const count = Number(fields[n]);
    const paths = fields.slice(n + 1, n + 1 + count);
    if (fields[n + 1 + count] === 'Auto-merging') merged.push(...paths);
    n += count + 3;
  }
  return { tree: fields[0] ?? '', conflicts, merged };
}

async function listSpecialMerges(
  git: Git,
  repository: Repository,
  { commit, paths }: { commit: string; paths: readonly string[] },
): Promise<string[]> {
  if (paths.length === 0) return [];
  return withScratchIndex(repository, async (index) => {
    await git.record(repository, ['read-tree', commit], { index });
    const asked = await git.read(repository, ['check-attr', '--cached', '-z', '--stdin', 'merge'], {
      index,
      stdin: paths.map((path) => `${path}\0`).join(''),
    });
    const fields = outputFields(asked);
    return fields.filter((_, n) => n % 3 === 0 && !['unspecified', 'set', 'text'].includes(fields[n + 2] ?? ''));
  });
}
