import fs from 'node:fs';
import path from 'node:path';
import { realDisk, writeAll } from '../files/disk.ts';
import { getErrno } from '../files/disk-failure.ts';

const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_TRUNC, O_WRONLY } = fs.constants;

/*
 * Changes files as an agent does: in place, so that an overwritten script stays executable, and only below the folder,
 * links resolved. Both functions return the reason when they refuse.
 */

export function editFile(folder: string, name: string, content: string): string | undefined {
  return change(() => {
    const file = resolveBelow(folder, name.split('/'));
    if (file === undefined) return OUTSIDE;
    realDisk.mkdir(path.dirname(file));
    // O_NONBLOCK: opening a pipe without a reader would block forever.
    const fd = realDisk.open(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o666);
    try {
      writeAll(realDisk, fd, Buffer.from(content));
    } finally {
      realDisk.close(fd);
    }
    return undefined;
  });
}

/** Deletes a link, not its target. */
export function deleteFile(folder: string, name: string): string | undefined {
  return change(() => {
    const parts = name.split('/');
    const parent = resolveBelow(folder, parts.slice(0, -1));
    const last = parts.at(-1) ?? '';
    if (parent === undefined || !isName(last)) return OUTSIDE;
    realDisk.unlink(path.join(parent, last));
    return undefined;
  });
}

const OUTSIDE = 'outside the folder';

function change(make: () => string | undefined): string | undefined {
  try {
    return make();
  } catch (error) {
    const errno = getErrno(error);
    if (errno === undefined) throw error;
    return errno;
  }
}

/** Where these names lead from the folder, links followed; undefined when that is not below it. */
function resolveBelow(folder: string, names: readonly string[]): string | undefined {
  const root = fs.realpathSync(folder);
  let place = root;
  for (const name of names) {
    if (!isName(name)) return undefined;
    place = path.join(place, name);
    if (fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true) place = fs.realpathSync(place);
    if (place !== root && !place.startsWith(root + path.sep)) return undefined;
  }
  return place;
}

function isName(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..';
}
