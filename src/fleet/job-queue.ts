import type { FleetConnection } from './connect.ts';
import type { JobKind } from '../schema/fleet.ts';
import type { ConductorKey } from './keys.ts';
import type { OpenJob } from './open-job.ts';
import type { Queue } from './packages.ts';
import { fleetPlaces, queueName } from './places.ts';
import { signJob } from './signing.ts';

/** After this long a job that nobody claimed is put into the queue again: Redis may have lost it. */
const UNCLAIMED_MS = 30_000;
const AFTER_REFUSAL_MS = 1_000;

interface JobQueueOptions {
  readonly kind: JobKind;
  readonly label: string | undefined;
  /** Whether a job that was added is still to be put there. */
  readonly isOpen: (open: OpenJob) => boolean;
}

/** Puts jobs of one kind of a conductor where workers find them, several with one write to Redis. */
export class JobQueue {
  readonly #queue: Queue;
  readonly #key: ConductorKey;
  readonly #isOpen: JobQueueOptions['isOpen'];
  #added: OpenJob[] = [];

  constructor({ packages, redis }: FleetConnection, key: ConductorKey, { kind, label, isOpen }: JobQueueOptions) {
    this.#key = key;
    this.#isOpen = isOpen;
    this.#queue = new packages.Queue(queueName(kind, label), {
      connection: redis,
      prefix: fleetPlaces(key.fleet).prefix,
      streams: { events: { maxLen: 100 } },
    });
    // What the connection says is heard where it was opened.
    this.#queue.on('error', () => undefined);
  }

  add(open: OpenJob): void {
    open.queuedAt = performance.now();
    open.queueAgainAt = open.queuedAt + UNCLAIMED_MS;
    if (this.#added.push(open) === 1) setImmediate(() => this.#write());
  }

  #write(): void {
    const added = this.#added.filter(this.#isOpen);
    this.#added = [];
    const jobs = added.map(({ job }) => ({
      name: 'step',
      data: signJob(this.#key, job),
      opts: { jobId: job.id, removeOnComplete: true, removeOnFail: true },
    }));
    // Where Redis is away the commands wait; where it refuses, the jobs are put there again later.
    this.#queue.addBulk(jobs).catch(() => {
      for (const open of added) open.queueAgainAt = performance.now() + AFTER_REFUSAL_MS;
    });
  }

  /** One that a worker has already stays with it: its claim is refused. */
  remove(id: string): void {
    this.#queue.remove(id).catch(() => undefined);
  }
}
