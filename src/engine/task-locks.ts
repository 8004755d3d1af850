import fs from 'node:fs';
import path from 'node:path';
import { failure, type Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { FileLock, holderOf } from '../files/lock.ts';
import type { OpenAuto } from './open-auto.ts';

/**
 * Where an agent drives a graph itself, one process carries out one task, and several do at once. Each holds the lock of
 * its task: what is in flight without one was left by a process that died.
 */
export function takeTask(open: OpenAuto, id: string): Result<FileLock, Failure> {
  const lock = lockAt(open, id);
  const taken = lock.tryTake();
  if (!taken.ok) return taken;
  const file = lockFile(open, id);
  return taken.value ? ok(lock) : err(failure('owner.held', { owner: file, holder: holderOf(file) }, { path: file }));
}

/** One at a time looks what comes next; whoever comes second waits. */
export async function takeTurn(open: OpenAuto): Promise<Result<FileLock, Failure>> {
  const lock = lockAt(open, 'next');
  const taken = await lock.take();
  return taken.ok ? ok(lock) : taken;
}

export function isTaken(open: OpenAuto, id: string): boolean {
  const holder = holderOf(lockFile(open, id));
  return holder !== null && holder.life !== 'dead';
}

/** Nobody conducts all of a graph while somebody has one of its tasks. */
export function noneTaken({ place }: OpenAuto): Result<void, Failure> {
  const folder = path.dirname(place.log);
  const mark = `${path.basename(place.log)}.task-`;
  for (const name of fs.readdirSync(folder).filter((one) => one.startsWith(mark) && one.endsWith('.owner'))) {
    const owner = path.join(folder, name);
    const holder = holderOf(owner);
    if (holder !== null && holder.life !== 'dead')
      return err(failure('owner.held', { owner, holder }, { path: owner }));
  }
  return ok();
}

/** Nobody shares a graph with a process that conducts all of it. */
export function notConducted({ place }: OpenAuto): Result<void, Failure> {
  const owner = `${place.log}.owner`;
  const holder = holderOf(owner);
  if (holder === null || holder.life === 'dead') return ok();
  return err(failure('owner.held', { owner, holder }, { path: owner }));
}

function lockAt(open: OpenAuto, id: string): FileLock {
  const { disk } = open.tooling.tools;
  const { onNotice } = open.tools;
  return new FileLock({ disk, path: lockFile(open, id), command: `auto ${id}`, onNotice });
}

function lockFile({ place }: OpenAuto, id: string): string {
  return `${place.log}.task-${id}.owner`;
}
