import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fail, type Failure, throwFailure, unwrap } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { FileLock, readLockHolder } from '../files/lock.ts';
import { sweepTemporaries } from '../files/temporary.ts';
import { openRepository } from '../git/repository.ts';
import type { CrossProcessLock } from './conductor/keyed-mutex.ts';
import type { OpenAuto } from './descriptors/auto.ts';
import { onDisk } from './on-disk.ts';
import { nameInRepository } from './repository-names.ts';

/**
 * Where an agent drives a graph itself, one process carries out one task, and several do at once. Each holds the lock of
 * its task: what is in flight without one was left by a process that died.
 */
export function takeTask(open: OpenAuto, id: string): Result<FileLock, Failure> {
  const lock = lockAt(open, id);
  const taken = takeOrClose(lock, lockFile(open, id));
  return taken.ok ? ok(lock) : taken;
}

/** One at a time looks what comes next; whoever comes second waits. */
export async function takeTurn(open: OpenAuto): Promise<FileLock> {
  const lock = lockAt(open, 'next');
  unwrap(await lock.take());
  return lock;
}

/** Each has its own turns; what is in the repository they share. One that is held by a living process is waited for. */
export function crossProcessLock(open: OpenAuto): CrossProcessLock {
  return async (thing, work, signal) => {
    const lock = lockAt(open, thing.replaceAll('/', '-'));
    try {
      while (!unwrap(lock.tryTake())) {
        await pause(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) throwFailure('work.cancelled', {});
      }
      return await work();
    } finally {
      lock.close();
    }
  };
}

const LOOK_AGAIN_MS = 50;

export function isTaken({ paths }: Pick<OpenAuto, 'paths'>, id: string): boolean {
  const holder = readLockHolder(lockFile({ paths }, id));
  return holder !== null && holder.life !== 'dead';
}

/** Nobody conducts all of a graph while somebody has one of its tasks. */
export function requireNoneTaken({ paths }: OpenAuto): void {
  const folder = path.dirname(paths.log);
  const mark = `${path.basename(paths.log)}.task-`;
  for (const name of fs.readdirSync(folder).filter((one) => one.startsWith(mark) && one.endsWith('.owner'))) {
    requireUnheld(path.join(folder, name));
  }
}

/** Nobody shares a graph with a process that conducts all of it. */
export function requireUnconducted({ paths }: OpenAuto): void {
  requireUnheld(`${paths.log}.owner`);
}

function requireUnheld(owner: string): void {
  const holder = readLockHolder(owner);
  if (holder !== null && holder.life !== 'dead') throwFailure('owner.held', { owner, holder }, { path: owner });
}

/**
 * Branches and worktrees are the repository's: of two checkouts of it, one is conducted at a time. Projects in folders of
 * it have names of their own.
 */
export async function ownRepository(open: OpenAuto): Promise<void> {
  const { shared, context, paths, held } = open;
  const repository = unwrap(await openRepository(shared.services.git, context.project.root));
  const shares = `${repository.commonDir}${nameInRepository(context.project, '')}`;
  const name = createHash('sha256').update(shares).digest('hex').slice(0, 16);
  const owner = path.join(paths.home, 'repositories', `${name}.owner`);
  const { disk } = shared.services;
  onDisk('mkdir', owner, () => {
    disk.mkdir(path.dirname(owner), 0o700);
    sweepTemporaries(disk, path.dirname(owner));
  });
  const lock = new FileLock({ disk, path: owner, command: 'auto', onNotice: () => undefined });
  unwrap(takeOrClose(lock, owner));
  held.push(lock);
}

function takeOrClose(lock: FileLock, owner: string): Result<void, Failure> {
  const taken = lock.tryTake();
  if (!taken.ok) return taken;
  if (taken.value) return ok();
  lock.close();
  return fail('owner.held', { owner, holder: readLockHolder(owner) }, { path: owner });
}

function lockAt(open: OpenAuto, id: string): FileLock {
  const { disk } = open.shared.services;
  const { onNotice } = open.context;
  return new FileLock({ disk, path: lockFile(open, id), command: `auto ${id}`, onNotice });
}

function lockFile({ paths }: Pick<OpenAuto, 'paths'>, id: string): string {
  return `${paths.log}.task-${id}.owner`;
}
