import fs from 'node:fs';
import path from 'node:path';
import { unwrap } from '../base/failure.ts';
import { copyNew } from '../files/copy-file.ts';
import { realDisk } from '../files/disk.ts';
import { discard, sweepTemporaries, temporaryName } from '../files/temporary.ts';
import type { Checkout } from './git.ts';

/** A temporary index for one piece of work, so that no existing index changes: empty, or a copy of another one. */
export async function withScratchIndex<T>(
  checkout: Checkout,
  work: (index: string) => Promise<T>,
  begin: { readonly copyOf?: string } = {},
): Promise<T> {
  // Removes what killed processes left.
  sweepTemporaries(realDisk, checkout.gitDir);
  const file = temporaryName(path.join(checkout.gitDir, 'orchestral.index'));
  try {
    if (begin.copyOf !== undefined && fs.existsSync(begin.copyOf)) unwrap(copyNew(begin.copyOf, file));
    return await work(file);
  } finally {
    discard(realDisk, file);
  }
}

/** The one that git itself uses in a checkout. */
export function ownIndex({ gitDir }: Checkout): string {
  return path.join(gitDir, 'index');
}
