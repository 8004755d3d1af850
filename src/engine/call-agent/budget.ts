import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';

/** Dollars. Nothing can be asked for less. */
const LEAST = 0.001;
/** How much dearer than the dearest so far a call is expected to become. */
const MARGIN = 2;
/** A call that was out of the ordinary is forgotten, bit by bit, with every other. */
const FADING = 0.9;

export interface Wanting {
  /** Dollars that all calls together may cost. */
  readonly total: number;
  /** That this one may cost, however much is left. */
  readonly most?: number | undefined;
  /** By all calls that have ended. */
  readonly spent: () => number;
  /** How many share what is left: those that hold something, this one, and those that are to come. */
  readonly sharers: () => number;
  readonly signal: AbortSignal;
  /** The others hold too much: it waits until one of them ends. */
  readonly onWait: (held: number) => void;
}

export interface Hold {
  readonly usd: number;
  /** Whoever waits looks again at once: what the call cost must count as spent by then. */
  release(cost: number | null): void;
}

/**
 * What calls that run at the same time may cost together. Each holds what it may spend until it ends: an equal share of
 * what nobody holds, but not so little that it would have to be broken off, by what calls cost of late.
 */
export class Budget {
  readonly #held = new Set<{ readonly usd: number }>();
  /** Who asked first gets first. */
  readonly #line = new Set<object>();
  readonly #waiting = new Set<() => void>();
  #dearest = 0;

  async hold(wanting: Wanting): Promise<Result<Hold, Failure>> {
    const place = {};
    this.#line.add(place);
    let isTold = false;
    try {
      while (!wanting.signal.aborted) {
        const [first] = this.#line;
        const affordable = first === place ? this.#affordable(wanting) : undefined;
        if (affordable !== undefined) return affordable.ok ? ok(this.#take(affordable.value)) : affordable;
        if (first === place && !isTold) wanting.onWait(this.#sum());
        isTold ||= first === place;
        await this.#change(wanting.signal);
      }
      return fail('work.cancelled', {});
    } finally {
      this.#line.delete(place);
      this.#changed();
    }
  }

  /** Undefined: not before somebody gives something back. */
  #affordable({ total, most = Infinity, spent, sharers }: Wanting): Result<number, Failure> | undefined {
    const left = total - spent() - this.#sum();
    const share = left / Math.max(1, sharers() - this.#held.size);
    const wanted = Math.min(most, Math.max(share, MARGIN * this.#dearest, LEAST));
    if (wanted <= left) return ok(wanted);
    if (this.#held.size > 0) return undefined;
    return left < LEAST ? fail('budget.reached', { limit: total, spent: spent() }) : ok(left);
  }

  #take(usd: number): Hold {
    const held = { usd };
    this.#held.add(held);
    return {
      usd,
      release: (cost) => {
        if (!this.#held.delete(held)) return;
        if (cost !== null) this.#dearest = Math.max(cost, FADING * this.#dearest);
        this.#changed();
      },
    };
  }

  #sum(): number {
    let sum = 0;
    for (const { usd } of this.#held) sum += usd;
    return sum;
  }

  #changed(): void {
    for (const wake of this.#waiting) wake();
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
