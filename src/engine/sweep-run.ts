import fs from 'node:fs';
import path from 'node:path';
import type { Disk } from '../files/disk.ts';
import { errnoOf } from '../files/disk-failure.ts';
import { sweepTemporaries } from '../files/temporary.ts';
import type { RunPaths } from './open-run.ts';

/** Removes the unfinished files that a killed process left wherever a run is written. */
export function sweepRun(disk: Disk, { home, own, folder }: RunPaths): void {
  const steps = path.join(own, 'steps', path.basename(folder));
  for (const place of [home, own, ...inside(own), ...inside(folder), ...inside(steps)]) {
    try {
      sweepTemporaries(disk, place);
    } catch (error) {
      // It costs nobody anything but a little room.
      if (errnoOf(error) === undefined) throw error;
    }
  }
}

function inside(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  const folders = fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map((entry) => path.join(folder, entry.name));
}
