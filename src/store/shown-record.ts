import fs from 'node:fs';
import * as z from 'zod/mini';
import type { Disk } from '../files/disk.ts';
import { replaceFile } from '../files/replace.ts';

/**
 * How far a log had come when its documents were last shown, kept in the private folder: the only way to tell that a log
 * was cut, since a cut log looks like any other.
 */
const shownRecord = z.strictObject({ version: z.literal(1), seq: z.int() });

export function saveShownSeq(disk: Disk, file: string, seq: number): void {
  // Best effort: without it a cut log is not noticed, but nothing else is lost.
  replaceFile(disk, file, Buffer.from(`${JSON.stringify({ version: 1, seq })}\n`));
}

/** Zero when nothing is known. */
export function readShownSeq(file: string): number {
  try {
    const parsed = shownRecord.safeParse(JSON.parse(fs.readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data.seq : 0;
  } catch {
    return 0;
  }
}
