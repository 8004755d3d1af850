import fs from 'node:fs';
import path from 'node:path';
import { getErrno } from './disk-failure.ts';
import { makeFolder, openFolder } from './folder.ts';
import { type HeldFolder, holdFolder } from './held-folder.ts';
import { nonce } from './identity.ts';

export interface SweepOptions {
  /** Files, and folders with all that is in them. `*` stands for any part of a name. All else goes. */
  readonly kept: readonly string[];
  /** Names at the top that stay besides. */
  readonly isHeld: (name: string) => boolean;
  /**
   * Where it goes to, on the same disk. Programs may be running that put links in our way: nothing is removed here, and
   * nothing is moved by a name that a link could lead elsewhere.
   */
  readonly aside: string;
  /** Nobody else is at work in it: what lacks the rights to be moved is given them. */
  readonly isAlone: boolean;
}

/** Leaves in a folder that others write what is to be kept, and that only where it is a file or a folder itself. */
export function sweepFolder(folder: string, options: SweepOptions): void {
  makeFolder(options.aside);
  openFolder(folder);
  sweep(folder, '', options);
}

function sweep(folder: string, below: string, options: SweepOptions): void {
  const held = hold(folder, options);
  if (held === undefined) return;
  try {
    for (const entry of fs.readdirSync(held.path, { withFileTypes: true, encoding: 'buffer' })) {
      const name = entry.name.toString();
      const inside = path.posix.join(below, name);
      if (below === '' && options.isHeld(name)) continue;
      const isFolder = entry.isDirectory();
      const place = path.join(held.path, name);
      if (isFolder && options.isAlone) openFolder(place);
      const fate = isFolder || entry.isFile() ? fateOf(inside, options.kept) : 'goes';
      if (fate === 'within' && isFolder) sweep(place, inside, options);
      else if (fate !== 'stays') moveAway(Buffer.concat([Buffer.from(`${held.path}/`), entry.name]), options);
    }
  } finally {
    held.close();
  }
}

function hold(folder: string, { isAlone }: SweepOptions): HeldFolder | undefined {
  try {
    return holdFolder(folder, null);
  } catch (error) {
    if (isAlone || getErrno(error) !== 'EACCES') throw error;
    return undefined;
  }
}

/** `within`: something in it may stay. */
function fateOf(inside: string, kept: readonly string[]): 'stays' | 'within' | 'goes' {
  const names = inside.split('/');
  const fates = kept.map((pattern) => {
    const parts = pattern.split('/');
    if (!names.every((name, index) => matches(name, parts[index]))) return 'goes';
    return names.length === parts.length ? 'stays' : 'within';
  });
  return fates.find((fate) => fate === 'stays') ?? fates.find((fate) => fate === 'within') ?? 'goes';
}

function matches(name: string, part: string | undefined): boolean {
  if (part === undefined) return false;
  const [start = '', ...rest] = part.split('*');
  const end = rest.at(-1);
  if (end === undefined) return name === part;
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}

function moveAway(entry: Buffer, { aside, isAlone }: SweepOptions): void {
  try {
    fs.renameSync(entry, path.join(aside, nonce()));
  } catch (error) {
    // Whoever made it removed it, or keeps it closed for as long as they are there.
    const expected = isAlone ? ['ENOENT'] : ['ENOENT', 'EACCES', 'EPERM', 'EBUSY'];
    if (!expected.includes(getErrno(error) ?? '')) throw error;
  }
}
