import { catchFailure, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Documents, WorkflowEvent } from '../../schema/workflow.ts';
import type { CallRecord } from '../../workflows/policy/calls.ts';
import type { ConductOptions, Effect, EffectContext } from './effects.ts';

/** The effects that this process performs now. */
export class InFlightEffects<State, Event extends WorkflowEvent, Docs extends Documents, E extends Effect> {
  readonly change = new ChangeSignal();
  readonly failures: Failure[] = [];
  readonly bugs: { readonly thrown: unknown }[] = [];
  readonly #options: ConductOptions<State, Event, Docs, E>;
  readonly #running = new Map<string, { readonly run: EffectRun; readonly done: Promise<void> }>();
  /** Only what came of them is still to be recorded. */
  readonly #performed = new Set<string>();
  readonly #unrecordedCalls = new Set<CallRecord>();
  #starting: Promise<unknown> | undefined;
  #isStartScheduled = false;
  #isDraining = false;

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
    for (const [id, { run }] of this.#running) if (!wanted.has(id) && !this.#performed.has(id)) run.abort();
    if (due.some(({ id }) => !this.#running.has(id))) this.#start();
  }

  /** Ends all that is being done, and begins nothing any more. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    await this.#starting;
    for (const { run } of this.#running.values()) run.abort();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /** All that is due when it is recorded begins in one write, together with what ended a moment before. */
  #start(): void {
    if (this.#starting !== undefined) return;
    const { store, ledger } = this.#options;
    const recorded = store.commit((state) => {
      const isWanted = !this.#isDraining && !this.hasFailed;
      const fresh = isWanted ? ledger.due(state).filter(({ id }) => !this.#running.has(id)) : [];
      for (const effect of fresh) this.#take(effect, recorded);
      this.#starting = undefined;
      return ok(fresh.map((effect) => ledger.started(effect)));
    });
    this.#starting = this.#collectFailure(recorded).finally(() => {
      this.change.notify();
    });
  }

  /** After all that come to their end in this moment. */
  #startSoon(): void {
    if (this.#isStartScheduled) return;
    this.#isStartScheduled = true;
    queueMicrotask(() => {
      this.#isStartScheduled = false;
      this.#start();
    });
  }

  #take(effect: E, recorded: Promise<Result<unknown, Failure>>): void {
    const { store, ledger } = this.#options;
    const run = new EffectRun(this.#unrecordedCalls, () => ledger.extraMs?.(store.state, effect.id) ?? 0);
    const done = this.#collectFailure(this.#carryOut(effect, run, recorded)).finally(() => {
      this.#running.delete(effect.id);
      this.#performed.delete(effect.id);
      this.change.notify();
    });
    this.#running.set(effect.id, { run, done });
  }

  /** Whatever else runs is ended properly first. */
  async #collectFailure(work: Promise<Result<unknown, Failure>>): Promise<void> {
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
    run: EffectRun,
    recorded: Promise<Result<unknown, Failure>>,
  ): Promise<Result<void, Failure>> {
    const { store, ledger, perform, onPoint } = this.#options;
    const started = await recorded;
    if (!started.ok) return started;
    onPoint('effect.recorded');
    const { calls } = run;
    const spent = () => (calls.length === 0 ? [] : [ledger.spent(calls)]);
    // Decided and counted is one: there is no moment in which a call counts twice, or not at all.
    const record = (events: (state: State) => readonly Event[]) =>
      store.commit((state) => {
        run.count();
        return ok(events(state));
      });
    let outcome: Result<Event, Failure>;
    try {
      outcome = await catchFailure(() => perform(effect, run.context));
    } catch (thrown) {
      await record(spent);
      throw thrown;
    }
    // An agent may have edited a document right before its end: it was at work then.
    if (calls.length > 0) await store.judgeEdits();
    onPoint('effect.performed');
    // Aborted: the step was taken back, or we are stopping. Either way it will be done again if it is still wanted.
    if (run.isAborted) {
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
    for (const work of run.recorded) work();
    return outcome.ok ? ok() : outcome;
  }
}

/** One effect that is being performed. */
class EffectRun {
  /** Of calls that ended. */
  readonly calls: CallRecord[] = [];
  isAborted = false;
  /** See `EffectContext`. */
  readonly recorded: (() => void)[] = [];
  readonly #controller = new AbortController();
  readonly #uncounted: Set<CallRecord>;

  readonly #extraMs: () => number;

  /** `uncounted`: of all effects. */
  constructor(uncounted: Set<CallRecord>, extraMs: () => number) {
    this.#uncounted = uncounted;
    this.#extraMs = extraMs;
  }

  get context(): EffectContext {
    const controller = this.#controller;
    return {
      // A signal is dear, in time and memory, and made when it is first looked at.
      get signal() {
        return controller.signal;
      },
      onCall: (call) => {
        // The rehearsal plays an interrupted step again: it is not finished.
        const counted = { ...call, list: null };
        this.calls.push(counted);
        this.#uncounted.add(counted);
      },
      extraMs: this.#extraMs,
      onRecorded: (work) => void this.recorded.push(work),
      unrecordedCalls: () => this.#uncounted,
    };
  }

  abort(): void {
    this.isAborted = true;
    this.#controller.abort();
  }

  /** Its calls are being recorded. */
  count(): void {
    for (const call of this.calls) this.#uncounted.delete(call);
  }
}

/** Waits for the next change, or returns at once when there was one since the last wait. */
export class ChangeSignal {
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
