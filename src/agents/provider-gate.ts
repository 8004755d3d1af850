import type { Clock } from '../base/clock.ts';
import { type Backend, type AgentCall, NO_USAGE, type OnAgentEvent, type CallOutcome } from './port.ts';

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
/** Part of a pause that is added to it at random, so that calls do not all return at once, and never too early. */
const JITTER = 0.2;
/** Timers cannot hold more than 24 days. */
const LONGEST_TIMER_MS = 24 * 3_600_000;

export interface GateOptions {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** Resolves after so many milliseconds, or as soon as the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/*
 *   open ──limited──▶ parked until a time ──then──▶ one probe ──answered──▶ ramp: 1, 2, 4 … at once ──▶ open
 *                            ▲                          │
 *                            └────────limited───────────┘  (a longer pause each time)
 */
interface Provider {
  /** Milliseconds since the epoch; zero when it is not parked. */
  until: number;
  /** How often in a row a probe was refused. */
  refusals: number;
  /** How many calls may be under way; infinite when open. */
  allowed: number;
  inFlight: number;
  readonly waiting: Set<() => void>;
}

/** A provider's limit holds for all roles that use it: all of them wait, and one call probes when the pause is over. */
export class ProviderGate {
  readonly #options: GateOptions;
  readonly #providers = new Map<string, Provider>();

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** ISO 8601; undefined when calls may go out. */
  parkedUntil(name: string): string | undefined {
    const { until } = this.#provider(name);
    return until > this.#now() ? new Date(until).toISOString() : undefined;
  }

  /** Waits until a call may go out. False when the signal came first. */
  async enter(name: string, signal: AbortSignal): Promise<boolean> {
    const provider = this.#provider(name);
    while (!signal.aborted) {
      const wait = provider.until - this.#now();
      if (wait > 0) await this.#options.pause(Math.min(wait, LONGEST_TIMER_MS), signal);
      else if (provider.inFlight < provider.allowed) {
        provider.inFlight += 1;
        return true;
      } else await waitForSlot(provider, signal);
    }
    return false;
  }

  /** Every call that entered leaves, and says whether the provider limited it. */
  leave(name: string, took: { readonly limited: boolean; readonly resumeAt?: string | undefined }): void {
    const provider = this.#provider(name);
    provider.inFlight -= 1;
    if (took.limited) this.#park(provider, took.resumeAt);
    else this.#welcome(provider);
    for (const wake of provider.waiting) wake();
  }

  #park(provider: Provider, resumeAt: string | undefined): void {
    const now = this.#now();
    // Calls that were in flight are refused for the same reason: only the first counts.
    const isNews = provider.until <= now;
    if (isNews) provider.refusals += 1;
    const told = resumeAt === undefined ? Number.NaN : Date.parse(resumeAt) - now;
    const grown = Math.min(FIRST_PAUSE_MS * 2 ** (provider.refusals - 1), LONGEST_PAUSE_MS);
    // A time in the past is ignored: it would mean to retry at once, again and again.
    const pause = told > 0 ? told : grown;
    if (isNews || told > 0) {
      provider.until = Math.max(provider.until, now + pause * (1 + JITTER * this.#options.random()));
    }
    provider.allowed = 1;
  }

  #welcome(provider: Provider): void {
    if (provider.until > this.#now()) return;
    provider.until = 0;
    provider.refusals = 0;
    provider.allowed = provider.waiting.size === 0 ? Infinity : provider.allowed * 2;
  }

  #provider(name: string): Provider {
    const known = this.#providers.get(name) ?? {
      until: 0,
      refusals: 0,
      allowed: Infinity,
      inFlight: 0,
      waiting: new Set(),
    };
    this.#providers.set(name, known);
    return known;
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }
}

/** A backend that may make a call, and the call as it must be for this one: its own environment, model, sandbox. */
export interface BackendCandidate {
  readonly backend: Backend;
  readonly adapt: (call: AgentCall) => AgentCall;
}

/**
 * A backend that waits out limits: a limited call is repeated when its provider opens again, or by the next candidate
 * whose provider is open. A conversation can only be continued by the first candidate.
 */
export function withProviderGate(
  candidates: readonly [BackendCandidate, ...BackendCandidate[]],
  gate: ProviderGate,
): Backend {
  const [first] = candidates;
  return {
    name: first.backend.name,
    // Any of the candidates may make the call, so all of them must take the schema.
    ...(candidates.every(({ backend }) => backend.takesSchema === true) && { takesSchema: true }),
    async run(call: AgentCall, on: OnAgentEvent): Promise<CallOutcome> {
      let last: CallOutcome | undefined;
      while (!call.signal.aborted) {
        const { backend, adapt } = call.resume === undefined ? pickCandidate(candidates, gate) : first;
        if (!(await gate.enter(backend.name, call.signal))) break;
        let outcome: CallOutcome | undefined;
        try {
          outcome = await backend.run(adapt(call), on);
        } finally {
          const limit = outcome === undefined ? undefined : getLimit(outcome);
          gate.leave(backend.name, { limited: limit !== undefined, resumeAt: limit?.resumeAt });
        }
        if (getLimit(outcome) === undefined) return outcome;
        last = outcome;
        const resume_at = gate.parkedUntil(backend.name);
        on({ type: 'limit', backend: backend.name, ...(resume_at === undefined ? {} : { resume_at }) });
      }
      const { spent = NO_USAGE, duration_ms = 0, exit = null } = last ?? {};
      return { status: 'cancelled', spent, duration_ms, exit };
    },
  };
}

/** The first whose provider is open; if none is, the one that opens first. */
function pickCandidate(
  candidates: readonly [BackendCandidate, ...BackendCandidate[]],
  gate: ProviderGate,
): BackendCandidate {
  const [first, ...others] = candidates;
  const opens = ({ backend }: BackendCandidate) => gate.parkedUntil(backend.name) ?? '';
  return others.reduce((best, other) => (opens(other) < opens(best) ? other : best), first);
}

function getLimit(outcome: CallOutcome): { readonly resumeAt: string | undefined } | undefined {
  if (outcome.status !== 'failed') return undefined;
  const isLimit = outcome.kind === 'rate_limit' || outcome.kind === 'overloaded';
  return isLimit ? { resumeAt: outcome.resume_at } : undefined;
}

function waitForSlot(provider: Provider, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      provider.waiting.delete(wake);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    provider.waiting.add(wake);
    signal.addEventListener('abort', wake);
  });
}
