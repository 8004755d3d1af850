import { throwFailure } from '../../base/failure.ts';
import { budgetShare, dearestCall } from '../../workflows/policy/budget.ts';

export interface Wanting {
  /** Dollars that all calls together may cost. */
  readonly total: number;
  /** That this one may cost, however much is left. */
  readonly perCall?: number | undefined;
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

/** What calls that run at the same time may cost together. Each holds what it may spend until it ends. */
export class Budget {
  readonly #held = new Set<{ readonly usd: number }>();
  /** Who asked first gets first. */
  readonly #line = new Set<object>();
  readonly #waiting = new Set<() => void>();
  #dearest = 0;

  async hold(wanting: Wanting): Promise<Hold> {
    const place = {};
    this.#line.add(place);
    let isTold = false;
    try {
      while (!wanting.signal.aborted) {
        const [first] = this.#line;
        const share = first === place ? this.#share(wanting) : undefined;
        if (share !== undefined) return this.#take(share);
        if (first === place && !isTold) wanting.onWait(this.#sum());
        isTold ||= first === place;
        await this.#change(wanting.signal);
      }
      throwFailure('work.cancelled', {});
    } finally {
      this.#line.delete(place);
      this.#changed();
    }
  }

  /** Undefined: not before somebody gives something back. */
  #share(wanting: Wanting): number | undefined {
    const { total, perCall } = wanting;
    const [spent, sharers] = [wanting.spent(), wanting.sharers()];
    const held = [...this.#held].map(({ usd }) => usd);
    const share = budgetShare({ total, perCall, spent, held, sharers, dearest: this.#dearest });
    switch (share.kind) {
      case 'hold':
        return share.usd;
      case 'wait':
        return undefined;
      case 'reached':
        throwFailure('budget.reached', { limit: total, spent });
      default:
        return share satisfies never;
    }
  }

  #take(usd: number): Hold {
    const held = { usd };
    this.#held.add(held);
    return {
      usd,
      release: (cost) => {
        if (!this.#held.delete(held)) return;
        this.#dearest = dearestCall(this.#dearest, cost);
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
