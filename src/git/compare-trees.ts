import type { Checkout, Git } from './git.ts';
import type { GitFile } from './path-entry.ts';
import { type Folder, isFolder, readFolder } from './tree.ts';

/** A file in which two trees differ. */
export interface TreeDifference {
  /** Bytes, each a character: see `Folder`. */
  readonly name: string;
  readonly before: GitFile | null;
  readonly after: GitFile | null;
}

/** Every file in which two trees differ, by names: one that was moved is one that went and one that came. */
export async function compareTrees(
  git: Git,
  checkout: Checkout,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<TreeDifference[]> {
  const found: TreeDifference[] = [];
  const below = async (entry: GitFile | undefined): Promise<Folder> =>
    entry !== undefined && isFolder(entry) ? readFolder(git, checkout, entry.object) : new Map();
  const fileOf = (entry: GitFile | undefined): GitFile | null =>
    entry === undefined || isFolder(entry) ? null : entry;
  const compare = async (before: Folder, after: Folder, above: string): Promise<void> => {
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const [old, now] = [before.get(name), after.get(name)];
      if (old?.mode === now?.mode && old?.object === now?.object) continue;
      const sides = { before: fileOf(old), after: fileOf(now) };
      if (sides.before !== null || sides.after !== null) found.push({ name: `${above}${name}`, ...sides });
      if ([old, now].some((entry) => entry !== undefined && isFolder(entry)))
        await compare(await below(old), await below(now), `${above}${name}/`);
    }
  };
  await compare(await readFolder(git, checkout, from), await readFolder(git, checkout, to), '');
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}
