import type { Failure } from '../../base/failure.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Documents, WorkflowEvent } from '../../schema/workflow.ts';
import type { Store } from '../../store/store.ts';
import type { CallRecord } from '../../workflows/policy/calls.ts';
import { EffectRun, type EffectContext } from './effect-run.ts';
import type { OnEnginePoint } from './points.ts';

/** Something to be done. The id stays the same however often it is tried. */
export interface Effect {
  readonly id: string;
}

/** How a workflow's effects are told from its state, and what is recorded of them. */
export interface EffectLedger<State, Event, E extends Effect> {
  due(state: State): readonly E[];
  /** Started, and without an outcome. */
  inFlight(state: State): readonly string[];
  /** The same for one, where there may be many. */
  isInFlight?(state: State, effect: string): boolean;
  started(effect: E): Event;
  interrupted(effect: string): Event;
  /** Calls of an agent that count although nothing came of their effect. */
  spent(calls: CallRecord[]): Event;
}

export interface ConductOptions<State, Event extends WorkflowEvent, Docs extends Documents, E extends Effect> {
  readonly store: Store<State, Event, Docs>;
  readonly ledger: EffectLedger<State, Event, E>;
  /**
   * Does it, and says what came of it. A failure is nothing the work could help (a full disk, git, no budget left): the
   * effect counts as interrupted and the conducting ends.
   */
  readonly perform: (effect: E, performing: EffectContext) => Promise<Result<Event, Failure>>;
  /** Ends whatever an earlier process left running. */
  readonly settle: () => Promise<unknown>;
  readonly signal: AbortSignal;
  readonly onPoint: OnEnginePoint;
  /** Says when something outside the state may have made more due. */
  readonly onCapacityChange?: (look: () => void) => () => void;
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
  const { store, ledger, settle, signal, onCapacityChange, isOver = () => true } = options;
  await settle();
  const recovered = await store.commit((state) =>
    ok(ledger.inFlight(state).map((effect) => ledger.interrupted(effect))),
  );
  if (!recovered.ok) return recovered;

  const hands = new InFlightEffects(options);
  const unwatch = store.watch(() => hands.change.notify());
  const leaveRoom = onCapacityChange?.(() => hands.change.notify());
  const stop = () => hands.change.notify();
  signal.addEventListener('abort', stop);
  try {
    while (!signal.aborted && !hands.hasFailed) {
      hands.reconcile(ledger.due(store.state));
      if (hands.isIdle && isOver(store.state)) break;
      await hands.change.next();
    }
  } finally {
    unwatch();
    leaveRoom?.();
    signal.removeEventListener('abort', stop);
    await hands.drain();
  }
  // Nothing runs any more: whoever looks at the documents now should not read otherwise.
  const left = await store.commit((state) => ok(ledger.inFlight(state).map((effect) => ledger.interrupted(effect))));
  const [bug] = hands.bugs;
  if (bug !== undefined) throw bug.thrown;
  if (!left.ok) return left;
  const [failed] = hands.failures;
  return failed === undefined ? ok() : err(failed);
}

/** What is being done. */
class InFlightEffects<State, Event extends WorkflowEvent, Docs extends Documents, E extends Effect> {
  readonly change = new ChangeSignal();
  readonly failures: Failure[] = [];
  readonly bugs: { readonly thrown: unknown }[] = [];
  readonly #options: ConductOptions<State, Event, Docs, E>;
  readonly #running = new Map<string, { readonly doing: EffectRun; readonly done: Promise<void> }>();
  /** Only what came of them is still to be recorded. */
  readonly #performed = new Set<string>();
  readonly #uncounted = new Set<CallRecord>();
  #starting: Promise<unknown> | undefined;
  #isToStart = false;
  #isResting = false;

  constructor(options: ConductOptions<State, Event, Docs, E>) {
    this.#options = options;
  }

  get hasFailed(): boolean {
    return this.failures.length > 0 || this.bugs.length > 0;
  }

  get isIdle(): boolean {
    return this.#running.size === 0 && this.#starting === undefined;
  }

  reconcile(due: readonly E[]): void {
    const wanted = new Set(due.map(({ id }) => id));
    for (const [id, { doing }] of this.#running) if (!wanted.has(id) && !this.#performed.has(id)) doing.abort();
    if (due.some(({ id }) => !this.#running.has(id))) this.#start();
  }

  /** Ends all that is being done, and begins nothing any more. */
  async drain(): Promise<void> {
    this.#isResting = true;
    await this.#starting;
    for (const { doing } of this.#running.values()) doing.abort();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /** All that is due when it is recorded begins in one write, together with what ended a moment before. */
  #start(): void {
    if (this.#starting !== undefined) return;
    const { store, ledger } = this.#options;
    const recorded = store.commit((state) => {
      const isWanted = !this.#isResting && !this.hasFailed;
      const fresh = isWanted ? ledger.due(state).filter(({ id }) => !this.#running.has(id)) : [];
      for (const effect of fresh) this.#take(effect, recorded);
      this.#starting = undefined;
      return ok(fresh.map((effect) => ledger.started(effect)));
    });
    this.#starting = this.#noting(recorded).finally(() => {
      this.change.notify();
    });
  }

  /** After all that come to their end in this moment. */
  #startSoon(): void {
    if (this.#isToStart) return;
    this.#isToStart = true;
    queueMicrotask(() => {
      this.#isToStart = false;
      this.#start();
    });
  }

  #take(effect: E, recorded: Promise<Result<unknown, Failure>>): void {
    const doing = new EffectRun(this.#uncounted);
    const done = this.#noting(this.#carryOut(effect, doing, recorded)).finally(() => {
      this.#running.delete(effect.id);
      this.#performed.delete(effect.id);
      this.change.notify();
    });
    this.#running.set(effect.id, { doing, done });
  }

  /** Whatever else runs is ended properly first. */
  async #noting(work: Promise<Result<unknown, Failure>>): Promise<void> {
    try {
      const result = await work;
      if (!result.ok) this.failures.push(result.error);
    } catch (thrown) {
      this.bugs.push({ thrown });
    }
  }

  /** Acts once that is recorded, then records what came of it, unless that is of no interest any more. */
  async #carryOut(
    effect: E,
    doing: EffectRun,
    recorded: Promise<Result<unknown, Failure>>,
  ): Promise<Result<void, Failure>> {
    const { store, ledger, perform, onPoint } = this.#options;
    const started = await recorded;
    if (!started.ok) return started;
    onPoint('effect.recorded');
    const { calls } = doing;
    const spent = () => (calls.length === 0 ? [] : [ledger.spent(calls)]);
    // Decided and counted is one: there is no moment in which a call counts twice, or not at all.
    const record = (events: (state: State) => readonly Event[]) =>
      store.commit((state) => {
        doing.count();
        return ok(events(state));
      });
    let outcome: Result<Event, Failure>;
    try {
      outcome = await perform(effect, doing.context);
    } catch (thrown) {
      await record(spent);
      throw thrown;
    }
    onPoint('effect.performed');
    // Aborted: the step was taken back, or we are stopping. Either way it will be done again if it is still wanted.
    if (doing.isAborted) {
      const kept = calls.length === 0 ? ok() : await record(spent);
      return kept.ok ? ok() : kept;
    }
    this.#performed.add(effect.id);
    // An outcome names its calls itself.
    const events = outcome.ok ? [outcome.value] : [...spent(), ledger.interrupted(effect.id)];
    // Taken back and wanted again in one go, it was not aborted, and counts all the same as not done.
    const isCurrent = (state: State) =>
      ledger.isInFlight?.(state, effect.id) ?? ledger.inFlight(state).includes(effect.id);
    const ending = record((state) => (isCurrent(state) ? events : spent()));
    if (outcome.ok) this.#startSoon();
    const ended = await ending;
    onPoint('outcome.recorded');
    if (!ended.ok) return ended;
    return outcome.ok ? ok() : outcome;
  }
}

/** Waits for the next change, or returns at once when there was one since the last wait. */
class ChangeSignal {
  #pending = false;
  #wake: (() => void) | undefined;

  notify(): void {
    this.#pending = true;
    this.#wake?.();
  }

  async next(): Promise<void> {
    if (!this.#pending) await new Promise<void>((wake) => (this.#wake = wake));
    this.#pending = false;
    this.#wake = undefined;
  }
}
