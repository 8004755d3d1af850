import fs from 'node:fs';
import path from 'node:path';
import { failure, type Failure } from '../base/failure.ts';

/** What a failed system call means to a person: full, not allowed, or broken. Anything without an errno is a bug. */
export function diskFailure(error: unknown, operation: string, file: string): Failure {
  const errno = getErrno(error);
  if (errno === undefined) throw error;
  const about = { path: file, cause: error };
  if (errno === 'ENOSPC' || errno === 'EDQUOT') return failure('disk.full', freeSpaceAt(file), about);
  if (errno === 'EROFS' || errno === 'EACCES' || errno === 'EPERM') return failure('disk.refused', { errno }, about);
  return failure('disk.failed', { operation, errno }, about);
}

export function getErrno(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Bytes that are left where a file lies, or would lie. */
export function freeSpaceAt(file: string): { mount: string; free: number } {
  let folder = path.dirname(file);
  // The folder itself may be what could not be made.
  while (!fs.existsSync(folder)) folder = path.dirname(folder);
  try {
    const { bavail, bsize, blocks } = fs.statfsSync(folder);
    // Some file systems have no size at all: they are not full, whatever else they refuse.
    return { mount: mountOf(folder), free: blocks === 0 ? Infinity : bavail * bsize };
  } catch {
    return { mount: folder, free: 0 };
  }
}

/** The topmost folder on the same device. */
function mountOf(folder: string): string {
  const device = fs.statSync(folder).dev;
  let mount = folder;
  for (let up = path.dirname(mount); up !== mount && fs.statSync(up).dev === device; up = path.dirname(mount))
    mount = up;
  return mount;
}
