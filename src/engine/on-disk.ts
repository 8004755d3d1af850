import fs from 'node:fs';
import { unwrap } from '../base/failure.ts';
import { err } from '../base/result.ts';
import { diskFailure } from '../files/disk-failure.ts';

/** Does something to a path; what the disk refuses is thrown as the failure that it is. */
export function onDisk<T>(operation: string, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    return unwrap(err(diskFailure(error, operation, path)));
  }
}

/** Nothing where there is no such folder, or none that can be read. */
export function namesIn(folder: string): string[] {
  return entriesIn(folder).map(({ name }) => name);
}

export function entriesIn(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** A link that leads nowhere is there too. */
export function isOnDisk(file: string): boolean {
  try {
    fs.lstatSync(file);
    return true;
  } catch {
    return false;
  }
}
