import fs from 'node:fs';
import path from 'node:path';
import type { Git, Worktree } from '../git/git.ts';
import { lookOf } from './leftovers.ts';

/**
 * What was in a worktree when its checks had ended, and everything was as it should be. The next checks there need no look
 * before they begin: the one when they end tells, by the times of files, what was there before them.
 */
export interface SeenFiles {
  readonly tree: string;
  /** When each file of the tree last changed. */
  readonly times: FileTimes;
}

export type FileTimes = ReadonlyMap<string, number | null>;

const seen = new WeakMap<Git, Map<string, SeenFiles>>();

export function keepSeen(git: Git, { folder }: Worktree, files: SeenFiles): void {
  const known = seen.get(git) ?? new Map<string, SeenFiles>();
  seen.set(git, known.set(folder, files));
}

export function findSeen(git: Git, { folder }: Pick<Worktree, 'folder'>): SeenFiles | undefined {
  return seen.get(git)?.get(folder);
}

/** Before anything runs there. */
export function forgetSeen(git: Git, { folder }: Pick<Worktree, 'folder'>): void {
  seen.get(git)?.delete(folder);
}

export function readTimes(folder: string, files: Iterable<string>): FileTimes {
  return new Map(Array.from(files, (file) => [file, changeTime(`${folder}/${file}`)]));
}

/** When a file, or what is known of it, last changed; nobody can set it. Null: it is not there. */
export function changeTime(file: string): number | null {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.ctimeMs ?? null;
}

/** The clock of files moves in steps, and lags behind by up to one. */
const CLOCK_TICK_MS = 20;

export function isBefore(time: number | null | undefined, moment: Date): boolean {
  return time !== null && time !== undefined && time < moment.getTime() - CLOCK_TICK_MS;
}

/** Files of a worktree that are not of its tree, ignored or not, each with how it looks. Undefined: some cannot be named. */
export function listOthers(
  { folder }: Worktree,
  isTracked: (name: string) => boolean,
): Map<string, string> | undefined {
  const others = new Map<string, string>();
  const isNamed = (name: string): boolean => !name.includes('\u{fffd}');
  const walk = (below: string): boolean =>
    fs.readdirSync(path.join(folder, below), { withFileTypes: true }).every((entry) => {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (name === '.git') return true;
      if (!isNamed(name) || isTracked(name)) return isNamed(name);
      if (entry.isDirectory()) return walk(name);
      others.set(name, lookOf(path.join(folder, name)));
      return true;
    });
  return walk('') ? others : undefined;
}
