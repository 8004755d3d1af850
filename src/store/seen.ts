import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Failure } from '../base/failure.ts';
import { parseJson } from '../base/json.ts';
import type { Result } from '../base/result.ts';
import { realDisk } from '../files/disk.ts';
import { replaceFile } from '../files/replace.ts';

const seen = z.strictObject({ version: z.literal(1), at: z.string() });

/** When the person last looked at everything; null if never, or if that cannot be read. */
export function readSeen(privateFolder: string): string | null {
  try {
    return seen.safeParse(parseJson(fs.readFileSync(fileIn(privateFolder), 'utf8'))).data?.at ?? null;
  } catch {
    return null;
  }
}

export function writeSeen(privateFolder: string, at: string): Result<void, Failure> {
  return replaceFile(realDisk, fileIn(privateFolder), Buffer.from(`${JSON.stringify({ version: 1, at })}\n`));
}

function fileIn(privateFolder: string): string {
  return path.join(privateFolder, 'dashboard-seen.json');
}
