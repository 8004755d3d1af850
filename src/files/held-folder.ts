import fs from 'node:fs';
import * as z from 'zod/mini';
import { getErrno } from './disk-failure.ts';
import { getOwnIdentity } from './identity.ts';

/** Which folder it is, whatever its name leads to by now. */
export const folderIdentity = z.strictObject({ device: z.string(), inode: z.string(), boot_id: z.string() });

export type FolderIdentity = z.infer<typeof folderIdentity>;

/** A folder that is kept open: `path` leads to it and nothing else, even when its name is given to another one. */
export interface HeldFolder {
  readonly path: string;
  close(): void;
}

/** Undefined when there is no folder of this name, or a link. */
export function getFolderIdentity(folder: string): FolderIdentity | undefined {
  const stat = fs.lstatSync(folder, { bigint: true, throwIfNoEntry: false });
  if (stat?.isDirectory() !== true) return undefined;
  return { device: String(stat.dev), inode: String(stat.ino), boot_id: getOwnIdentity().boot_id };
}

/** Undefined when the name leads to no folder, to a link, or to another folder than `expected`. */
export function holdFolder(folder: string, expected: FolderIdentity | null): HeldFolder | undefined {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = fs.constants;
  let fd: number;
  try {
    fd = fs.openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(getErrno(error) ?? '')) return undefined;
    throw error;
  }
  if (expected !== null && !isSame(fs.fstatSync(fd, { bigint: true }), expected)) {
    fs.closeSync(fd);
    return undefined;
  }
  return { path: process.platform === 'linux' ? `/proc/self/fd/${fd}` : folder, close: () => fs.closeSync(fd) };
}

/** Devices may be numbered anew when the machine starts. */
function isSame({ ino, dev }: fs.BigIntStats, { inode, device, boot_id }: FolderIdentity): boolean {
  return String(ino) === inode && (String(dev) === device || getOwnIdentity().boot_id !== boot_id);
}

/** Removes all that is in a folder; what links in it lead to stays. */
export async function emptyFolder({ path }: HeldFolder): Promise<void> {
  for (const name of await fs.promises.readdir(path, { encoding: 'buffer' })) {
    const entry = Buffer.concat([Buffer.from(`${path}/`), name]);
    await fs.promises.rm(entry, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
