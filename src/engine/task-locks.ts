import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fail, failure, type Failure, unwrap } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { diskFailure } from '../files/disk-failure.ts';
import { FileLock, readLockHolder } from '../files/lock.ts';
import { sweepTemporaries } from '../files/temporary.ts';
import { openRepository } from '../git/repository.ts';
import type { OpenAuto } from './descriptors/auto.ts';
import type { CrossProcessLock } from './conductor/keyed-mutex.ts';

/**
 * Where an agent drives a graph itself, one process carries out one task, and several do at once. Each holds the lock of
 * its task: what is in flight without one was left by a process that died.
 */
export function takeTask(open: OpenAuto, id: string): Result<FileLock, Failure> {
  const lock = lockAt(open, id);
  const taken = lock.tryTake();
  if (!taken.ok) return taken;
  if (!taken.value) lock.close();
  const file = lockFile(open, id);
  return taken.value
    ? ok(lock)
    : err(failure('owner.held', { owner: file, holder: readLockHolder(file) }, { path: file }));
}

/** One at a time looks what comes next; whoever comes second waits. */
export async function takeTurn(open: OpenAuto): Promise<Result<FileLock, Failure>> {
  const lock = lockAt(open, 'next');
  const taken = await lock.take();
  return taken.ok ? ok(lock) : taken;
}

/** Each has its own turns; what is in the repository they share. One that is held by a living process is waited for. */
export function crossProcessLock(open: OpenAuto): CrossProcessLock {
  return async (thing, work, signal) => {
    const lock = lockAt(open, thing.replaceAll('/', '-'));
    try {
      while (!unwrap(lock.tryTake())) {
        await pause(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) unwrap(fail('work.cancelled', {}));
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
export function noneTaken({ paths }: OpenAuto): Result<void, Failure> {
  const folder = path.dirname(paths.log);
  const mark = `${path.basename(paths.log)}.task-`;
  for (const name of fs.readdirSync(folder).filter((one) => one.startsWith(mark) && one.endsWith('.owner'))) {
    const owner = path.join(folder, name);
    const holder = readLockHolder(owner);
    if (holder !== null && holder.life !== 'dead')
      return err(failure('owner.held', { owner, holder }, { path: owner }));
  }
  return ok();
}

/** Nobody shares a graph with a process that conducts all of it. */
export function notConducted({ paths }: OpenAuto): Result<void, Failure> {
  const owner = `${paths.log}.owner`;
  const holder = readLockHolder(owner);
  if (holder === null || holder.life === 'dead') return ok();
  return err(failure('owner.held', { owner, holder }, { path: owner }));
}

/** Branches and worktrees are the repository's: of two projects in it, one is conducted at a time. */
export async function ownRepository(open: OpenAuto): Promise<Result<void, Failure>> {
  const { shared, context, paths, held } = open;
  const repository = await openRepository(shared.services.git, context.project.root);
  if (!repository.ok) return repository;
  const name = createHash('sha256').update(repository.value.commonDir).digest('hex').slice(0, 16);
  const owner = path.join(paths.home, 'repositories', `${name}.owner`);
  const { disk } = shared.services;
  try {
    disk.mkdir(path.dirname(owner), 0o700);
    sweepTemporaries(disk, path.dirname(owner));
  } catch (error) {
    return err(diskFailure(error, 'mkdir', owner));
  }
  const lock = new FileLock({ disk, path: owner, command: 'auto', onNotice: () => undefined });
  const taken = lock.tryTake();
  if (!taken.ok) return taken;
  if (!taken.value) {
    lock.close();
    return err(failure('owner.held', { owner, holder: readLockHolder(owner) }, { path: owner }));
  }
  held.push(lock);
  return ok();
}

function lockAt(open: OpenAuto, id: string): FileLock {
  const { disk } = open.shared.services;
  const { onNotice } = open.context;
  return new FileLock({ disk, path: lockFile(open, id), command: `auto ${id}`, onNotice });
}

function lockFile({ paths }: Pick<OpenAuto, 'paths'>, id: string): string {
  return `${paths.log}.task-${id}.owner`;
}
