import fs from 'node:fs';
import * as z from 'zod/mini';
import type { Failure } from '../base/failure.ts';
import type { Result } from '../base/result.ts';
import type { Disk } from '../files/disk.ts';
import { getErrno } from '../files/disk-failure.ts';
import { processIdentity } from '../files/identity.ts';
import { replaceVolatileFile } from '../files/replace.ts';

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

/** A power cut takes the process along with the entry. */
export function writeEntry(disk: Disk, file: string, entry: RegistryEntry): Result<void, Failure> {
  return replaceVolatileFile(disk, file, Buffer.from(`${JSON.stringify(entry, null, 2)}\n`));
}

/** `newer`: of a later Orchestral; `gone`: its conductor removed it meanwhile; `empty`: a power cut left only its name. */
export function readEntry(file: string): RegistryEntry | 'unreadable' | 'newer' | 'gone' | 'empty' {
  let value: unknown;
  try {
    const stat = fs.lstatSync(file);
    if (!stat.isFile() || stat.size > largestEntry) return 'unreadable';
    if (stat.size === 0) return 'empty';
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
