import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { getErrno } from '../files/disk-failure.ts';

/** A file as a tree of git's names it. */
export interface GitFile {
  /** 100644, 100755, 120000 (link). */
  readonly mode: string;
  readonly object: string;
}

/**
 * What stands at a path in a folder: a file as git would name it, nothing, a folder, or something that we cannot
 * read or git has no name for. `behind`: a file or link is on the way there.
 */
export type PathEntry =
  | { readonly kind: 'file'; readonly file: GitFile }
  | { readonly kind: 'nothing' | 'folder' | 'other' }
  | { readonly kind: 'behind'; readonly name: string };

export function readPathEntry(root: string, name: string): PathEntry {
  try {
    const parts = name.split('/');
    for (let n = 1; n < parts.length; n++) {
      const above = parts.slice(0, n).join('/');
      if (!fs.lstatSync(path.join(root, above)).isDirectory()) return { kind: 'behind', name: above };
    }
    return readFileEntry(path.join(root, name));
  } catch (error) {
    const errno = getErrno(error);
    if (errno === undefined) throw error;
    return { kind: errno === 'ENOENT' ? 'nothing' : 'other' };
  }
}

function readFileEntry(file: string): PathEntry {
  const stat = fs.lstatSync(file);
  if (stat.isDirectory()) return { kind: 'folder' };
  if (stat.isSymbolicLink())
    return { kind: 'file', file: { mode: '120000', object: hashBlob(fs.readlinkSync(file, 'buffer')) } };
  if (!stat.isFile()) return { kind: 'other' };
  const mode = (stat.mode & 0o100) === 0 ? '100644' : '100755';
  return { kind: 'file', file: { mode, object: hashBlob(fs.readFileSync(file)) } };
}

export function isSameFile(one: GitFile, other: GitFile): boolean {
  return one.mode === other.mode && one.object === other.object;
}

/** The name that git gives to this content, where nothing is converted. */
function hashBlob(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}
