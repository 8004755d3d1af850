import fs from 'node:fs';
import path from 'node:path';
import { isBelow, realPlace } from './visible-places.ts';
import { readLines } from './read-if-there.ts';

export interface GitPlaces {
  /** What git of a folder reads, and where it finds what makes it run programs. */
  readonly readOnly: readonly string[];
  /** Of these, what is not there: nobody may make it. */
  readonly absent: readonly string[];
}

const STEERING = ['config', 'config.worktree', 'hooks', 'info'];

/** A linked worktree has a file, and its repository elsewhere; a repository has a folder. */
export function gitPlaces(folder: string): GitPlaces {
  const dotGit = path.join(folder, '.git');
  const found = fs.lstatSync(dotGit, { throwIfNoEntry: false });
  if (found === undefined) return { readOnly: [], absent: [] };
  if (!found.isDirectory()) return { readOnly: [dotGit, ...repositoryOf(dotGit)], absent: [] };
  const places = STEERING.map((name) => path.join(dotGit, name));
  return {
    readOnly: places.filter((place) => fs.existsSync(place)),
    absent: ['hooks', 'info'].map((name) => path.join(dotGit, name)).filter((place) => !fs.existsSync(place)),
  };
}

/** The repository that a linked worktree belongs to, if it knows of it: a file alone may name anything. */
function repositoryOf(dotGit: string): string[] {
  const own = linkIn(dotGit, /^gitdir: (.+)/);
  if (own === undefined || linkIn(path.join(own, 'gitdir'), /^(.+)/) !== realPlace(dotGit)) return [];
  const common = linkIn(path.join(own, 'commondir'), /^(.+)/);
  if (common === undefined || !isBelow(own, common) || !isRepository(common)) return [own];
  const others = readLines(path.join(common, 'objects/info/alternates'));
  const stores = others.map((line) => path.resolve(common, 'objects', line)).filter(isObjectStore);
  return [common, ...stores];
}

function isRepository(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => fs.existsSync(path.join(folder, name)));
}

function isObjectStore(folder: string): boolean {
  return fs.existsSync(path.join(folder, 'pack')) && fs.existsSync(path.join(folder, 'info'));
}

/** The real place that the first line of a file names, relative to it. */
function linkIn(file: string, pattern: RegExp): string | undefined {
  const [, named] = pattern.exec(readLines(file)[0] ?? '') ?? [];
  return named === undefined ? undefined : realPlace(path.resolve(path.dirname(file), named));
}
