import fs from 'node:fs';
import path from 'node:path';
import type { Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Disk } from './disk.ts';
import { diskFailure } from './disk-failure.ts';
import { makeDurableFolder } from './replace.ts';
import { discard, temporaryName, writeTemporary } from './temporary.ts';

/** A file of the user's, as git knows files: `bytes` are the content, or where a link leads. */
export interface PutFile {
  readonly kind: 'file' | 'program' | 'link';
  readonly bytes: Uint8Array;
}

/**
 * Puts a file where it belongs in a folder of the user's, whole or not at all, in place of what was there. What they let
 * nobody read stays so. The caller has looked that no link is on the way, and makes the folder durable afterwards.
 */
export function putFile(disk: Disk, target: string, { kind, bytes }: PutFile): Result<void, Failure> {
  try {
    const folder = path.dirname(target);
    makeDurableFolder(disk, folder);
    // Its own name may be as long as names can be.
    const beside = path.join(folder, '.orchestral');
    const temporary =
      kind === 'link'
        ? makeLink(beside, bytes)
        : writeTemporary(disk, beside, [bytes], {
            mode: modeFor(kind, fs.lstatSync(target, { throwIfNoEntry: false })),
          });
    try {
      disk.rename(temporary, target);
    } catch (error) {
      discard(disk, temporary);
      throw error;
    }
    return ok();
  } catch (error) {
    return err(diskFailure(error, 'write', target));
  }
}

/** The process's umask takes from it what people want nobody to have. */
function modeFor(kind: 'file' | 'program', before: fs.Stats | undefined): number {
  const open = before?.isFile() === true ? before.mode & 0o666 : 0o666;
  return kind === 'program' ? open | ((open & 0o444) >> 2) : open;
}

function makeLink(beside: string, leadsTo: Uint8Array): string {
  const temporary = temporaryName(beside);
  fs.symlinkSync(Buffer.from(leadsTo), temporary);
  return temporary;
}
