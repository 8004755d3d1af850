import type { Clock } from '../base/clock.ts';
import type { Disk } from '../files/disk.ts';

export interface RegistryOptions {
  /** Private to us (0700); made when the first process is recorded. */
  readonly folder: string;
  readonly disk: Disk;
  readonly clock: Clock;
}

export interface Registry {
  readonly folder: string;
}

export function openRegistry(options: RegistryOptions): Registry {
  return { folder: options.folder };
}
