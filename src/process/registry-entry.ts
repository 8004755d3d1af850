import fs from 'node:fs';
import * as z from 'zod/mini';
import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Disk } from '../files/disk.ts';
import { getErrno } from '../files/disk-failure.ts';
import { processIdentity } from '../files/identity.ts';
import { replaceFile } from '../files/replace.ts';

/**
 * A process started for an effect. Command lines and environments may hold secrets: of the command only the program is
 * kept.
 */
const registryEntry = z.strictObject({
  version: z.literal(1),
  marker: z.string().check(z.minLength(1)),
  effect: z.string(),
  /** The log or project it belongs to. */
  scope: z.string(),
  program: z.string(),
  started_at: z.iso.datetime(),
  /** The Orchestral process that started it. */
  conductor: processIdentity,
  /** Null until it runs: the conductor may die in between. */
  leader: z.nullable(processIdentity),
});

export type RegistryEntry = z.infer<typeof registryEntry>;

export function writeEntry(disk: Disk, file: string, entry: RegistryEntry): Result<void, Failure> {
  const written = replaceFile(disk, file, Buffer.from(`${JSON.stringify(entry, null, 2)}\n`));
  // A power cut takes the process along with the entry: here unsure is good enough.
  return !written.ok && written.error.code === 'disk.unsure' ? ok() : written;
}

/** `newer` is an entry of a later Orchestral, `gone` one that its conductor removed meanwhile. */
export function readEntry(file: string): RegistryEntry | 'unreadable' | 'newer' | 'gone' {
  let value: unknown;
  try {
    const stat = fs.lstatSync(file);
    if (!stat.isFile() || stat.size > largestEntry) return 'unreadable';
    value = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    return getErrno(error) === 'ENOENT' ? 'gone' : 'unreadable';
  }
  const entry = registryEntry.safeParse(value);
  if (entry.success) return entry.data;
  return laterVersion.safeParse(value).success ? 'newer' : 'unreadable';
}

const largestEntry = 64 * 1024;

const laterVersion = z.looseObject({ version: z.int().check(z.gt(1)) });
