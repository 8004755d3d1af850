import os from 'node:os';

/** What an agent with its tools is reckoned to take. */
const PER_AGENT = 400 * 2 ** 20;
/** Left for everything else. */
const RESERVE = 512 * 2 ** 20;

export interface Memory {
  readonly free: () => number;
  readonly total: () => number;
}

/** A container may have less than the machine. */
export const systemMemory: Memory = {
  free: () => Math.min(os.freemem(), process.availableMemory()),
  total: () => {
    const limit = process.constrainedMemory();
    return limit === undefined || limit === 0 ? os.totalmem() : Math.min(os.totalmem(), limit);
  },
};

export interface Agents {
  readonly running: number;
  /** Of them those that began a moment ago, and have not taken their memory yet. */
  readonly young: number;
}

/** How many agents may run at once: never none, or nothing would ever end. */
export function memoryCapacity({ running, young }: Agents, { free, total }: Memory): number {
  const more = Math.floor((free() - RESERVE - young * PER_AGENT) / PER_AGENT);
  const most = Math.floor((total() - RESERVE) / PER_AGENT);
  return Math.max(1, Math.min(most, running + Math.max(0, more)));
}
