import fs from 'node:fs';
import path from 'node:path';
import { type Failure, failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { type Disk, closeQuietly } from './disk.ts';
import { diskFailure, getErrno } from './disk-failure.ts';
import { moveFolderAside } from './move-aside.ts';
import { discard, sweepTemporaries, writeTemporary } from './temporary.ts';

/**
 * Replaces a file whole: a reader sees the old content or the new, and so does whoever looks after a crash.
 * `disk.unsure` means that the new content is there but may not survive a power cut.
 */
export function replaceFile(disk: Disk, target: string, bytes: Uint8Array): Result<void, Failure> {
  const replaced = replaceFileAtomically(disk, target, bytes);
  return replaced.ok ? syncFolder(disk, path.dirname(target)) : replaced;
}

/** The same, where the old content does as well: after a power cut it is the one or the other, until something else is fsynced. */
export function replaceFileAtomically(disk: Disk, target: string, bytes: Uint8Array): Result<void, Failure> {
  try {
    makeDurableFolder(disk, path.dirname(target));
    renameOver(disk, writeTemporary(disk, target, [bytes]), target);
    sweepTemporaries(disk, path.dirname(target));
    return ok();
  } catch (error) {
    return err(diskFailure(error, 'replace', target));
  }
}

/**
 * As `replaceFile`, for what nothing follows from: nothing is fsynced. After a power cut it may be as before, empty, or gone,
 * and whoever reads it then has to do without.
 */
export function replaceVolatileFile(disk: Disk, target: string, bytes: Uint8Array): Result<void, Failure> {
  try {
    disk.mkdir(path.dirname(target));
    renameOver(disk, writeTemporary(disk, target, [bytes], { isVolatile: true }), target);
    return ok();
  } catch (error) {
    return err(diskFailure(error, 'replace', target));
  }
}

function renameOver(disk: Disk, temporary: string, target: string): void {
  try {
    try {
      disk.rename(temporary, target);
    } catch (error) {
      if (!moveFolderAside(disk, target)) throw error;
      disk.rename(temporary, target);
    }
  } catch (error) {
    discard(disk, temporary);
    throw error;
  }
}

/** Makes a folder, and those above it, each of them durable. */
export function makeDurableFolder(disk: Disk, folder: string): void {
  if (fs.existsSync(folder)) return;
  const above = path.dirname(folder);
  makeDurableFolder(disk, above);
  disk.mkdir(folder);
  const synced = syncFolder(disk, above);
  if (!synced.ok) throw synced.error.cause;
}

/** Makes the names in a folder durable. */
export function syncFolder(disk: Disk, folder: string): Result<void, Failure> {
  let fd: number | undefined;
  try {
    fd = disk.open(folder, fs.constants.O_RDONLY);
    disk.fsync(fd);
    return ok();
  } catch (error) {
    const errno = getErrno(error);
    if (errno === undefined) throw error;
    return err(failure('disk.unsure', { operation: 'fsync', errno }, { path: folder, cause: error }));
  } finally {
    if (fd !== undefined) closeQuietly(disk, fd);
  }
}

/** Removes a file; one that is not there is fine. */
export function removeFile(disk: Disk, target: string): Result<void, Failure> {
  try {
    disk.unlink(target);
    return ok();
  } catch (error) {
    return getErrno(error) === 'ENOENT' ? ok() : err(diskFailure(error, 'remove', target));
  }
}
