import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createNewFolder, removeEmptyFolder } from './folder.ts';

export interface FolderLockOptions {
  /** Empty folders: whoever made one has it. */
  readonly locks: readonly string[];
  /** Whoever has one touches it more often; after that long without, it is nobody's. */
  readonly staleMs: number;
  readonly patienceMs: number;
}

const LOOK_AGAIN_MS = 50;

/** Works with the locks of another program, as many have them. Undefined: somebody else kept one for too long. */
export async function withFolderLocks<T>(
  { locks, staleMs, patienceMs }: FolderLockOptions,
  work: () => T,
): Promise<T | undefined> {
  const taken: string[] = [];
  const end = performance.now() + patienceMs;
  try {
    for (const lock of locks) {
      while (!createNewFolder(lock)) {
        if (performance.now() > end) return undefined;
        if (isStale(lock, staleMs)) removeEmptyFolder(lock);
        await pause(LOOK_AGAIN_MS);
      }
      taken.push(lock);
    }
    return work();
  } finally {
    for (const lock of taken) removeEmptyFolder(lock);
  }
}

function isStale(lock: string, staleMs: number): boolean {
  const found = fs.lstatSync(lock, { throwIfNoEntry: false });
  return found !== undefined && found.mtimeMs < Date.now() - staleMs;
}
