import path from 'node:path';
import type { Holder } from '../base/failure.ts';
import { holderOf } from '../files/lock.ts';

/** The process that conducts a run, as far as anybody can tell from here; null when there is none. */
export function conductorOf(runFolder: string): Holder | null {
  const holder = holderOf(path.join(runFolder, 'events.log.owner'));
  return holder?.life === 'dead' ? null : holder;
}
