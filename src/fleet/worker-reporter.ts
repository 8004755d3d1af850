import type { WorkerReport } from '../schema/fleet.ts';
import type { Redis } from './packages.ts';
import type { FleetPlaces } from './places.ts';
import type { WorkerIdentity } from './signing.ts';
import { removeReport, writeReport } from './worker-reports.ts';

const EVERY_MS = 3_000;
const RECENT_MS = 10 * 60_000;

/** What changes from one report to the next, and which message was the last that was read. */
interface WorkerMoment extends Pick<WorkerReport, 'state' | 'running'> {
  readonly readUntil: string;
}

interface ReporterOptions {
  readonly redis: Redis;
  readonly places: FleetPlaces;
  readonly identity: WorkerIdentity;
  readonly facts: Pick<WorkerReport, 'name' | 'version' | 'protocol' | 'labels' | 'concurrency'>;
  readonly moment: () => WorkerMoment;
}

/** Says every few seconds that a worker is there, and what it does. */
export class WorkerReporter {
  readonly #options: ReporterOptions;
  readonly #timer: NodeJS.Timeout;
  #done = 0;
  /** When steps ended, those of the last minutes: as `performance.now()`. */
  #recent: number[] = [];

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.report(), EVERY_MS);
  }

  countDone(): void {
    this.#done += 1;
    this.#recent.push(performance.now());
  }

  report(): void {
    const { redis, places, identity, facts, moment } = this.#options;
    const now = performance.now();
    this.#recent = this.#recent.filter((ended) => now - ended < RECENT_MS);
    // A report that is late is followed by the next one; while Redis is away they must not pile up.
    if (redis.status !== 'ready') return;
    const { readUntil, ...changing } = moment();
    const report = { id: identity.id, ...facts, ...changing, done: this.#done, recent: this.#recent.length };
    writeReport(redis, { places, identity, report, readUntil }).catch(() => undefined);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Its last word. */
  async remove(): Promise<void> {
    const { redis, places, identity } = this.#options;
    if (redis.status === 'ready') await removeReport(redis, places, identity.id).catch(() => undefined);
  }
}
