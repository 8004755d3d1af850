import fs from 'node:fs';

/**
 * A copy that is no younger than the file: git tells by the age of an index which files it has to read. It shares its space
 * with the file where the disk can do that. The target must not be there yet.
 */
export function copyNew(from: string, to: string): void {
  const { atime, mtimeMs } = fs.statSync(from);
  fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE);
  fs.utimesSync(to, atime, Math.floor(mtimeMs) / 1000);
}

/**
 * What changes when anybody writes to a file or puts another in its place: nobody can set the time of its last change.
 * Empty when there is none.
 */
export function lookOf(file: string): string {
  const stat = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? '' : [stat.ino, stat.mode, stat.size, stat.ctimeNs].join(' ');
}
