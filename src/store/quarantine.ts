import fs from 'node:fs';
import type { Clock } from '../base/clock.ts';
import type { Disk } from '../files/disk.ts';

export type QuarantineReason = 'corrupt' | 'rejected' | 'restored';

export interface QuarantineOptions {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly reason: QuarantineReason;
}

/**
 * Keeps a file under another name before it is replaced, and says which: `state.json.rejected-20260115T103000Z`. It is a
 * second name for the same file, so that there is no instant without it.
 */
export function quarantineFile(file: string, { disk, clock, reason }: QuarantineOptions): string {
  const kept = quarantineName(file, reason, clock);
  disk.link(file, kept);
  return kept;
}

/** A name that is free; the caller holds the lock, so it stays so. */
export function quarantineName(file: string, reason: QuarantineReason, clock: Clock): string {
  const time = clock.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const name = `${file}.${reason}-${time}Z`;
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}-${number}`;
    // A link that leads nowhere takes a name, too.
    if (fs.lstatSync(free, { throwIfNoEntry: false }) === undefined) return free;
  }
}
