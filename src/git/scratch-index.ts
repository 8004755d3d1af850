import fs from 'node:fs';
import path from 'node:path';
import { realDisk } from '../files/disk.ts';
import { discard, sweepTemporaries, temporaryName } from '../files/temporary.ts';
import type { Checkout } from './git.ts';

/**
 * An index of our own for one piece of work, so that nobody's index is touched. Git replaces an index by renaming a new
 * one over it, so beginning as a hard link of another file leaves that one as it is.
 */
export async function withScratchIndex<T>(
  checkout: Checkout,
  work: (index: ScratchIndex) => Promise<T>,
  begin: 'empty' | 'kept' | 'own' = 'empty',
): Promise<T> {
  const kept = path.join(checkout.gitDir, 'orchestral.index');
  // What a killed process left goes with the next one that comes by.
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
  /** Next time, files that did not change since need not be read again. */
  keep(): void;
}
