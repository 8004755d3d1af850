import path from 'node:path';
import type { Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Disk } from '../files/disk.ts';
import { diskFailure, getErrno } from '../files/disk-failure.ts';
import { FileLock } from '../files/lock.ts';
import { readFileItself } from '../files/read-file.ts';
import { replaceFile } from '../files/replace.ts';
import type { OnNotice } from '../schema/notice.ts';

export interface UpdateFileOptions {
  readonly disk: Disk;
  readonly command: string;
  readonly onNotice: OnNotice;
}

/** Undefined: before, there is no such file yet; after, it is to be left as it is. */
export type UpdateContent = (before: Uint8Array | undefined) => Result<Uint8Array | undefined, Failure>;

/** Reads, changes and replaces a file that several processes change, with its lock held; a failed change writes nothing. */
export async function updateFile(
  file: string,
  options: UpdateFileOptions,
  change: UpdateContent,
): Promise<Result<void, Failure>> {
  const { disk } = options;
  const lock = new FileLock({ ...options, path: `${file}.lock` });
  try {
    disk.mkdir(path.dirname(file), 0o700);
    const taken = await lock.take();
    if (!taken.ok) return taken;
    const after = change(read(file));
    if (!after.ok) return after;
    return after.value === undefined ? ok() : replaceFile(disk, file, after.value);
  } catch (error) {
    return err(diskFailure(error, 'change', file));
  } finally {
    lock.close();
  }
}

function read(file: string): Uint8Array | undefined {
  try {
    return readFileItself(file);
  } catch (error) {
    if (getErrno(error) === 'ENOENT') return undefined;
    throw error;
  }
}
