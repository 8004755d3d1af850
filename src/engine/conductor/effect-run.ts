import type { CallRecord } from '../../workflows/policy/calls.ts';

/** What an effect is performed with. */
export interface EffectContext {
  readonly signal: AbortSignal;
  /** Told of each call of an agent as soon as it ended: it was paid for, whatever happens next. */
  readonly onCall: (call: CallRecord) => void;
  /** The calls of all effects that ended and are not recorded yet. */
  readonly unrecordedCalls: () => Iterable<CallRecord>;
}

/** One effect that is being performed. */
export class EffectRun {
  /** Of calls that ended. */
  readonly calls: CallRecord[] = [];
  isAborted = false;
  readonly #controller = new AbortController();
  readonly #uncounted: Set<CallRecord>;

  /** `uncounted`: of all effects. */
  constructor(uncounted: Set<CallRecord>) {
    this.#uncounted = uncounted;
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
