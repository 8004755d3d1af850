import { FLEET_PROTOCOL, type JobKind, type KnownReport } from '../schema/fleet.ts';
import type { Redis } from './packages.ts';
import type { FleetPlaces } from './places.ts';
import type { KnownWorkers } from './signing.ts';
import { readReports } from './worker-reports.ts';

/** Looks in a row that did not find a worker. */
const MISSED_LOOKS = 2;

/** Which workers are there, as far as is known. */
export class WorkerPresence {
  readonly #redis: Redis;
  readonly #reading: { readonly places: FleetPlaces; readonly known: KnownWorkers };
  readonly #missed = new Map<string, number>();
  #reports: readonly KnownReport[] = [];

  constructor(redis: Redis, reading: { readonly places: FleetPlaces; readonly known: KnownWorkers }) {
    this.#redis = redis;
    this.#reading = reading;
  }

  /** Ids of the jobs that each worker has who is there now. `wanted`: who is missed where they are not. */
  async look(wanted: Iterable<string>): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const found = await readReports(this.#redis, this.#reading);
    this.#reports = found;
    const there = new Map(found.map((report) => [report.id, new Set(report.running.map(({ job }) => job))]));
    for (const worker of new Set(wanted))
      this.#missed.set(worker, there.has(worker) ? 0 : (this.#missed.get(worker) ?? 0) + 1);
    return there;
  }

  /** One that is out of reach for a moment still counts. */
  isThere(worker: string): boolean {
    return (this.#missed.get(worker) ?? 0) < MISSED_LOOKS;
  }

  hasAny(kind: JobKind): boolean {
    return this.#reports.some(({ takes }) => takes === kind);
  }

  hasOthers(kind: JobKind, than: ReadonlySet<string>): boolean {
    return this.#reports.some(
      ({ id, takes, state }) => takes === kind && !than.has(id) && state !== 'draining' && state !== 'other_version',
    );
  }

  /** How many jobs of a kind workers can have at once. */
  capacity(kind: JobKind, label: string | undefined): number {
    const usable = this.#reports.filter(
      ({ takes, labels, protocol, state }) =>
        takes === kind &&
        protocol === FLEET_PROTOCOL &&
        (state === 'working' || state === 'limited') &&
        (label === undefined || labels.includes(label)),
    );
    return usable.reduce((sum, { concurrency }) => sum + concurrency, 0);
  }
}
