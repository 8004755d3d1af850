import type { Checkout, Git } from './git.ts';
import { writeObject } from './loose-object.ts';
import type { GitFile } from './path-entry.ts';
import {
  type Folder,
  FOLDER_MODE,
  fromBytes,
  isFolder,
  keepFoldersOf,
  readFolder,
  toBytes,
  writeFolder,
} from './tree.ts';

/** Every file of a tree, with links and submodules. */
export async function listTree(git: Git, checkout: Checkout, tree: string): Promise<ReadonlyMap<string, GitFile>> {
  const lists = recentLists.get(git) ?? [];
  const known = lists.find((list) => list.tree === tree);
  if (known !== undefined) return known.files;
  const files = new Map<string, GitFile>();
  await listFolder(git, checkout, { folder: await readFolder(git, checkout, tree), above: '', files });
  keepFoldersOf(git, files.size);
  // Only what an object's own name stands for is the same tomorrow.
  if (/^[0-9a-f]{40,64}$/.test(tree)) recentLists.set(git, [{ tree, files }, ...lists].slice(0, MOST_LISTS));
  return files;
}

/** What follows a step mostly asks for the trees that it had, too. */
const recentLists = new WeakMap<Git, { readonly tree: string; readonly files: ReadonlyMap<string, GitFile> }[]>();
const MOST_LISTS = 3;

interface Listing {
  readonly folder: Folder;
  readonly above: string;
  readonly files: Map<string, GitFile>;
}

async function listFolder(git: Git, checkout: Checkout, { folder, above, files }: Listing): Promise<void> {
  const entries = [...folder];
  // All of them are asked for at once, and listed in the order of their names.
  const inside = await Promise.all(
    entries.map(async ([, entry]) => (isFolder(entry) ? readFolder(git, checkout, entry.object) : undefined)),
  );
  for (const [n, [name, entry]] of entries.entries()) {
    const below = inside[n];
    const path = `${above}${fromBytes(name)}`;
    if (below === undefined) files.set(path, entry);
    else await listFolder(git, checkout, { folder: below, above: `${path}/`, files });
  }
}

/** What is to stand at these paths; null: nothing. */
export type TreeEdits = ReadonlyMap<string, GitFile | null>;

/** Another tree. Writes only objects. */
export async function editTree(
  git: Git,
  checkout: Checkout,
  { tree, edits }: { readonly tree: string; readonly edits: TreeEdits },
): Promise<string> {
  if (edits.size === 0) return tree;
  const root = new Map([...edits].map(([path, file]) => [toBytes(path), file]));
  const edited = await editFolder(git, checkout, { id: tree, edits: root, like: tree });
  return edited ?? writeFolder(checkout, new Map(), tree);
}

interface FolderEdit {
  /** Null: there is none yet. */
  readonly id: string | null;
  readonly edits: TreeEdits;
  readonly like: string;
}

/** The name of the folder afterwards; null when nothing is left in it. */
async function editFolder(git: Git, checkout: Checkout, { id, edits, like }: FolderEdit): Promise<string | null> {
  const entries = new Map(id === null ? [] : await readFolder(git, checkout, id));
  for (const [name, inside] of editsBelow(edits)) {
    const before = entries.get(name);
    const folder = before !== undefined && isFolder(before) ? before.object : null;
    const object = await editFolder(git, checkout, { id: folder, edits: inside, like });
    if (object !== null) entries.set(name, { mode: FOLDER_MODE, object });
    else if (folder !== null) entries.delete(name);
  }
  for (const [name, file] of edits) {
    if (name.includes('/')) continue;
    const before = entries.get(name);
    if (file !== null) entries.set(name, file);
    // A folder may have taken its place.
    else if (before !== undefined && !isFolder(before)) entries.delete(name);
  }
  return entries.size === 0 ? null : writeFolder(checkout, entries, like);
}

/** What is to be done in folders of a folder, by their names. */
function editsBelow(edits: TreeEdits): Map<string, Map<string, GitFile | null>> {
  const below = new Map<string, Map<string, GitFile | null>>();
  for (const [path, file] of edits) {
    const slash = path.indexOf('/');
    if (slash === -1) continue;
    const name = path.slice(0, slash);
    const inside = below.get(name) ?? new Map<string, GitFile | null>();
    below.set(name, inside.set(path.slice(slash + 1), file));
  }
  return below;
}

/** Names of new objects with these contents, in their order. `like`: any object of the repository. */
export function writeBlobs(
  checkout: Checkout,
  { contents, like }: { readonly contents: readonly string[]; readonly like: string },
): string[] {
  return contents.map((content) => writeObject(checkout, { type: 'blob', content: Buffer.from(content), like }));
}
