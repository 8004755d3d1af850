import path from 'node:path';
import { type Holder, throwFailure, unwrap } from '../../base/failure.ts';
import { realDisk } from '../../files/disk.ts';
import { FileLock, readLockHolder, readLockStamp } from '../../files/lock.ts';
import { removeFile } from '../../files/replace.ts';
import { leadsToDocuments } from '../../schema/places.ts';
import { entriesIn } from '../on-disk.ts';
import type { Project } from '../project.ts';

export interface LockFile {
  readonly path: string;
  /** An owner performs a workflow for as long as it lives; a lock is held for milliseconds. */
  readonly kind: 'lock' | 'owner';
  /** Null: the file does not say. */
  readonly holder: Holder | null;
  /** Differs from that of any lock that takes its place. */
  readonly stamp: string;
}

/** Every lock of a project, with who holds it. */
export function findLocks({ root }: Project): LockFile[] {
  return [...locksIn(root, '.claude'), ...locksIn(root, '.orchestral')];
}

/**
 * Removes a lock that was shown to the person, unless it is another one by now. A living holder keeps its lock,
 * whatever is asked.
 */
export function removeLock({ path: lock, holder, stamp }: LockFile): void {
  const now = readLockHolder(lock);
  if (holder?.life === 'dead') return breakDead(lock);
  if (now?.life === 'alive' || readLockStamp(lock) !== stamp) throwFailure('lock.held', { lock, holder: now });
  unwrap(removeFile(realDisk, lock));
}

/** By taking it, so that of two who remove the same dead lock none removes what a third has taken meanwhile. */
function breakDead(lock: string): void {
  const own = new FileLock({ disk: realDisk, path: lock, command: 'unlock', onNotice: () => undefined });
  try {
    if (!unwrap(own.tryTake())) throwFailure('lock.held', { lock, holder: readLockHolder(lock) });
  } finally {
    own.close();
  }
}

function locksIn(root: string, place: string): LockFile[] {
  return entriesIn(path.join(root, place)).flatMap((entry) => {
    const inside = `${place}/${entry.name}`;
    if (entry.isDirectory()) return leadsToDocuments(inside) ? locksIn(root, inside) : [];
    const [, ending] = /\.(lock|owner|breaker)$/.exec(entry.name) ?? [];
    if (ending === undefined) return [];
    const file = path.join(root, inside);
    const kind = ending === 'owner' ? 'owner' : 'lock';
    return [{ path: file, kind, holder: readLockHolder(file), stamp: readLockStamp(file) }] as const;
  });
}
