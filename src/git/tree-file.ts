import { editTree } from './edit-tree.ts';
import type { Checkout, Git } from './git.ts';
import { writeObject } from './loose-object.ts';
import type { GitFile } from './path-entry.ts';
import { isFolder, readFolder, toBytes } from './tree.ts';

export interface TreePath {
  readonly tree: string;
  readonly path: string;
}

/** The bytes of a regular file in a tree; null where there is none, or one that is larger than `largest`. */
export async function readTreeFile(
  git: Git,
  checkout: Checkout,
  { tree, path, largest = Number.POSITIVE_INFINITY }: TreePath & { readonly largest?: number },
): Promise<Buffer | null> {
  const entry = await readTreeEntry(git, checkout, { tree, path });
  if (entry === null) return null;
  const objects = git.objects(checkout);
  if (((await objects.inspect(entry.object))?.size ?? 0) > largest) return null;
  return (await objects.read(entry.object))?.content ?? null;
}

/** The tree with new content in one of its files. Writes only objects. */
export async function writeTreeFile(
  git: Git,
  checkout: Checkout,
  { tree, path, content }: TreePath & { readonly content: Uint8Array },
): Promise<string> {
  const entry = await readTreeEntry(git, checkout, { tree, path });
  const object = writeObject(checkout, { type: 'blob', content, like: tree });
  return editTree(git, checkout, { tree, edits: new Map([[path, { mode: entry?.mode ?? '100644', object }]]) });
}

async function readTreeEntry(git: Git, checkout: Checkout, { tree, path }: TreePath): Promise<GitFile | null> {
  const names = toBytes(path).split('/');
  const file = names.pop() ?? '';
  let folder = await readFolder(git, checkout, tree);
  for (const name of names) {
    const below = folder.get(name);
    if (below === undefined || !isFolder(below)) return null;
    folder = await readFolder(git, checkout, below.object);
  }
  const entry = folder.get(file);
  return entry !== undefined && /^100(?:644|755)$/.test(entry.mode) ? entry : null;
}

/** Bytes that are requested at once, to bound the memory. */
const AT_ONCE = 32 * 2 ** 20;

/** Hands the content of each object to `take`, in order; of one that is larger than `largest`, or not there, nothing. */
export async function readBlobs<Wanted extends { readonly object: string }>(
  git: Git,
  checkout: Checkout,
  { wanted, largest = Number.POSITIVE_INFINITY }: { readonly wanted: readonly Wanted[]; readonly largest?: number },
  take: (one: Wanted, bytes: Buffer) => void,
): Promise<void> {
  const objects = git.objects(checkout);
  const found = await Promise.all(wanted.map(({ object }) => objects.inspect(object)));
  const sizes = found.map((info) => info?.size ?? 0);
  const small = wanted.filter((_, n) => (sizes[n] ?? 0) <= largest);
  for (const group of groupsOf(
    small,
    sizes.filter((size) => size <= largest),
  )) {
    const contents = await Promise.all(group.map(({ object }) => objects.read(object)));
    for (const [n, one] of group.entries()) {
      const content = contents[n]?.content;
      if (content !== undefined) take(one, content);
    }
  }
}

function groupsOf<Wanted>(wanted: readonly Wanted[], sizes: readonly number[]): Wanted[][] {
  const groups: Wanted[][] = [];
  let room = 0;
  for (const [n, one] of wanted.entries()) {
    room -= sizes[n] ?? 0;
    if (room < 0 || groups.length === 0) {
      groups.push([]);
      room = AT_ONCE - (sizes[n] ?? 0);
    }
    groups.at(-1)?.push(one);
  }
  return groups;
}
