import fs from 'node:fs';
import type { Disk } from './disk.ts';
import { nonce } from './identity.ts';

/**
 * Whatever had the name of a file of ours and is a folder is kept under another name: no file can take its place, and an
 * agent may have made it. Whether there was one.
 */
export function moveFolderAside(disk: Disk, file: string): boolean {
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  disk.rename(file, `${file}.aside-${nonce()}`);
  return true;
}
