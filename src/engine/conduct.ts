import type { Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Documents, WorkflowEvent } from '../schema/workflow.ts';
import type { Store } from '../store/store.ts';
import type { OnEnginePoint } from './points.ts';

/** Something to be done. The id stays the same however often it is tried. */
export interface Effect {
  readonly id: string;
}

/** How a workflow's effects are told from its state, and what is recorded of them. */
export interface Conducting<State, Event, E extends Effect> {
  due(state: State): readonly E[];
  /** Started, and without an outcome. */
  inFlight(state: State): readonly string[];
  started(effect: E): Event;
  interrupted(effect: string): Event;
  /** What of an outcome counts even though the effect was taken back: what it cost. */
  remains?(outcome: Event): Event | undefined;
}

export interface ConductOptions<State, Event extends WorkflowEvent, Docs extends Documents, E extends Effect> {
  readonly store: Store<State, Event, Docs>;
  readonly conducting: Conducting<State, Event, E>;
  /**
   * Does it, and says what came of it. A failure is nothing the work could help (a full disk, git, no budget left): the
   * effect counts as interrupted and the conducting ends.
   */
  readonly perform: (effect: E, signal: AbortSignal) => Promise<Result<Event, Failure>>;
  /** Ends whatever an earlier process left running. */
  readonly settle: () => Promise<unknown>;
  readonly signal: AbortSignal;
  readonly onPoint: OnEnginePoint;
  /** Says when something outside the state may have made more due. */
  readonly onRoom?: (look: () => void) => () => void;
  /** While nothing is due here, somebody else may make it so. Over at once when not given. */
  readonly isOver?: (state: State) => boolean;
}

/**
 * Starts what is due and not in flight, aborts what is in flight and no longer due, until nothing is due or `signal`
 * says to stop. Normal running, hand edits and recovery are this one path. The caller owns the store.
 */
export async function conduct<State, Event extends WorkflowEvent, Docs extends Documents, E extends Effect>(
  options: ConductOptions<State, Event, Docs, E>,
): Promise<Result<void, Failure>> {
  const { store, conducting, settle, signal, onRoom, isOver = () => true } = options;
  await settle();
  const recovered = await store.commit((state) =>
    ok(conducting.inFlight(state).map((effect) => conducting.interrupted(effect))),
  );
  if (!recovered.ok) return recovered;

  const running = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>();
  const change = new Change();
  const failures: Failure[] = [];
  const unwatch = store.watch(() => change.happened());
  const leaveRoom = onRoom?.(() => change.happened());
  const stop = () => change.happened();
  signal.addEventListener('abort', stop);
  try {
    while (!signal.aborted && failures.length === 0) {
      const due = conducting.due(store.state);
      for (const [id, { abort }] of running) if (!due.some((effect) => effect.id === id)) abort.abort();
      for (const effect of due) {
        if (running.has(effect.id)) continue;
        const abort = new AbortController();
        const done = carryOut(options, effect, abort.signal).then((result) => {
          running.delete(effect.id);
          if (!result.ok) failures.push(result.error);
          change.happened();
        });
        running.set(effect.id, { abort, done });
      }
      if (running.size === 0 && isOver(store.state)) break;
      await change.next();
    }
  } finally {
    unwatch();
    leaveRoom?.();
    signal.removeEventListener('abort', stop);
    for (const { abort } of running.values()) abort.abort();
    await Promise.all([...running.values()].map(({ done }) => done));
  }
  // Nothing runs any more: whoever looks at the documents now should not read otherwise.
  const left = await store.commit((state) =>
    ok(conducting.inFlight(state).map((effect) => conducting.interrupted(effect))),
  );
  if (!left.ok) return left;
  const [failed] = failures;
  return failed === undefined ? ok() : err(failed);
}

/** Records, then acts, then records what came of it, unless that is of no interest any more. */
async function carryOut<State, Event extends WorkflowEvent, Docs extends Documents, E extends Effect>(
  { store, conducting, perform, onPoint }: ConductOptions<State, Event, Docs, E>,
  effect: E,
  signal: AbortSignal,
): Promise<Result<void, Failure>> {
  let current: E | undefined;
  const started = await store.commit((state) => {
    current = conducting.due(state).find(({ id }) => id === effect.id);
    return ok(current === undefined ? [] : [conducting.started(current)]);
  });
  // Another process may have been faster, and it is not wanted any more.
  if (!started.ok || current === undefined) return started.ok ? ok() : started;
  onPoint('effect.recorded');
  const outcome = await perform(current, signal);
  onPoint('effect.performed');
  const remains = outcome.ok ? conducting.remains?.(outcome.value) : undefined;
  const rest = remains === undefined ? [] : [remains];
  // Aborted: the step was taken back, or we are stopping. Either way it will be done again if it is still wanted.
  if (signal.aborted) {
    const kept = rest.length === 0 ? ok() : await store.commit(() => ok(rest));
    return kept.ok ? ok() : kept;
  }
  const event = outcome.ok ? outcome.value : conducting.interrupted(effect.id);
  // Taken back and wanted again in one go, it was not aborted, and counts all the same as not done.
  const ended = await store.commit((state) => ok(conducting.inFlight(state).includes(effect.id) ? [event] : rest));
  onPoint('outcome.recorded');
  if (!ended.ok) return ended;
  return outcome.ok ? ok() : outcome;
}

/** Waits for the next change, or returns at once when there was one since the last wait. */
class Change {
  #pending = false;
  #wake: (() => void) | undefined;

  happened(): void {
    this.#pending = true;
    this.#wake?.();
  }

  async next(): Promise<void> {
    if (!this.#pending) await new Promise<void>((wake) => (this.#wake = wake));
    this.#pending = false;
    this.#wake = undefined;
  }
}
