import type { JobKind } from '../schema/fleet.ts';

/** What the keys of a fleet are called in Redis. */
export interface FleetPlaces {
  /** Of BullMQ's keys. */
  readonly prefix: string;
  /** Messages to the conductor of some work, or to a worker. */
  readonly mailbox: (to: string) => string;
  /** Ids of workers, and what each says of itself. */
  readonly workers: string;
  readonly report: (worker: string) => string;
}

export function fleetPlaces(fleet: string): FleetPlaces {
  const prefix = `orchestral:${fleet}`;
  return {
    prefix,
    mailbox: (to) => `${prefix}:mail:${to}`,
    workers: `${prefix}:workers`,
    report: (worker) => `${prefix}:worker:${worker}`,
  };
}

/** Jobs that any worker may take which takes those of the kind, or only those with a label. */
export function queueName(kind: JobKind, label?: string): string {
  const name = kind === 'step' ? 'jobs' : 'checks';
  return label === undefined ? name : `${name}-${label}`;
}
