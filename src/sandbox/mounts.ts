import fs from 'node:fs';
import path from 'node:path';

/** Something at a place in the view of a sandboxed process. Places are absolute, and no part of them is a link. */
export type Mount =
  /** A file or folder of the machine. */
  | { readonly kind: 'read' | 'write'; readonly at: string; readonly from: string }
  /** A private folder, gone with the process, and how much fits into it. */
  | { readonly kind: 'private'; readonly at: string; readonly bytes: number; readonly mode: string }
  /** Hides a folder, or a file, of what is mounted around it. Where nothing is, nothing is hidden. */
  | { readonly kind: 'no folder' | 'no file'; readonly at: string }
  | { readonly kind: 'link'; readonly at: string; readonly target: string };

/**
 * The arguments of bubblewrap for mounts, parents first. Of several at one place the last counts. What is read-only inside
 * of what is writable stays where it is: every folder on the way to it is a mount, too, as only those cannot be renamed.
 */
export function mountArguments(mounts: readonly Mount[], { sized }: { readonly sized: boolean }): string[] {
  const all = new Map(mounts.map((mount) => [mount.at, mount]));
  const ordered = [...all.values()].toSorted((a, b) => depth(a.at) - depth(b.at));
  const kept = new Map<string, Mount>();
  for (const mount of ordered) {
    const around = nearest(kept, path.dirname(mount.at));
    if (isNeedless(mount, around)) continue;
    if (around?.kind === 'write') for (const between of foldersBetween(around, mount.at)) kept.set(between.at, between);
    kept.set(mount.at, mount);
  }
  const last = [...kept.values()].toSorted((a, b) => depth(a.at) - depth(b.at));
  return last.flatMap((mount) => argumentsFor(mount, sized));
}

function depth(place: string): number {
  return place === '/' ? 0 : place.split('/').length;
}

/** The mount that a place lies in. */
export function nearest(mounts: ReadonlyMap<string, Mount>, place: string): Mount | undefined {
  for (let at = place; at !== '/'; at = path.dirname(at)) {
    const found = mounts.get(at);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function isBind(mount: Mount | undefined): mount is Extract<Mount, { from: string }> {
  return mount?.kind === 'read' || mount?.kind === 'write';
}

/** Every mount makes each later one slower to set up. */
function isNeedless(mount: Mount, around: Mount | undefined): boolean {
  if (mount.kind === 'link') return isBind(around);
  if (mount.kind === 'no file' || mount.kind === 'no folder') return !isBind(around);
  if (!isBind(mount) || around?.kind !== mount.kind) return false;
  return isBind(around) && path.join(around.from, path.relative(around.at, mount.at)) === mount.from;
}

function foldersBetween(around: Mount, place: string): Mount[] {
  if (!isBind(around)) return [];
  const names = path.relative(around.at, path.dirname(place)).split('/').filter(Boolean);
  return names.map((_, index) => {
    const below = names.slice(0, index + 1).join('/');
    return { kind: 'write', at: path.join(around.at, below), from: path.join(around.from, below) };
  });
}

function argumentsFor(mount: Mount, sized: boolean): string[] {
  switch (mount.kind) {
    case 'read':
      return ['--ro-bind', mount.from, mount.at];
    case 'write':
      return ['--bind', mount.from, mount.at];
    case 'private':
      return [...(sized ? ['--size', `${mount.bytes}`] : []), '--perms', mount.mode, '--tmpfs', mount.at];
    case 'no folder':
      // What is written to it is lost; to make it read-only would take bubblewrap longer than all the rest of it.
      return [...(sized ? ['--size', '65536'] : []), '--perms', '0555', '--tmpfs', mount.at];
    case 'no file':
      return ['--ro-bind', '/dev/null', mount.at];
    case 'link':
      return ['--symlink', mount.target, mount.at];
  }
}

/** Hides what is at a place. */
export function hide(at: string): Mount {
  return { kind: isFolder(at) ? 'no folder' : 'no file', at };
}

function isFolder(place: string): boolean {
  return fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
}
