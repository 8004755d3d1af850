import type { StreamEvent } from '../schema/api/event-stream.ts';

type Changed = Extract<StreamEvent, { kind: 'changed' }>;

/** Of one log more than this many a second come as one. */
const MOST_A_SECOND = 20;
const GATHER_MS = 200;

interface Bucket {
  left: number;
  filledAt: number;
  pending: Changed | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Lets single events through at once, and makes one of those that come faster than anybody can look. None is dropped. */
export class Coalescer {
  readonly #buckets = new Map<string, Bucket>();
  readonly #tell: (event: Changed) => void;
  readonly #now: () => number;

  constructor(tell: (event: Changed) => void, now: () => number) {
    this.#tell = tell;
    this.#now = now;
  }

  add(event: Changed): void {
    const key = `${event.project} ${event.workflow} ${event.id}`;
    const bucket = this.#buckets.get(key) ?? newBucket(this.#now());
    this.#buckets.set(key, bucket);
    this.#fill(bucket);
    if (bucket.pending === undefined && bucket.left >= 1) {
      bucket.left -= 1;
      this.#tell(event);
      return;
    }
    bucket.pending = bucket.pending === undefined ? event : merge(bucket.pending, event);
    bucket.timer ??= setTimeout(() => flush(bucket, this.#tell), GATHER_MS);
  }

  close(): void {
    for (const { timer } of this.#buckets.values()) clearTimeout(timer);
    this.#buckets.clear();
  }

  #fill(bucket: Bucket): void {
    const now = this.#now();
    bucket.left = Math.min(MOST_A_SECOND, bucket.left + ((now - bucket.filledAt) / 1000) * MOST_A_SECOND);
    bucket.filledAt = now;
  }
}

function newBucket(now: number): Bucket {
  return { left: MOST_A_SECOND, filledAt: now, pending: undefined, timer: undefined };
}

function flush(bucket: Bucket, tell: (event: Changed) => void): void {
  const { pending } = bucket;
  bucket.timer = undefined;
  bucket.pending = undefined;
  if (pending !== undefined) tell(pending);
}

function merge(before: Changed, event: Changed): Changed {
  const types = [...new Set([...before.types, ...event.types])];
  return { ...event, types, count: before.count + event.count };
}
