import fs from 'node:fs';
import type { Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { diskFailure } from './disk-failure.ts';

export interface CopyFilesOptions {
  readonly from: string;
  /** Relative to `from`, and then to `into`; bytes where the name may not be UTF-8. */
  readonly paths: readonly (string | Buffer)[];
  readonly into: string;
  /** What the copy is called; absent: as the file. */
  readonly nameOf?: (path: string) => string;
}

/**
 * Makes `into` hold exactly these files. Links stay links and are never followed; what is not there is left out. For
 * copies that can be made again: nothing here waits for the disk.
 */
export async function copyFiles({
  from,
  paths,
  into,
  nameOf = (name) => name,
}: CopyFilesOptions): Promise<Result<void, Failure>> {
  try {
    await fs.promises.rm(into, { recursive: true, force: true });
    await fs.promises.mkdir(into, { recursive: true });
    for (const name of paths) await copyOne(joined(from, name), joined(into, renamed(name, nameOf)));
    return ok();
  } catch (error) {
    return err(diskFailure(error, 'copy', into));
  }
}

/** A name that is not UTF-8 stays as it is. */
function renamed(name: string | Buffer, nameOf: (name: string) => string): string | Buffer {
  const text = name.toString();
  return Buffer.from(text).equals(Buffer.from(name)) ? nameOf(text) : name;
}

function joined(folder: string, name: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)]);
}

async function copyOne(source: Buffer, target: Buffer): Promise<void> {
  const stat = fs.lstatSync(source, { throwIfNoEntry: false });
  if (stat === undefined || !(stat.isFile() || stat.isSymbolicLink())) return;
  await fs.promises.mkdir(target.subarray(0, target.lastIndexOf(0x2f)), { recursive: true });
  if (stat.isSymbolicLink()) await fs.promises.symlink(await fs.promises.readlink(source, 'buffer'), target);
  else await fs.promises.copyFile(source, target, fs.constants.COPYFILE_EXCL);
}
