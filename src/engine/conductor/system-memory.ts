import os from 'node:os';

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
