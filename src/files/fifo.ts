import fs from 'node:fs';

/** Opens a named pipe to be read. It has no end: writing processes may come and go. */
export function openFifo(file: string): number {
  const fd = fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_NONBLOCK);
  if (fs.fstatSync(fd).isFIFO()) return fd;
  fs.closeSync(fd);
  throw new Error(`not a pipe: ${file}`);
}

/** What is in it now. */
export function readFifo(fd: number): Buffer {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.alloc(64 * 1024);
    const length = readSome(fd, chunk);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, length));
  }
}

function readSome(fd: number, into: Buffer): number {
  try {
    return fs.readSync(fd, into);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
    throw error;
  }
}
