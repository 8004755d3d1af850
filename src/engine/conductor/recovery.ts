import path from 'node:path';
import { unwrap } from '../../base/failure.ts';
import { ok } from '../../base/result.ts';
import { getErrno } from '../../files/disk-failure.ts';
import type { Disk } from '../../files/disk.ts';
import { sweepTemporaries } from '../../files/temporary.ts';
import type { Documents, WorkflowEvent } from '../../schema/workflow.ts';
import { entriesIn } from '../on-disk.ts';
import type { ConductOptions, Effect } from './effects.ts';
import type { WorkPaths } from './services.ts';

/**
 * Before anything is conducted: processes that an earlier conductor left are ended, and what was in flight is recorded as
 * interrupted, so that it is due again and begins from the tree it began with.
 */
export async function recover<State, Event extends WorkflowEvent, Docs extends Documents, E extends Effect>(
  options: Pick<ConductOptions<State, Event, Docs, E>, 'store' | 'ledger' | 'settle'>,
): Promise<void> {
  await options.settle();
  await recordInterrupted(options);
}

/** Nothing runs here: whoever reads the documents should not read otherwise. */
export async function recordInterrupted<State, Event extends WorkflowEvent, Docs extends Documents, E extends Effect>({
  store,
  ledger,
}: Pick<ConductOptions<State, Event, Docs, E>, 'store' | 'ledger'>): Promise<void> {
  unwrap(await store.commit((state) => ok(ledger.inFlight(state).map((effect) => ledger.interrupted(effect)))));
}

/** Removes the unfinished files that a killed process left wherever a run is written. */
export function sweepUnfinishedFiles(disk: Disk, { home, own, folder }: WorkPaths & { readonly folder: string }): void {
  const steps = path.join(own, 'steps', path.basename(folder));
  for (const place of [home, own, ...inside(own), ...inside(folder), ...inside(steps)]) {
    try {
      sweepTemporaries(disk, place);
    } catch (error) {
      // It costs nobody anything but a little room.
      if (getErrno(error) === undefined) throw error;
    }
  }
}

function inside(folder: string): string[] {
  const folders = entriesIn(folder).filter((entry) => entry.isDirectory());
  return folders.map((entry) => path.join(folder, entry.name));
}
