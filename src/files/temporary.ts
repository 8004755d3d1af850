import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type Disk, writeAll } from './disk.ts';
import { getProcessLife, nonce, getOwnIdentity } from './identity.ts';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = fs.constants;

/**
 * A finished temporary file beside `target`: written whole and fsynced, or gone. Its name says which process made it,
 * so that what a killed process left can be told from what a living one is about to use. `isVolatile`: not fsynced.
 */
export function writeTemporary(
  disk: Disk,
  target: string,
  contents: Iterable<Uint8Array>,
  { mode = 0o600, isVolatile = false }: { readonly mode?: number; readonly isVolatile?: boolean } = {},
): string {
  const temporary = temporaryName(target);
  const fd = disk.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
  let finished = false;
  try {
    try {
      for (const bytes of contents) writeAll(disk, fd, bytes);
      if (!isVolatile) disk.fsync(fd);
    } finally {
      disk.close(fd);
    }
    finished = true;
  } finally {
    if (!finished) discard(disk, temporary);
  }
  return temporary;
}

export function temporaryName(target: string): string {
  return `${target}.tmp-${maker()}-${nonce()}`;
}

/** Best effort: a temporary that stays is swept by the next process that opens the folder, or replaces a file in it. */
export function discard(disk: Disk, temporary: string): void {
  try {
    disk.unlink(temporary);
  } catch {
    // Already gone, or the disk is failing: the sweep will see to it.
  }
}

/** Removes what processes of this host that are dead now left in `folder`. */
export function sweepTemporaries(disk: Disk, folder: string): void {
  const own = getOwnIdentity();
  for (const name of namesIn(folder)) {
    const made = /\.tmp-([0-9a-f]{6})-(\d+)-(\d*)-[0-9a-f]+$/.exec(name);
    if (made === null || made[1] !== hostMark(own.host)) continue;
    const maker = { ...own, pid: Number(made[2]), start_time: made[3] ?? '' };
    if (getProcessLife(maker) === 'dead') discard(disk, path.join(folder, name));
  }
}

/** A folder that cannot be listed keeps what it has: nothing depends on the sweep. */
function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

function maker(): string {
  const { host, pid, start_time } = getOwnIdentity();
  return `${hostMark(host)}-${pid}-${start_time}`;
}

function hostMark(host: string): string {
  return createHash('sha256').update(host).digest('hex').slice(0, 6);
}
