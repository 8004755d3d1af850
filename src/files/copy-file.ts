import fs from 'node:fs';
import type { Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { diskFailure } from './disk-failure.ts';
import { realDisk } from './disk.ts';

/**
 * A copy that is no younger than the file: git tells by the age of an index which files it has to read. It shares its space
 * with the file where the disk can do that. The target must not be there yet.
 */
export function copyNew(from: string, to: string): Result<void, Failure> {
  try {
    const { atime, mtimeMs } = fs.statSync(from);
    fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE);
    fs.utimesSync(to, atime, Math.floor(mtimeMs) / 1000);
    return ok();
  } catch (error) {
    return err(diskFailure(error, 'copy', to));
  }
}

/** Puts a file in the place of another one. */
export function moveOver(from: string, to: string): Result<void, Failure> {
  try {
    realDisk.rename(from, to);
    return ok();
  } catch (error) {
    return err(diskFailure(error, 'rename', to));
  }
}

/**
 * What changes when anybody writes to a file or puts another in its place: nobody can set the time of its last change.
 * Empty when there is none.
 */
export function lookOf(file: string): string {
  const stat = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? '' : [stat.ino, stat.mode, stat.size, stat.ctimeNs].join(' ');
}
