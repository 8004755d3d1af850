import fs from 'node:fs';

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
