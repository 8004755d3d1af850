import type { Clock } from '../base/clock.ts';
import { limitsLeft, withLeastCost } from './limits-left.ts';
import {
  addUsage,
  type AgentCall,
  type Backend,
  type CallOutcome,
  type Conversation,
  type LimitReason,
  NO_USAGE,
  type OnAgentEvent,
} from './port.ts';

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
/** Part of a pause that is added to it at random, so that calls do not all return at once, and never too early. */
const JITTER = 0.2;
const LONGEST_JITTER_MS = 60_000;
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
  /** Why it was parked last. */
  why: LimitReason;
}

export interface ParkedProvider {
  readonly backend: string;
  readonly until: Date;
}

/** A provider's limit holds for all roles that use it: all of them wait, and one call probes when the pause is over. */
export class ProviderGate {
  readonly #options: GateOptions;
  readonly #providers = new Map<string, Provider>();
  readonly #listeners = new Set<(parked: ParkedProvider) => void>();

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** ISO 8601; undefined when calls may go out. */
  parkedUntil(name: string): string | undefined {
    const { until } = this.#provider(name);
    return until > this.#now() ? new Date(until).toISOString() : undefined;
  }

  /** For whoever has to wait. */
  limitOf(name: string): { readonly why: LimitReason; readonly resume_at: string } | undefined {
    const resume_at = this.parkedUntil(name);
    return resume_at === undefined ? undefined : { why: this.#provider(name).why, resume_at };
  }

  /** Tells of every provider that is to be waited for from now on. Ends with the returned function. */
  onParked(listener: (parked: ParkedProvider) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
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
  leave(name: string, limit: Limit | undefined): void {
    const provider = this.#provider(name);
    provider.inFlight -= 1;
    if (limit !== undefined) this.#park(name, provider, limit);
    else this.#welcome(provider);
    for (const wake of provider.waiting) wake();
  }

  #park(name: string, provider: Provider, { why, resumeAt }: Limit): void {
    const now = this.#now();
    provider.why = why;
    // Calls that were in flight are refused for the same reason: only the first counts.
    const isNews = provider.until <= now;
    if (isNews) provider.refusals += 1;
    const told = resumeAt === undefined ? Number.NaN : Date.parse(resumeAt) - now;
    const grown = Math.min(FIRST_PAUSE_MS * 2 ** (provider.refusals - 1), LONGEST_PAUSE_MS);
    // A time in the past is ignored: it would mean to retry at once, again and again.
    const pause = told > 0 ? told : grown;
    const jitter = Math.min(pause * JITTER, LONGEST_JITTER_MS) * this.#options.random();
    if (isNews || told > 0) {
      provider.until = Math.max(provider.until, now + pause + jitter);
    }
    provider.allowed = 1;
    if (isNews) for (const listener of this.#listeners) listener({ backend: name, until: new Date(provider.until) });
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
      why: 'limited' as const,
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
 * A backend that waits out limits: a limited call goes on when its provider opens again, in the same conversation if there
 * is one, or is made by the next candidate whose provider is open. A conversation that the caller began can only be
 * continued by the first candidate. What limited calls cost is part of what the call cost.
 */
export function withProviderGate(
  candidates: readonly [BackendCandidate, ...BackendCandidate[]],
  {
    gate,
    goOn,
  }: { readonly gate: ProviderGate; /** Said to an agent whose work a limit interrupted. */ readonly goOn: string },
): Backend {
  const [first] = candidates;
  return {
    name: first.backend.name,
    // Any of the candidates may make the call, so all of them must take the schema.
    ...(candidates.every(({ backend }) => backend.takesSchema === true) && { takesSchema: true }),
    async run(call: AgentCall, on: OnAgentEvent): Promise<CallOutcome> {
      const pick = () => (call.resume === undefined ? pickCandidate(candidates, gate) : first);
      const begun = new Map<string, Conversation>();
      let took = { spent: NO_USAGE, duration_ms: 0, exit: null as CallOutcome['exit'] };
      while (!call.signal.aborted) {
        const { backend, adapt } = pick();
        const { name } = backend;
        const parked = gate.limitOf(name);
        if (parked !== undefined) on({ type: 'limit', backend: name, ...parked });
        if (!(await gate.enter(name, call.signal))) break;
        const conversation = begun.get(name);
        const limits = withLeastCost(limitsLeft(call.limits, { costUsd: took.spent.cost_usd }));
        const own = conversation === undefined ? call : { ...call, prompt: goOn, resume: conversation };
        let outcome: CallOutcome | undefined;
        try {
          outcome = await backend.run(adapt({ ...own, limits }), on);
        } finally {
          gate.leave(name, outcome === undefined ? undefined : getLimit(outcome));
        }
        took = {
          spent: addUsage(took.spent, outcome.spent),
          duration_ms: took.duration_ms + outcome.duration_ms,
          exit: outcome.exit,
        };
        const limit = getLimit(outcome);
        if (limit === undefined && conversation !== undefined && isLost(outcome)) begun.delete(name);
        else if (limit === undefined) return { ...outcome, ...took };
        else {
          if (outcome.conversation !== undefined) begun.set(name, outcome.conversation);
          const next = pick().backend.name;
          const isHandedOver = next !== name && gate.parkedUntil(next) === undefined;
          if (isHandedOver) on({ type: 'limit', backend: name, ...gate.limitOf(name), handed_to: next });
        }
      }
      return { status: 'cancelled', ...took };
    },
  };
}

/** The vendor does not know the conversation any more: it ended at once, without having worked. */
function isLost(outcome: CallOutcome): boolean {
  const { input_tokens, output_tokens } = outcome.spent;
  return outcome.status === 'failed' && outcome.kind === 'crash' && input_tokens + output_tokens === 0;
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

interface Limit {
  readonly why: LimitReason;
  readonly resumeAt: string | undefined;
}

function getLimit(outcome: CallOutcome): Limit | undefined {
  if (outcome.status !== 'failed') return undefined;
  const { kind, message, resume_at: resumeAt } = outcome;
  if (kind === 'rate_limit') return { why: 'limited', resumeAt };
  if (kind !== 'overloaded') return undefined;
  return { why: UNREACHABLE.test(message) ? 'unreachable' : 'overloaded', resumeAt };
}

const UNREACHABLE =
  /\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)\b|fetch failed|connection (?:error|refused|reset)|unable to connect|network (?:error|is unreachable)|getaddrinfo/i;

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
