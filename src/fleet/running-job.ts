import type { ConductorMessage, FleetJob, JobResult, WorkerMessage, WorkerReport } from '../schema/fleet.ts';
import { EventBatch } from './event-batch.ts';
import type { WorkerOutbox } from './worker-outbox.ts';

/** What whoever carries out a job has to do with the conductor meanwhile. */
export interface JobLink {
  /** The conductor does not want it any more, or this worker ends. */
  readonly signal: AbortSignal;
  /** Names this attempt of this worker. */
  readonly grant: string;
  readonly onEvent: (event: unknown) => void;
  readonly check: (value: unknown) => Promise<Checked>;
  readonly extraMs: () => number;
}

export type Checked = Pick<Extract<ConductorMessage, { type: 'checked' }>, 'is_answer' | 'problems'>;

/** `pauseMs`: nothing else is begun here for so long. */
export interface Performed {
  readonly result: JobResult;
  readonly pauseMs?: number | undefined;
}

/** A job that was granted to this worker: what it tells the conductor, and what it is told. */
export class RunningJob {
  readonly job: FleetJob;
  readonly grant: string;
  readonly #outbox: WorkerOutbox;
  readonly #began = performance.now();
  readonly #abort = new AbortController();
  readonly #checks = new Map<number, (checked: Checked) => void>();
  readonly #events: EventBatch;
  #seq = 0;
  #extraMs = 0;
  /** Its result may still be on its way to Redis. */
  isPerformed = false;

  constructor(job: FleetJob, grant: string, outbox: WorkerOutbox) {
    this.job = job;
    this.grant = grant;
    this.#outbox = outbox;
    this.#events = new EventBatch((events) => {
      const message: WorkerMessage = { type: 'events', job: job.id, grant, seq: this.#seq++, events: [...events] };
      return outbox.sendEvents(job.owner, message);
    });
  }

  /** `sent` resolves once the result is in Redis. */
  async perform(
    perform: (link: JobLink) => Promise<JobResult>,
  ): Promise<{ readonly result: JobResult; readonly sent: Promise<void> }> {
    const { job, grant } = this;
    try {
      const result = await perform({
        signal: this.#abort.signal,
        grant,
        onEvent: (event) => this.#events.add(event),
        extraMs: () => this.#extraMs,
        check: (value) => this.#check(value),
      });
      const events = [...(await this.#events.close())];
      // Nobody waits for what was cancelled.
      if (this.#abort.signal.aborted) return { result, sent: Promise.resolve() };
      const message: WorkerMessage = { type: 'result', job: job.id, grant, seq: this.#seq, events, result };
      return { result, sent: this.#outbox.sendResult(job.owner, message) };
    } finally {
      this.isPerformed = true;
    }
  }

  #check(value: unknown): Promise<Checked> {
    const { job, grant } = this;
    const seq = this.#checks.size;
    return new Promise((resolve) => {
      this.#checks.set(seq, resolve);
      this.#abort.signal.addEventListener('abort', () => resolve({ is_answer: true, problems: [] }), { once: true });
      void this.#outbox.send(job.owner, { type: 'check', job: job.id, grant, seq, value });
    });
  }

  handle(said: Extract<ConductorMessage, { type: 'cancel' | 'extend' | 'checked' }>): void {
    if (said.type === 'cancel') this.#abort.abort();
    else if (said.type === 'extend') this.#extraMs = said.ms;
    else this.#checks.get(said.seq)?.(said);
  }

  report(): WorkerReport['running'][number] {
    const { id, owner, effect } = this.job;
    return { job: id, owner, effect, seconds: Math.round((performance.now() - this.#began) / 1000) };
  }
}
