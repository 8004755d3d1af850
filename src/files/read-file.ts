import fs from 'node:fs';
import { getErrno } from './disk-failure.ts';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = fs.constants;

/** The bytes of a file that is no link (ELOOP), and no FIFO to wait for. */
export function readFileItself(file: string): Buffer {
  const fd = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return fs.readFileSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** The same, of a regular file of at most so many bytes; undefined for anything else, and where there is nothing. */
export function readSmallFile(file: string, limit: number): Buffer | undefined {
  let fd: number;
  try {
    fd = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (getErrno(error) === undefined) throw error;
    return undefined;
  }
  try {
    if (!fs.fstatSync(fd).isFile()) return undefined;
    // It may grow while it is read.
    const bytes = Buffer.alloc(limit + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length <= limit; length += read)
      read = fs.readSync(fd, bytes, length, bytes.length - length, null);
    return length > limit ? undefined : bytes.subarray(0, length);
  } finally {
    fs.closeSync(fd);
  }
}
