import fs from 'node:fs';
import path from 'node:path';
import { getErrno } from './disk-failure.ts';

/** A folder that only its user may look into. */
export function makeFolder(folder: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Makes a folder that must not be there yet; false when somebody was faster. */
export function createNewFolder(folder: string): boolean {
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  try {
    fs.mkdirSync(folder);
    return true;
  } catch (error) {
    if (getErrno(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a folder of ours with all that is in it. Programs that were just ended may still be letting go of files. */
export async function removeFolder(folder: string): Promise<void> {
  await fs.promises.rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** The same, even where whoever made it took everybody's rights away. Nobody may be at work in it. */
export async function removeStubbornFolder(folder: string): Promise<void> {
  try {
    await removeFolder(folder);
  } catch (error) {
    if (getErrno(error) === undefined) throw error;
    openFolders(folder);
    await removeFolder(folder);
  }
}

/** Gives its owner all rights over a folder that is no link. */
export function openFolder(folder: string): void {
  if (fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) fs.chmodSync(folder, 0o700);
}

function openFolders(folder: string): void {
  openFolder(folder);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })) {
    const inside = path.join(folder, entry.name.toString());
    // A name that is no UTF-8 is not found: it stays, and with it what it is in.
    if (entry.isDirectory() && fs.existsSync(inside)) openFolders(inside);
  }
}

/** Something that lies elsewhere, as if it lay here, too. */
export function linkTo(target: string, link: string): void {
  makeFolder(path.dirname(link));
  fs.symlinkSync(target, link);
}

/** Leaves a folder with anything in it, and whatever is no folder, as it is. */
export function removeEmptyFolder(folder: string): void {
  try {
    fs.rmdirSync(folder);
  } catch {
    // Not empty, not a folder, or gone: nothing to be removed.
  }
}
