import type { ProcessLimits } from './command.ts';

export interface Watchdog {
  /** There was output. */
  outputReceived(): void;
  stop(): void;
}

export interface WatchdogOptions {
  readonly limits: ProcessLimits;
  /** CPU seconds used so far by each process of the tree; undefined where that cannot be known. */
  readonly cpuSeconds: () => ReadonlyMap<string, number> | undefined;
  readonly onLimit: (limit: 'wall' | 'idle') => void;
}

/**
 * A hung program still wakes for its timers now and then: below this share of one core a tree that prints nothing is
 * idle, above it it is at work.
 */
const busyShare = 0.005;
/** The kernel counts in steps of 10 ms: where looks follow each other closely, a single step is no work, either. */
const leastBusySeconds = 0.015;

/** Notices a process that takes too long, and one that neither prints nor computes. A busy one is left alone. */
export function startWatchdog({ limits, cpuSeconds, onLimit }: WatchdogOptions): Watchdog {
  const { wallMs, idleMs, extraMs = () => 0 } = limits;
  const began = performance.now();
  let heardAt = began;
  let alive = heardAt;
  let before: { at: number; cpu: ReadonlyMap<string, number> | undefined } | undefined;

  const look = (idleMs: number): void => {
    const at = performance.now();
    if (heardAt > alive) {
      alive = heardAt;
      before = undefined;
      return;
    }
    const cpu = cpuSeconds();
    const least = (since: number): number => Math.max((busyShare * (at - since)) / 1000, leastBusySeconds);
    if (before !== undefined && used(before.cpu, cpu) > least(before.at)) alive = at;
    before = { at, cpu };
    if (at - alive >= idleMs + extraMs()) onLimit('idle');
  };

  let wall: NodeJS.Timeout | undefined;
  const waitForWall = (atMost: number): void => {
    const left = atMost + extraMs() - (performance.now() - began);
    wall = setTimeout(
      () => (atMost + extraMs() > performance.now() - began ? waitForWall(atMost) : onLimit('wall')),
      Math.min(Math.max(Math.ceil(left), 0), MAX_TIMER_MS),
    );
  };
  if (wallMs !== undefined) waitForWall(wallMs);
  const idle =
    idleMs === undefined ? undefined : setInterval(() => look(idleMs), Math.min(Math.max(idleMs / 4, 10), 15_000));
  return {
    outputReceived: () => {
      heardAt = performance.now();
    },
    stop: () => {
      clearTimeout(wall);
      clearInterval(idle);
    },
  };
}

// Node turns a longer one into a millisecond.
const MAX_TIMER_MS = 2 ** 31 - 1;

function used(before: ReadonlyMap<string, number> | undefined, now: ReadonlyMap<string, number> | undefined): number {
  let seconds = 0;
  for (const [id, total] of now ?? []) seconds += Math.max(0, total - (before?.get(id) ?? 0));
  return seconds;
}
