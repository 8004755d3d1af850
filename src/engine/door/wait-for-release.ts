import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Holder } from '../../base/failure.ts';
import { findConductor } from '../find-conductor.ts';
import type { Project } from '../project.ts';
import { logOf, type ProjectLog } from './logs.ts';

const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 100;

/** Waits a while for whoever conducts; who still does then, or null. */
export async function waitForRelease(
  project: Project,
  work: Pick<ProjectLog, 'workflow' | 'id'>,
  signal: AbortSignal,
): Promise<Holder | null> {
  const { folder, path: log } = logOf(project, work);
  const until = performance.now() + PATIENCE_MS;
  let holder = findConductor(folder, path.basename(log));
  while (holder !== null && performance.now() < until && !signal.aborted) {
    await pause(LOOK_EVERY_MS);
    holder = findConductor(folder, path.basename(log));
  }
  return holder;
}
