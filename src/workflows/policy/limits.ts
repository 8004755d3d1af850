import type { ConfigAgents } from '../../schema/config/agents.ts';
import type { ConfigGlobal } from '../../schema/config/settings.ts';

const MINUTE = 60_000;

/** How long an agent is meant to take where no configuration says so; the limits of a call follow from it. */
const ROLE_TIMEOUT_MS = { session: 15 * MINUTE, auto: 30 * MINUTE, other: 10 * MINUTE } as const;

/** Of one command of a project's checks: set-up may take its time. */
export const CHECK_LIMITS = { wallMs: 60 * MINUTE, idleMs: 5 * MINUTE, outputBytes: 256 * 1024 * 1024 };

const TEST_MS = 30 * MINUTE;

interface TestRunTerms {
  readonly isBaseline: boolean;
  /** How long the baseline's took; undefined: nobody knows. */
  readonly baselineMs?: number | undefined;
  /** `test_timeout` of the project. */
  readonly configuredMs?: number | undefined;
}

/** Of one run of the tests: the baseline's may take what the person allows, others ten times what it took. */
export function testRunLimits({ isBaseline, baselineMs, configuredMs = TEST_MS }: TestRunTerms): typeof CHECK_LIMITS {
  const wallMs = isBaseline || baselineMs === undefined ? configuredMs : Math.max(10 * baselineMs, 2 * MINUTE);
  return { ...CHECK_LIMITS, wallMs };
}

/** What no configuration takes away: a call that hangs ends, a flood does not fill the disk. */
const WALL_PER_TIMEOUT = 4;
const IDLE_MS = 10 * MINUTE;
const OUTPUT_BYTES = 512 * 1024 * 1024;

interface CallTerms {
  /** How long the role is meant to take. */
  readonly timeoutMs?: number | undefined;
  /** When to end it, whatever the configured limits say. */
  readonly endAfterMs?: number | undefined;
  /** Dollars of the budget that this call holds. */
  readonly maxCostUsd?: number | undefined;
}

/** The hard limits of one call of an agent. */
export function callLimits(
  configured: ConfigAgents['limits'] = {},
  { timeoutMs = ROLE_TIMEOUT_MS.other, endAfterMs = Infinity, maxCostUsd = configured.max_cost_usd }: CallTerms = {},
) {
  return {
    wallMs: Math.min(configured.wall_ms ?? WALL_PER_TIMEOUT * timeoutMs, endAfterMs),
    idleMs: configured.idle_ms ?? IDLE_MS,
    outputBytes: OUTPUT_BYTES,
    ...(configured.max_turns !== undefined && { maxTurns: configured.max_turns }),
    ...(maxCostUsd !== undefined && { maxCostUsd }),
  };
}

/** How long an agent of a session or a task list is meant to take. */
export function roleTimeoutMs(workflow: 'session' | 'auto', role: string, { timeouts = {} }: ConfigAgents): number {
  const configured = Object.entries(timeouts).find(([name]) => name === role);
  return configured?.[1] ?? ROLE_TIMEOUT_MS[workflow];
}

/** When an agent that takes longer than it is meant to is ended; a warning lets it go on until the hard limits. */
export function endAfterMs(timeoutMs: number, action: ConfigGlobal['timeout_action']): number | undefined {
  return action === 'warn' ? undefined : timeoutMs;
}

/** Bytes that an agent with its tools is reckoned to take, and that are left for everything else. */
const AGENT_BYTES = 400 * 2 ** 20;
const RESERVED_BYTES = 512 * 2 ** 20;

export interface RunningAgents {
  readonly running: number;
  /** Of them those that began a moment ago, and have not taken their memory yet. */
  readonly young: number;
}

/** How many agents may run at once: never none, or nothing would ever end. `free` and `total` give bytes. */
export function memoryCapacity(
  { running, young }: RunningAgents,
  { free, total }: { readonly free: () => number; readonly total: () => number },
): number {
  const more = Math.floor((free() - RESERVED_BYTES - young * AGENT_BYTES) / AGENT_BYTES);
  const most = Math.floor((total() - RESERVED_BYTES) / AGENT_BYTES);
  return Math.max(1, Math.min(most, running + Math.max(0, more)));
}
