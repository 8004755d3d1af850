import { throwFailure } from '../base/failure.ts';
import type { Checkout, Git } from './git.ts';
import { writeObject } from './loose-object.ts';
import type { GitFile } from './path-entry.ts';

/**
 * The entries of one folder of a tree. Names are bytes, and stand in strings of which each character is one: a name need
 * not be UTF-8, and git sorts names by their bytes.
 */
export type Folder = ReadonlyMap<string, GitFile>;

export const FOLDER_MODE = '40000';

export function isFolder({ mode }: GitFile): boolean {
  return mode === FOLDER_MODE;
}

export function toBytes(path: string): string {
  return Buffer.from(path).toString('latin1');
}

export function fromBytes(path: string): string {
  return Buffer.from(path, 'latin1').toString();
}

/** Of a folder, or of the root of a commit. */
export async function readFolder(git: Git, checkout: Checkout, name: string): Promise<Folder> {
  const known = recent(git);
  const before = known.get(name);
  if (before !== undefined) return before;
  const object = await git.objects(checkout).read(`${name}^{tree}`);
  if (object === null)
    return throwFailure('git.failed', { command: `git ls-tree ${name}`, ending: 'none', stderr: '' });
  const folder = parseFolder(object.content, object.id.length / 2);
  known.set(object.id, folder);
  return folder;
}

/** Trees that are read one after the other have most folders in common: those of two of them are kept, and some more. */
class RecentFolders {
  readonly #folders = new Map<string, Folder>();
  #entries = 0;
  #room = LEAST_ENTRIES;

  get(id: string): Folder | undefined {
    const found = this.#folders.get(id);
    if (found === undefined) return undefined;
    // The one that was used last goes last.
    this.#folders.delete(id);
    this.#folders.set(id, found);
    return found;
  }

  set(id: string, folder: Folder): void {
    if (this.#folders.has(id)) return;
    this.#folders.set(id, folder);
    this.#entries += folder.size;
    for (const [oldest, { size }] of this.#folders) {
      if (this.#entries <= this.#room || oldest === id) return;
      this.#folders.delete(oldest);
      this.#entries -= size;
    }
  }

  makeRoomFor(files: number): void {
    this.#room = Math.max(this.#room, Math.min(2 * files, MOST_ENTRIES));
  }
}

/** About 2 MB, and 20 MB. */
const LEAST_ENTRIES = 15_000;
const MOST_ENTRIES = 150_000;

/** Says how many files a tree has that may be read again. */
export function keepFoldersOf(git: Git, files: number): void {
  recent(git).makeRoomFor(files);
}

const recentFolders = new WeakMap<Git, RecentFolders>();

function recent(git: Git): RecentFolders {
  const known = recentFolders.get(git) ?? new RecentFolders();
  recentFolders.set(git, known);
  return known;
}

/** `mode SP name NUL` and the bytes of the object's name, for each. */
function parseFolder(content: Buffer, idLength: number): Folder {
  const entries = new Map<string, GitFile>();
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(0x20, at);
    const end = content.indexOf(0, space);
    const mode = content.toString('latin1', at, space);
    at = end + 1 + idLength;
    entries.set(content.toString('latin1', space + 1, end), { mode, object: content.toString('hex', end + 1, at) });
  }
  return entries;
}

/** Writes a folder; its name. */
export function writeFolder(checkout: Checkout, entries: Folder, like: string): string {
  // A folder is sorted as if its name ended in a slash.
  const key = ([name, entry]: readonly [string, GitFile]): string => (isFolder(entry) ? `${name}/` : name);
  const sorted = [...entries].sort((one, other) => (key(one) < key(other) ? -1 : 1));
  const parts = sorted.flatMap(([name, { mode, object }]) => [
    Buffer.from(`${mode} ${name}\0`, 'latin1'),
    Buffer.from(object, 'hex'),
  ]);
  return writeObject(checkout, { type: 'tree', content: Buffer.concat(parts), like });
}
