import type { Clock } from '../base/clock.ts';
import type { Context } from './context.ts';
import { jsonLine } from './terminal/visible.ts';

/** Tells what happens to what is conducted. */
export interface Reporter<Event, Progress> {
  onEvent(recorded: Recorded<Event>): void;
  onProgress(progress: Progress): void;
  /** Gives the terminal back, to ask something say; the next event takes it again. */
  pause(): void;
  close(): void;
}

/** A line of a log. */
interface Recorded<Event> {
  readonly seq: number;
  readonly at: string;
  readonly event: Event | Shown | Edited<Event>;
}

interface Shown {
  readonly type: 'shown';
  readonly data: object;
}

interface Edited<Event> {
  readonly type: 'edited';
  readonly data: { readonly events: readonly Event[] };
}

interface AnyEvent {
  readonly type: string;
  readonly data: object;
}

export const silentReporter: Reporter<unknown, unknown> = {
  onEvent: () => undefined,
  onProgress: () => undefined,
  pause: () => undefined,
  close: () => undefined,
};

/** For programs: each event a line of JSON, as it stands in the log, and what happens in between. */
export function createJsonReporter<Progress>(
  { io }: Context,
  { clock, redact }: { readonly clock: Clock; /** Masks secrets. */ readonly redact: (text: string) => string },
  toEvent: (progress: Progress) => AnyEvent,
): Reporter<AnyEvent, Progress> {
  // Told even after an interruption: a program wants to know how it ended.
  const write = (line: object): void => io.stdout.write(`${redact(jsonLine(line))}\n`);
  return {
    ...silentReporter,
    onEvent: ({ seq, at, event: { type, data } }) => {
      if (type !== 'shown') write({ seq, at, type, data });
    },
    onProgress: (progress) => write({ at: clock.now().toISOString(), ...toEvent(progress) }),
  };
}

/** What a person changed by hand is several at once; that a document was written is none. */
export function eventsIn<Event extends AnyEvent>(event: Recorded<Event>['event']): readonly Event[] {
  if (isShown(event)) return [];
  return isEdited(event) ? event.data.events : [event];
}

function isShown(event: AnyEvent): event is Shown {
  return event.type === 'shown';
}

function isEdited<Event extends AnyEvent>(event: Event | Edited<Event>): event is Edited<Event> {
  return event.type === 'edited';
}
