import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { excludePaths, type ExcludePath } from '../git/snapshot.ts';

/** What set-up did in a worktree that git does not ignore: nobody's work, and in no commit. */
export const setupArtifacts = z.strictObject({
  /** Paths; of a folder, which ends in `/`, everything below. */
  made: z.array(z.string()),
  /** Files of the project, each with a print of what set-up left there. */
  changed: z.array(z.tuple([z.string(), z.string()])),
});

export type SetupArtifacts = z.infer<typeof setupArtifacts>;

export const NO_ARTIFACTS: SetupArtifacts = { made: [], changed: [] };

/** What of a worktree is set-up's. A file that it changed is so only while it is as set-up left it. */
export function isSetupArtifact(folder: string, { made, changed }: SetupArtifacts): ExcludePath {
  const asLeft = changed.filter(([name, print]) => printOf(path.join(folder, name)) === print);
  return excludePaths([...made, ...asLeft.map(([name]) => name)]);
}

/** Of two files that git takes for the same, it is the same. */
export function printOf(file: string): string {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return 'gone';
  if (stat.isSymbolicLink()) return `link ${hashOf(fs.readlinkSync(file, 'buffer'))}`;
  if (!stat.isFile()) return 'no file';
  return `${(stat.mode & 0o100) === 0 ? 'file' : 'program'} ${hashOf(fs.readFileSync(file))}`;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
