import fs from 'node:fs';
import path from 'node:path';
import { getErrno } from '../files/disk-failure.ts';
import type { Mount } from './mounts.ts';

/** Makes a place of the machine visible, by the name it is given and by its real one. Nothing, where it is not there. */
export function show(place: string, kind: 'read' | 'write' = 'read'): Mount[] {
  const real = realPlace(place);
  // What is to be written and cannot be reached has to fail the start.
  if (real === undefined || (kind === 'read' && !canReach(real))) return [];
  const mount: Mount = { kind, at: real, from: real };
  return real === path.resolve(place) ? [mount] : [...linksTo(place), mount];
}

/** While `work` asks, which waits for nothing, each place is looked at once. */
export function lookOnce<T>(work: () => T): T {
  const outer = seen;
  seen ??= { places: new Map(), open: new Map() };
  try {
    return work();
  } finally {
    seen = outer;
  }
}

let seen: { readonly places: Map<string, string | undefined>; readonly open: Map<string, boolean> } | undefined;

/** Undefined: nothing is there, or nobody may know. */
export function realPlace(place: string): string | undefined {
  if (seen === undefined) return findPlace(place);
  if (!seen.places.has(place)) seen.places.set(place, findPlace(place));
  return seen.places.get(place);
}

function findPlace(place: string): string | undefined {
  // To throw takes longer than to look, and most places are not there.
  if (!fs.existsSync(place)) return undefined;
  try {
    return fs.realpathSync.native(place);
  } catch (error) {
    if (getErrno(error) === undefined) throw error;
    return undefined;
  }
}

/** The links that lead to a place: inside, the same names lead to it. */
export function linksTo(place: string, rest = MOST_LINKS): Mount[] {
  const names = path.resolve(place).split('/').filter(Boolean);
  for (const [index] of names.entries()) {
    const at = `/${names.slice(0, index + 1).join('/')}`;
    const target = readLink(at);
    if (target === undefined) continue;
    const further = path.join(path.resolve(path.dirname(at), target), ...names.slice(index + 1));
    return rest === 0 ? [] : [{ kind: 'link', at, target }, ...linksTo(further, rest - 1)];
  }
  return [];
}

/** As many as the kernel follows. */
const MOST_LINKS = 40;

function readLink(place: string): string | undefined {
  try {
    return fs.readlinkSync(place);
  } catch (error) {
    if (getErrno(error) === undefined) throw error;
    return undefined;
  }
}

/** Root gives up its rights over others' files in the sandbox: what lies in a folder closed to it would fail the start. */
function canReach(real: string): boolean {
  if (process.getuid?.() !== 0) return true;
  for (let folder = path.dirname(real); folder !== '/'; folder = path.dirname(folder))
    if (!isOpen(folder)) return false;
  return true;
}

function isOpen(folder: string): boolean {
  const known = seen?.open.get(folder);
  if (known !== undefined) return known;
  const { uid, gid, mode } = fs.statSync(folder, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0, mode: 0 };
  const isSo = (mode & (uid === 0 ? 0o100 : gid === 0 ? 0o010 : 0o001)) !== 0;
  seen?.open.set(folder, isSo);
  return isSo;
}

export function isBelow(place: string, folder: string): boolean {
  const relative = path.relative(folder, place);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}
