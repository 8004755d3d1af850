import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { RevisionRange } from './diff.ts';
import type { Checkout, Git } from './git.ts';
import { readHunks } from './hunks.ts';

export interface AddedLine {
  /** In the new file, from 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * The lines of each file that were added or changed between `from` and `to`. Files without such lines and binary files
 * are left out.
 */
export async function addedLines(
  git: Git,
  checkout: Checkout,
  range: RevisionRange,
): Promise<Result<Map<string, AddedLine[]>, Failure>> {
  const files = await readHunks(git, checkout, range);
  if (!files.ok) return files;
  const lines = new Map<string, AddedLine[]>();
  for (const { to, hunks } of files.value) {
    const found = hunks.flatMap(({ line, added }) => added.map((text, n) => ({ number: line + n, text })));
    if (to !== null && found.length > 0) lines.set(to, found);
  }
  return ok(lines);
}
