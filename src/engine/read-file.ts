import fs from 'node:fs';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { getErrno } from '../files/disk-failure.ts';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = fs.constants;

interface ReadOptions {
  /** In bytes; more than this is not read at all. */
  readonly limit: number;
  /** A file the person named may be a link; one that was found may lead out of the project. */
  readonly followLinks: boolean;
}

/** The bytes of a regular file. Never waits (a FIFO would), never opens a device, never reads without bound. */
export function readRegularFile(file: string, { limit, followLinks }: ReadOptions): Result<Uint8Array, Failure> {
  let fd: number | undefined;
  try {
    const kind = kindOf(followLinks ? fs.statSync(file) : fs.lstatSync(file));
    if (kind !== 'file') return fail('file.not_regular', { kind }, { path: file });
    fd = fs.openSync(file, O_RDONLY | O_NONBLOCK | (followLinks ? 0 : O_NOFOLLOW));
    // It may have been exchanged since.
    const opened = fs.fstatSync(fd);
    if (!opened.isFile()) return fail('file.not_regular', { kind: kindOf(opened) }, { path: file });
    if (opened.size > limit) return fail('file.too_large', { size: opened.size, limit }, { path: file });
    const bytes = readAtMost(fd, limit + 1);
    // It may have grown, or be one of those files whose size the kernel does not tell.
    return bytes.length > limit ? fail('file.too_large', { size: bytes.length, limit }, { path: file }) : ok(bytes);
  } catch (cause) {
    const errno = getErrno(cause);
    if (errno === undefined) throw cause;
    if (errno === 'ENOENT') return fail('file.missing', {}, { path: file, cause });
    return fail('file.unreadable', { errno }, { path: file, cause });
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

function readAtMost(fd: number, most: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (let size = 0; size < most;) {
    const chunk = Buffer.allocUnsafe(Math.min(1 << 20, most - size));
    const read = fs.readSync(fd, chunk, 0, chunk.length, null);
    if (read === 0) break;
    chunks.push(chunk.subarray(0, read));
    size += read;
  }
  return Buffer.concat(chunks);
}

function kindOf(stat: fs.Stats): string {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'folder';
  if (stat.isSymbolicLink()) return 'symbolic link';
  if (stat.isFIFO()) return 'FIFO';
  return stat.isSocket() ? 'socket' : 'device';
}
