import os from 'node:os';

/** What an agent with its tools is reckoned to take. */
const PER_AGENT = 400 * 2 ** 20;
/** Left for everything else. */
const RESERVE = 512 * 2 ** 20;

export interface Memory {
  readonly free: () => number;
}

export const systemMemory: Memory = { free: () => Math.min(os.freemem(), withinLimits()) };

/** How many agents fit beside those that run: never none, or nothing would ever end. */
export function roomFor(running: number, { free }: Memory): number {
  return Math.max(1, running + Math.floor((free() - RESERVE) / PER_AGENT));
}

/** A container may have less than the machine. */
function withinLimits(): number {
  const limit = process.constrainedMemory();
  return limit === undefined || limit === 0 ? Infinity : limit - process.memoryUsage.rss();
}
