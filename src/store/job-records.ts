import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Failure } from '../base/failure.ts';
import { parseJson } from '../base/json.ts';
import { ok, type Result } from '../base/result.ts';
import type { Disk } from '../files/disk.ts';
import { processIdentity } from '../files/identity.ts';
import { readFileItself } from '../files/read-file.ts';
import { replaceFile } from '../files/replace.ts';

/** A command that a process of its own carries out; what it prints is in the file beside the record. */
const jobRecord = z.strictObject({
  version: z.literal(1),
  id: z.string().check(z.regex(/^job-[0-9a-f]{8}$/)),
  /** What Orchestral was told: the command and its arguments. */
  args: z.array(z.string()),
  process: processIdentity,
  started_at: z.string(),
});

export type JobRecord = z.infer<typeof jobRecord>;

const FILE = /^(job-[0-9a-f]{8})\.json$/;

/** The newest first; what cannot be read is none. */
export function readJobRecords(folder: string): JobRecord[] {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const records = names.flatMap((name) => readRecord(folder, FILE.exec(name)?.[1]) ?? []);
  return records.toSorted((a, b) => (a.started_at < b.started_at ? 1 : -1));
}

export function writeJobRecord(disk: Disk, folder: string, record: JobRecord): Result<void, Failure> {
  const written = replaceFile(disk, path.join(folder, `${record.id}.json`), Buffer.from(JSON.stringify(record)));
  return written.ok ? ok() : written;
}

export function removeJobRecord(disk: Disk, folder: string, id: string): void {
  for (const file of [`${id}.json`, `${id}.log`])
    if (fs.existsSync(path.join(folder, file))) disk.unlink(path.join(folder, file));
}

function readRecord(folder: string, id: string | undefined): JobRecord | undefined {
  if (id === undefined) return undefined;
  try {
    const read = z.safeParse(jobRecord, parseJson(readFileItself(path.join(folder, `${id}.json`)).toString()));
    return read.success && read.data.id === id ? read.data : undefined;
  } catch {
    return undefined;
  }
}
