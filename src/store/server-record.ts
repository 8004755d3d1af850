import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Failure } from '../base/failure.ts';
import { parseJson } from '../base/json.ts';
import type { Result } from '../base/result.ts';
import { realDisk } from '../files/disk.ts';
import { removeFile, replaceFile } from '../files/replace.ts';

const serverRecord = z.strictObject({
  version: z.literal(1),
  pid: z.int(),
  port: z.int(),
  /** Of the program. */
  program: z.string(),
  started_at: z.string(),
  /** What programs show the server. */
  token: z.string(),
  /** With what the server proves itself to them. */
  key: z.string(),
});

/** Where the server of the dashboard is, and what it and its user's programs know each other by. */
export type ServerRecord = z.infer<typeof serverRecord>;

function serverRecordFile(privateFolder: string): string {
  return path.join(privateFolder, 'dashboard.json');
}

/** Undefined where there is none, or none of ours. */
export function readServerRecord(privateFolder: string): ServerRecord | undefined {
  try {
    const file = serverRecordFile(privateFolder);
    if (!fs.lstatSync(file).isFile()) return undefined;
    return serverRecord.safeParse(parseJson(fs.readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** For its user alone. */
export function writeServerRecord(privateFolder: string, record: ServerRecord): Result<void, Failure> {
  return replaceFile(realDisk, serverRecordFile(privateFolder), Buffer.from(`${JSON.stringify(record, null, 2)}\n`));
}

/** Only one's own: another server may have written another meanwhile. */
export function removeServerRecord(privateFolder: string, { token }: ServerRecord): void {
  if (readServerRecord(privateFolder)?.token === token) removeFile(realDisk, serverRecordFile(privateFolder));
}
