import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { err, ok, type Result } from '../base/result.ts';
import { type Failure, unwrap } from '../base/failure.ts';
import { diskFailure } from '../files/disk-failure.ts';
import { realDisk } from '../files/disk.ts';
import { discard, writeTemporary } from '../files/temporary.ts';
import type { Checkout } from './git.ts';

export interface NewObject {
  readonly type: 'blob' | 'tree' | 'commit';
  readonly content: Uint8Array;
  /** Any object of the repository: the length of its name tells how names are made there. */
  readonly like: string;
}

/**
 * Writes an object as git does: a compressed file of its own, synced, under the name that its content has. Starting git
 * takes longer. One that is there is written anew, so that none that was about to be collected is relied on.
 */
export function writeObject({ commonDir }: Checkout, { type, content, like }: NewObject): string {
  const header = Buffer.from(`${type} ${content.length}\0`);
  const id = createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(header)
    .update(content)
    .digest('hex');
  const objects = path.join(commonDir, 'objects');
  unwrap(place(objects, id, deflateSync(Buffer.concat([header, content]))));
  return id;
}

function place(objects: string, id: string, bytes: Uint8Array): Result<void, Failure> {
  const folder = path.join(objects, id.slice(0, 2));
  const file = path.join(folder, id.slice(2));
  try {
    // A repository that several people share has wider modes.
    const { mode } = fs.statSync(objects);
    if (!fs.existsSync(folder)) realDisk.mkdir(folder, mode & 0o7777);
    const temporary = writeTemporary(realDisk, path.join(objects, 'tmp_obj_orchestral'), [bytes], {
      mode: mode & 0o444,
    });
    try {
      realDisk.rename(temporary, file);
    } catch (error) {
      discard(realDisk, temporary);
      throw error;
    }
    return ok();
  } catch (error) {
    return err(diskFailure(error, 'write', file));
  }
}
