import path from 'node:path';
import { unwrap } from '../src/base/failure.ts';
import { ok } from '../src/base/result.ts';
import { shownRecord } from '../src/engine/conductor/open-workflow.ts';
import { projectHash } from '../src/engine/project.ts';
import { privateFolder } from '../src/store/private-folder.ts';
import type { AutoEvent } from '../src/workflows/auto/events.ts';
import {
  type AutoProject,
  type AutoStore,
  autoProject,
  commitAll,
  planOf,
  started,
} from '../test/support/auto-store.ts';

/** A project whose log holds a planned graph of so many tasks, as `orchestral auto` leaves it. */
export async function plannedProject(tasks: number): Promise<AutoProject> {
  const project = autoProject();
  const home = unwrap(privateFolder(process.env));
  const record = shownRecord(path.join(home, projectHash(project.folder)), project.log);
  const store = await project.open({ record });
  await commitAll(store, planOf(tasks));
  await store.close();
  return project;
}

/** What happens to tasks, over and over: one is started, completed, and opened again; then the next. */
export function* happenings(tasks: number): Generator<AutoEvent, never> {
  const ids = Array.from(
    { length: Math.min(tasks, 1_000) },
    (_, index) => `T1.${1 + Math.floor((index * tasks) / Math.min(tasks, 1_000))}`,
  );
  const events = ids.flatMap((id): AutoEvent[] => [
    started(id),
    { type: 'task_completed', data: { id, seconds: 42 } },
    { type: 'task_reopened', data: { id } },
  ]);
  for (;;) yield* events;
}

export interface Committing {
  readonly events: Generator<AutoEvent, never>;
  /** How many commit at once, each waiting for its commit before it makes the next. */
  readonly committers: number;
  readonly until: () => boolean;
}

export async function commitAtOnce(
  store: AutoStore,
  { events, committers, until }: Committing,
): Promise<{ readonly commits: number; readonly ms: number }> {
  const began = performance.now();
  let commits = 0;
  const commitOneAfterTheOther = async () => {
    while (!until()) {
      await commit(store, events.next().value);
      commits += 1;
    }
  };
  await Promise.all(Array.from({ length: committers }, commitOneAfterTheOther));
  return { commits, ms: performance.now() - began };
}

export async function commit(store: AutoStore, event: AutoEvent): Promise<void> {
  const done = await store.commit(() => ok([event]));
  if (!done.ok) throw new Error(`not committed: ${JSON.stringify(done.error)}`);
}
