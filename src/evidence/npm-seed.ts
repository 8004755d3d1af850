import fs from 'node:fs';
import path from 'node:path';
import { realDisk } from '../files/disk.ts';
import { getErrno } from '../files/disk-failure.ts';
import { makeFolder } from '../files/folder.ts';
import { nonce } from '../files/identity.ts';
import { replaceFile } from '../files/replace.ts';
import { quote } from '../languages/shell-words.ts';
import type { CheckContext } from './check-context.ts';

export interface NpmCopy {
  /** The project, with its lock file. */
  readonly folder: string;
  /** A folder of ours. */
  readonly scratch: string;
  /** Caches of npm's. */
  readonly from: string;
  readonly into: string;
}

const LOCKS = ['package-lock.json', 'npm-shrinkwrap.json'];

/** Copies the packages that the lock file names, each named by the hash of its bytes: npm believes none that has another. */
export async function copyNpmPackages(
  { spawner, env, effect, signal }: Pick<CheckContext, 'spawner' | 'env' | 'effect' | 'signal'>,
  { folder, scratch, from, into }: NpmCopy,
): Promise<void> {
  const missing = npmPackages(folder).filter((name) => isFile(path.join(from, name)) && !isFile(path.join(into, name)));
  if (missing.length === 0) return;
  const list = path.join(scratch, `npm-list-${nonce()}`);
  makeFolder(into);
  const listed = replaceFile(realDisk, list, Buffer.from(missing.map((name) => `${name}\n`).join('')));
  if (!listed.ok) return;
  const line = `tar -C ${quote(from)} -cf - -T ${quote(list)} | tar -C ${quote(into)} -xf -`;
  await spawner.run({ file: 'sh', args: ['-c', line], cwd: '/', env, effect, signal, limits: { wallMs: COPY_MS } });
}

const COPY_MS = 5 * 60_000;

/** What the lock file names, each as the path of its bytes in a cache of npm's. */
function npmPackages(folder: string): string[] {
  return LOCKS.flatMap((name) => packagesIn(path.join(folder, name)));
}

function isFile(place: string): boolean {
  return fs.statSync(place, { throwIfNoEntry: false })?.isFile() === true;
}

function packagesIn(lock: string): string[] {
  const hashes = textOf(lock).matchAll(/"integrity":\s*"([^"]*)"/g);
  return Array.from(hashes, ([, integrity = '']) => integrity.split(' '))
    .flat()
    .flatMap((one) => {
      const [, algorithm, base64 = ''] = /^(sha\d{1,3})-([A-Za-z\d+/]+=*)$/.exec(one) ?? [];
      const hex = Buffer.from(base64, 'base64').toString('hex');
      if (algorithm === undefined) return [];
      return [['content-v2', algorithm, hex.slice(0, 2), hex.slice(2, 4), hex.slice(4)].join('/')];
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
