import { setTimeout as pause } from 'node:timers/promises';
import type { Holder } from '../base/failure.ts';
import { findConductor } from '../engine/find-conductor.ts';

const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 100;

/** Waits a while for whoever conducts what lies in this folder; who still does then, or null. */
export async function waitForRelease(folder: string, signal: AbortSignal, log?: string): Promise<Holder | null> {
  const until = performance.now() + PATIENCE_MS;
  let holder = findConductor(folder, log);
  while (holder !== null && performance.now() < until && !signal.aborted) {
    await pause(LOOK_EVERY_MS);
    holder = findConductor(folder, log);
  }
  return holder;
}
