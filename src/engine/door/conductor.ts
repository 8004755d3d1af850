import { catchFailure, type Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { WorkflowEvent } from '../../schema/workflow.ts';
import { isStoreEvent, type StoreEvent } from '../../store/store-event.ts';
import type { StoreWatcher } from '../../store/store.ts';
import { ChangeSignal } from '../conductor/in-flight-effects.ts';

/** A line of a log: an event of the workflow, or a hand edit with the events that it amounts to. */
export type Recorded<Event> = (Event | Extract<StoreEvent<Event>, { type: 'edited' }>) & {
  readonly seq: number;
  readonly at: string;
};

/** Hears what happens to work that this process has open. */
export interface Watcher<Event, Progress> {
  /** Of each event once it counts, whoever recorded it; `view()` is as it is after that. */
  onEvent?(event: Recorded<Event>): void;
  /** What is in no log: what agents do just now. */
  onProgress?(progress: Progress): void;
}

/** Work that this process may perform: a run, a session or a task graph. Whoever was given it closes it. */
export interface Conductor<View, Event, Progress> {
  readonly id: string;
  /** Where its documents lie. */
  readonly folder: string;
  readonly view: () => View;
  /** Until the function that it gives back is called. */
  watch(watcher: Watcher<Event, Progress>): () => void;
  /**
   * Takes the work as far as it goes without a person, or until `signal`. May be called again, once a person decided
   * something. Fails at once where another process conducts.
   */
  conduct(signal?: AbortSignal): Promise<Result<View, Failure>>;
  /** Takes it to its end: where a person has to decide, waits until one did, in whatever process; then closes it. */
  finish(signal?: AbortSignal): Promise<Result<View, Failure>>;
  /** Masks secrets: what agents say is as they said it. */
  readonly redact: (text: string) => string;
  close(): Promise<Result<void, Failure>>;
}

/** @internal */
export interface ConductorParts<View, Event extends WorkflowEvent, Progress> {
  readonly id: string;
  readonly folder: string;
  readonly store: { watch(watcher: StoreWatcher<Event>): () => void };
  readonly watchProgress: (watcher: (progress: Progress) => void) => () => void;
  readonly view: () => View;
  readonly isOver: (view: View) => boolean;
  readonly conduct: (signal: AbortSignal) => Promise<void>;
  readonly redact: (text: string) => string;
  readonly close: () => Promise<Result<void, Failure>>;
}

/** @internal */
export function createConductor<View, Event extends WorkflowEvent, Progress>(
  parts: ConductorParts<View, Event, Progress>,
): Conductor<View, Event, Progress> {
  const { store, watchProgress, isOver, close } = parts;
  let known: { readonly view: View } | undefined;
  store.watch(() => (known = undefined));
  const view = () => (known ??= { view: parts.view() }).view;
  const conduct = (signal = new AbortController().signal): Promise<Result<View, Failure>> =>
    catchFailure(async () => {
      await parts.conduct(signal);
      return view();
    });
  return {
    id: parts.id,
    folder: parts.folder,
    view,
    watch: (watcher) => {
      const unwatch = [
        store.watch(({ seq, at, event }) => {
          if (isStoreEvent(event) && event.type === 'shown') return;
          watcher.onEvent?.({ ...event, seq, at });
        }),
        watchProgress((progress) => watcher.onProgress?.(progress)),
      ];
      return () => unwatch.forEach((stop) => stop());
    },
    conduct,
    finish: async (signal) => {
      const news = new ChangeSignal();
      const unwatch = store.watch(({ event }) => {
        if (event.type !== 'shown') news.notify();
      });
      signal?.addEventListener('abort', () => news.notify(), { once: true });
      // Looking for news does not keep a process alive.
      const alive = setInterval(() => undefined, 60_000);
      const goesOn = (came: Result<View, Failure>) => came.ok && !isOver(came.value) && signal?.aborted !== true;
      try {
        let came = await conduct(signal);
        while (goesOn(came)) {
          // Somebody may have decided something just as it came to rest.
          await news.next();
          came = await conduct(signal);
        }
        const closed = await close();
        return came.ok && !closed.ok ? closed : came;
      } finally {
        clearInterval(alive);
        unwatch();
      }
    },
    redact: parts.redact,
    close,
  };
}
