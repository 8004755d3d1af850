import { type JobKind, type WorkerMessage, workerMessages } from '../schema/fleet.ts';
import { type Letter, readMailboxes } from './mailbox.ts';
import type { Outbox } from './outbox.ts';
import type { Redis } from './packages.ts';
import type { FleetPlaces } from './places.ts';
import type { KnownWorkers } from './signing.ts';

/** What a worker says, who was let in. `discard`: a result stays in Redis until then. */
export interface Received {
  readonly from: string;
  readonly takes: JobKind;
  readonly message: WorkerMessage;
  readonly discard: () => void;
}

interface MailOptions {
  readonly owner: string;
  readonly places: FleetPlaces;
  readonly known: KnownWorkers;
  readonly outbox: Outbox;
  readonly signal: AbortSignal;
}

interface MailHandlers {
  readonly onMessage: (received: Received) => void;
  readonly onUnsigned: () => void;
}

/** What workers write to the conductor of some work. */
export class ConductorMail {
  readonly #options: MailOptions;
  /** Events first: those of a job come before its result. */
  readonly places: readonly string[];
  reading: Promise<void> = Promise.resolve();

  constructor(options: MailOptions) {
    const { owner, places } = options;
    this.#options = options;
    this.places = [places.mailbox(`${owner}:events`), places.mailbox(owner)];
  }

  /** Until the signal. */
  read(redis: Redis, handlers: MailHandlers): void {
    const { signal, outbox } = this.#options;
    this.reading = readMailboxes(redis, { places: this.places, signal }, (place, letters) => {
      const done = letters.filter((letter) => !this.#open(letter, place, handlers));
      outbox.discard(
        place,
        done.map(({ id }) => id),
      );
    });
  }

  /** Whether the letter is still needed. */
  #open({ id, message: letter }: Letter, place: string, { onMessage, onUnsigned }: MailHandlers): boolean {
    const { owner, known, outbox } = this.#options;
    const opened = known.open(letter, `owner/${owner}`);
    const messages = workerMessages.safeParse(opened?.value).data;
    if (opened === undefined || messages === undefined) {
      onUnsigned();
      return false;
    }
    const discard = (): void => outbox.discard(place, [id]);
    for (const message of messages) onMessage({ from: opened.worker, takes: opened.takes, message, discard });
    return messages.some(({ type }) => type === 'result');
  }
}
