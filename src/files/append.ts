import fs from 'node:fs';
import type { Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { type Disk, writeAll } from './disk.ts';
import { diskFailure } from './disk-failure.ts';
import { moveFolderAside } from './move-aside.ts';
import { removeFile } from './replace.ts';

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = fs.constants;

/** A file that grows at its end, for people to look at: not synced, so that a power cut may take its last part. */
export interface AppendFile {
  append(bytes: Uint8Array): Result<void, Failure>;
  close(): void;
}

/**
 * Begins such a file anew. Whatever had its name is removed, a folder moved aside, never written to: where agents may write, it could be a link
 * to something else.
 */
export function createAppendFile(disk: Disk, file: string): Result<AppendFile, Failure> {
  try {
    if (!moveFolderAside(disk, file)) {
      const removed = removeFile(disk, file);
      if (!removed.ok) return removed;
    }
    const fd = disk.open(file, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    return ok({
      append: (bytes) => {
        try {
          writeAll(disk, fd, bytes);
          return ok();
        } catch (error) {
          return err(diskFailure(error, 'append', file));
        }
      },
      close: () => disk.close(fd),
    });
  } catch (error) {
    return err(diskFailure(error, 'append', file));
  }
}
