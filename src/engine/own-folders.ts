import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { getErrno } from '../files/disk-failure.ts';
import { isInside } from '../files/inside.ts';

/** Folders of ours in a project, and how many levels of folders below them are looked at. */
const OWN = [
  ['.orchestral', 1],
  ['.orchestral/runs', 1],
  ['.claude', 0],
  ['.claude/orchestrator', 2],
  ['.claude/orchestrator/sessions', 2],
] as const;

/** A repository may bring a link in place of a folder of ours: everything would be read and written elsewhere. */
export function requireOwnFolders(root: string): Result<void, Failure> {
  for (const [name, levels] of OWN) {
    const place = path.join(root, name);
    try {
      const link = linkOut(root, place, levels);
      if (link !== undefined) return fail('project.link_leaves', { link: path.relative(root, link) }, { path: link });
    } catch (cause) {
      const errno = getErrno(cause);
      if (errno === undefined) throw cause;
      return fail('file.unreadable', { errno }, { path: place, cause });
    }
  }
  return ok();
}

/** The first link at or below a place that leads out of the project, or nowhere. */
function linkOut(root: string, place: string, levels: number): string | undefined {
  const found = lstat(place);
  if (found?.isSymbolicLink() === true) return leadsInside(root, place) ? undefined : place;
  if (found?.isDirectory() !== true || levels === 0) return undefined;
  for (const entry of fs.readdirSync(place, { withFileTypes: true })) {
    const below = `${place}/${entry.name}`;
    if (entry.isSymbolicLink() && !leadsInside(root, below)) return below;
    const deeper = entry.isDirectory() && levels > 1 ? linkOut(root, below, levels - 1) : undefined;
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

/** Undefined where it cannot be looked at, below a file say: whoever needs it says what is wrong. */
function lstat(place: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(place, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Whether what a path of the project leads to lies in the project, too. */
export function leadsInside(root: string, place: string): boolean {
  try {
    return isInside(fs.realpathSync(place), root);
  } catch {
    return false;
  }
}
