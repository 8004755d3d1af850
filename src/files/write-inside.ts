import fs from 'node:fs';
import path from 'node:path';

/**
 * Writes a new file below a folder that others filled: no link of theirs leads anywhere else. False: there is something
 * at its place, or in the way.
 */
export function writeInside(root: string, place: string, content: string): boolean {
  const parts = place.split('/');
  let folder = root;
  for (const part of parts.slice(0, -1)) {
    folder = path.join(folder, part);
    const found = fs.lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) fs.mkdirSync(folder);
    else if (!found.isDirectory()) return false;
  }
  const file = path.join(folder, parts.at(-1) ?? '');
  if (fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined) return false;
  fs.writeFileSync(file, content, { flag: 'wx' });
  return true;
}
