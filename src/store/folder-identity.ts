import { createHash } from 'node:crypto';
import fs from 'node:fs';
import * as z from 'zod/mini';

/** Which folder a log belongs to, without naming it: a copied, moved or cloned folder is another one. */
export const folderIdentity = z.strictObject({ path_sha256: z.string(), device: z.number(), inode: z.number() });

export type FolderIdentity = z.infer<typeof folderIdentity>;

export function readFolderIdentity(folder: string): FolderIdentity {
  const real = fs.realpathSync(folder);
  const { dev, ino } = fs.statSync(real);
  return { path_sha256: createHash('sha256').update(real).digest('hex'), device: dev, inode: ino };
}

export function isSameFolder(a: FolderIdentity, b: FolderIdentity): boolean {
  return a.path_sha256 === b.path_sha256 && a.device === b.device && a.inode === b.inode;
}
