import { createHash } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { throwFailure, unwrap } from '../../base/failure.ts';
import { FileLock } from '../../files/lock.ts';
import { sweepTemporaries } from '../../files/temporary.ts';
import type { StepServices } from '../conductor/step.ts';
import { onDisk } from '../on-disk.ts';

type Delivering = Pick<StepServices, 'repository' | 'privateFolder' | 'disk' | 'onNotice'>;

/**
 * Does what changes a checkout of the person's, or a branch of theirs, while nobody else of Orchestral does: several
 * projects, runs and sessions of a repository may be finished at the same time. It takes a moment, and is waited for.
 */
export async function withDeliveryLock<T>(
  { repository, privateFolder, disk, onNotice }: Delivering,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const name = createHash('sha256').update(repository.commonDir).digest('hex').slice(0, 16);
  const file = path.join(privateFolder, 'repositories', `${name}.delivery.owner`);
  onDisk('mkdir', file, () => {
    disk.mkdir(path.dirname(file), 0o700);
    sweepTemporaries(disk, path.dirname(file));
  });
  const lock = new FileLock({ disk, path: file, command: 'deliver', onNotice });
  try {
    while (!unwrap(lock.tryTake())) {
      await pause(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
      if (signal?.aborted === true) throwFailure('work.cancelled', {});
    }
    return await work();
  } finally {
    lock.close();
  }
}

const LOOK_AGAIN_MS = 50;
