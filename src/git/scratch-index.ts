import fs from 'node:fs';
import path from 'node:path';
import { realDisk } from '../files/disk.ts';
import { discard, sweepTemporaries, temporaryName } from '../files/temporary.ts';
import type { Checkout } from './git.ts';

/**
 * A temporary index for one piece of work, so that no existing index changes. Git replaces an index by renaming a new file
 * over it, so a hard link of another index leaves that index unchanged.
 */
export async function withScratchIndex<T>(
  checkout: Checkout,
  work: (index: ScratchIndex) => Promise<T>,
  begin: 'empty' | 'kept' | 'own' = 'empty',
): Promise<T> {
  const kept = path.join(checkout.gitDir, 'orchestral.index');
  // Removes what killed processes left.
  sweepTemporaries(realDisk, checkout.gitDir);
  const file = temporaryName(kept);
  const model = begin === 'kept' ? kept : path.join(checkout.gitDir, 'index');
  if (begin !== 'empty' && fs.existsSync(model)) realDisk.link(model, file);
  try {
    return await work({ file, keep: () => realDisk.rename(file, kept) });
  } finally {
    discard(realDisk, file);
  }
}

export interface ScratchIndex {
  readonly file: string;
  /** Keeps the index, so that unchanged files need not be read again next time. */
  keep(): void;
}
