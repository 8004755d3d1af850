import { setTimeout as wait } from 'node:timers/promises';
import type { CallLimits, Verdict } from '../port.ts';

/** Waits within the limits of a call. */
export interface Stopwatch {
  /** Waits until so many milliseconds have passed since it was started. Gives what stopped it, if it was not the time. */
  until(ms: number): Promise<Verdict | undefined>;
  leftMs(): number;
  stop(): void;
}

/** Node turns a longer one into a millisecond. */
const LONGEST_TIMER = 2 ** 31 - 1;

export function limitedTo({ wallMs, idleMs }: CallLimits, signal: AbortSignal): Stopwatch {
  const began = performance.now();
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, Math.min(wallMs, LONGEST_TIMER));
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();

  const stopped = (): Verdict =>
    signal.aborted ? { status: 'cancelled' } : { status: 'failed', kind: 'timeout', message: '' };
  return {
    until: async (ms) => {
      const left = ms - (performance.now() - began);
      try {
        await wait(Math.min(left, idleMs, LONGEST_TIMER), undefined, { signal: controller.signal });
      } catch {
        return stopped();
      }
      return left > idleMs ? { status: 'failed', kind: 'idle', message: '' } : undefined;
    },
    leftMs: () => Math.max(1, Math.ceil(wallMs - (performance.now() - began))),
    stop: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}
