import fs from 'node:fs';
import path from 'node:path';
import type { Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { realDisk } from '../files/disk.ts';
import { diskFailure, getErrno } from '../files/disk-failure.ts';
import { makeFolder } from '../files/folder.ts';
import { replaceFile } from '../files/replace.ts';
import type { BindMount } from '../sandbox/bubblewrap.ts';

export interface NpmSeed {
  /** The person's cache, to be read. */
  readonly theirs: BindMount;
  /** Copies from it. */
  readonly line: string;
}

interface Seeding {
  /** The project, with its lock file. */
  readonly folder: string;
  /** A folder of ours that the line can read. */
  readonly scratch: string;
  readonly caches: readonly BindMount[];
}

const LOCKS = ['package-lock.json', 'npm-shrinkwrap.json'];
/** Where npm keeps packages, each named by the hash of its bytes: it believes none that has another. */
const CONTENT = 'content-v2';

/** How npm's own cache gets what the lock file names and the person's cache has; undefined where that is nothing. */
export function npmSeed({ folder, scratch, caches }: Seeding): Result<NpmSeed | undefined, Failure> {
  const npm = caches.find(({ at }) => path.basename(at) === '_cacache');
  if (npm === undefined) return ok(undefined);
  const missing = LOCKS.flatMap((name) => packagesIn(path.join(folder, name))).filter(
    (name) => isFile(path.join(npm.at, name)) && !isFile(path.join(npm.from, name)),
  );
  if (missing.length === 0) return ok(undefined);
  const [theirs, list] = [path.join(scratch, 'npm'), path.join(scratch, 'npm-list')];
  try {
    makeFolder(theirs);
  } catch (error) {
    return err(diskFailure(error, 'mkdir', theirs));
  }
  const listed = replaceFile(realDisk, list, Buffer.from(missing.map((name) => `${name}\n`).join('')));
  if (!listed.ok) return listed;
  const line = `tar -C ${quoted(theirs)} -cf - -T ${quoted(list)} | tar -C ${quoted(npm.at)} -xf -`;
  return ok({ theirs: { at: theirs, from: npm.at, writable: false }, line });
}

function isFile(place: string): boolean {
  return fs.statSync(place, { throwIfNoEntry: false })?.isFile() === true;
}

/** Each as the path of its bytes in a cache of npm's. */
function packagesIn(lock: string): string[] {
  const hashes = textOf(lock).matchAll(/"integrity":\s*"([^"]*)"/g);
  return Array.from(hashes, ([, integrity = '']) => integrity.split(' '))
    .flat()
    .flatMap((one) => {
      const [, algorithm, base64 = ''] = /^(sha\d{1,3})-([A-Za-z\d+/]+=*)$/.exec(one) ?? [];
      const hex = Buffer.from(base64, 'base64').toString('hex');
      if (algorithm === undefined) return [];
      return [[CONTENT, algorithm, hex.slice(0, 2), hex.slice(2, 4), hex.slice(4)].join('/')];
    });
}

function textOf(file: string): string {
  try {
    return fs.lstatSync(file).isFile() ? fs.readFileSync(file, 'utf8') : '';
  } catch (error) {
    if (getErrno(error) !== undefined) return '';
    throw error;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
