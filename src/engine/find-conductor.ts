import path from 'node:path';
import type { Holder } from '../base/failure.ts';
import { readLockHolder } from '../files/lock.ts';

/** The process that conducts what is logged in a folder, as far as anybody can tell from here; null when there is none. */
export function findConductor(folder: string, log = 'events.log'): Holder | null {
  const holder = readLockHolder(path.join(folder, `${log}.owner`));
  return holder?.life === 'dead' ? null : holder;
}

/** The same, as reports tell it. */
export function conductorOf(folder: string, log?: string): { readonly pid: number; readonly host: string } | null {
  const holder = findConductor(folder, log);
  return holder === null ? null : { pid: holder.pid, host: holder.host };
}
