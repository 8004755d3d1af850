import { onTestFinished } from 'vitest';
import { connectFleet, type FleetConnection } from '../../src/fleet/connect.ts';
import { Dispatcher, type DispatcherOptions } from '../../src/fleet/dispatcher.ts';
import type { JobHandlers } from '../../src/fleet/open-job.ts';
import { type ConductorKey, obtainConductorKey, type WorkerKey } from '../../src/fleet/keys.ts';
import { type WorkerEvent, WorkerLoop, type WorkerLoopOptions } from '../../src/fleet/worker-loop.ts';
import { temporaryFolder } from './auto-store.ts';

export function newFleetKey(): ConductorKey {
  return obtainConductorKey(temporaryFolder());
}

export async function openConnection(url: string): Promise<FleetConnection> {
  const connection = await connectFleet({ url });
  onTestFinished(() => connection.close());
  return connection;
}

export async function openDispatcher(
  url: string,
  key: ConductorKey,
  { label, grants }: Pick<DispatcherOptions, 'label' | 'grants'> = {},
): Promise<Dispatcher> {
  const connection = await openConnection(url);
  return Dispatcher.open({ connection, key, owner: 'owner', label, grants });
}

export function handlers(given: Partial<JobHandlers> = {}): JobHandlers {
  return {
    signal: new AbortController().signal,
    onEvent: () => undefined,
    check: () => ({ isAnswer: true, problems: [] }),
    ...given,
  };
}

export interface TestWorker {
  readonly loop: WorkerLoop;
  readonly events: WorkerEvent[];
}

export async function startWorker(
  url: string,
  key: WorkerKey,
  options: Partial<WorkerLoopOptions> & Pick<WorkerLoopOptions, 'perform'>,
): Promise<TestWorker> {
  const connection = await openConnection(url);
  const events: WorkerEvent[] = [];
  const loop = new WorkerLoop({
    connection,
    key,
    name: 'worker',
    version: '1.0.0',
    labels: [],
    concurrency: 1,
    onEvent: (event) => events.push(event),
    ...options,
  });
  onTestFinished(() => loop.close());
  return { loop, events };
}

/** Waits until something holds; the limit of the test ends it otherwise. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => void setTimeout(resolve, 10));
}
