import fs from 'node:fs';
import path from 'node:path';
import type { Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { diskFailure } from './disk-failure.ts';

export interface CopyFilesOptions {
  readonly from: string;
  /** Relative to `from`, and then to `into`. */
  readonly paths: readonly string[];
  readonly into: string;
}

/**
 * Makes `into` hold exactly these files. Links stay links and are never followed; what is not there is left out. For
 * copies that can be made again: nothing here waits for the disk.
 */
export async function copyFiles({ from, paths, into }: CopyFilesOptions): Promise<Result<void, Failure>> {
  try {
    await fs.promises.rm(into, { recursive: true, force: true });
    await fs.promises.mkdir(into, { recursive: true });
    for (const name of paths) await copyOne(path.join(from, name), path.join(into, name));
    return ok();
  } catch (error) {
    return err(diskFailure(error, 'copy', into));
  }
}

async function copyOne(source: string, target: string): Promise<void> {
  const stat = fs.lstatSync(source, { throwIfNoEntry: false });
  if (stat === undefined || !(stat.isFile() || stat.isSymbolicLink())) return;
  await fs.promises.mkdir(path.dirname(target), { recursive: true });
  if (stat.isSymbolicLink()) await fs.promises.symlink(await fs.promises.readlink(source), target);
  else await fs.promises.copyFile(source, target, fs.constants.COPYFILE_EXCL);
}
