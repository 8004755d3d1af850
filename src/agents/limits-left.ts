import type { CallLimits } from './port.ts';

/** Vendors take no limit of nothing. */
const LEAST_COST_USD = 0.01;

/** What a call may still take after so much; zero or less when nothing is left. */
export function limitsLeft(
  limits: CallLimits,
  { elapsedMs = 0, costUsd }: { readonly elapsedMs?: number; readonly costUsd: number | null },
): CallLimits {
  const wallMs = Math.floor(limits.wallMs - elapsedMs);
  if (limits.maxCostUsd === undefined) return { ...limits, wallMs };
  return { ...limits, wallMs, maxCostUsd: limits.maxCostUsd - (costUsd ?? 0) };
}

/** Milliseconds, with what was added since. */
export function timeLeftMs({ wallMs, extraMs }: Pick<CallLimits, 'wallMs' | 'extraMs'>): number {
  return wallMs + (extraMs?.() ?? 0);
}

/** The same for a call that is made even so. */
export function withLeastCost(limits: CallLimits): CallLimits {
  return limits.maxCostUsd === undefined
    ? limits
    : { ...limits, maxCostUsd: Math.max(LEAST_COST_USD, limits.maxCostUsd) };
}
