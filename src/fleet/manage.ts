import { FLEET_PROTOCOL, type WorkerReport } from '../schema/fleet.ts';
import type { FleetConnection } from './connect.ts';
import type { ConductorKey, WorkerKey } from './keys.ts';
import { sendMessage } from './mailbox.ts';
import type { Queue } from './packages.ts';
import { fleetPlaces, queueName } from './places.ts';
import { KnownWorkers } from './signing.ts';
import { readReports } from './worker-reports.ts';

/** A fleet at a glance. */
export interface FleetStatus {
  readonly workers: readonly (WorkerReport & { readonly isUsable: boolean })[];
  /** `label`: null for jobs that any worker may take. */
  readonly queues: readonly { readonly label: string | null; readonly waiting: number; readonly active: number }[];
  readonly isPaused: boolean;
  readonly isDurable: boolean;
}

export async function readFleetStatus(connection: FleetConnection, key: WorkerKey): Promise<FleetStatus> {
  const places = fleetPlaces(key.fleet);
  const found = await readReports(connection.redis, { places, known: new KnownWorkers(key) });
  const workers = found
    .map((report) => ({ ...report, isUsable: report.protocol === FLEET_PROTOCOL }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
  const labels = await labelsIn(connection, key);
  const queues: FleetStatus['queues'][number][] = [];
  let isPaused = false;
  for (const label of labels) {
    const counts = await withQueue(connection, key, label, async (queue) => {
      isPaused ||= await queue.isPaused();
      return queue.getJobCounts('wait', 'paused', 'prioritized', 'delayed', 'active');
    });
    const { active = 0, ...others } = counts;
    const waiting = Object.values(others).reduce((sum, count) => sum + count, 0);
    queues.push({ label: label ?? null, waiting, active });
  }
  return { workers, queues, isPaused, isDurable: connection.isDurable };
}

/** Whether a job is begun. Those that run go on. */
export async function setPaused(connection: FleetConnection, key: ConductorKey, isPaused: boolean): Promise<void> {
  for (const label of await labelsIn(connection, key))
    await withQueue(connection, key, label, (queue) => (isPaused ? queue.pause() : queue.resume()));
}

/** The worker ends when its steps are done. */
export async function drainWorker({ redis }: FleetConnection, key: ConductorKey, worker: string): Promise<void> {
  const message = new KnownWorkers(key).address(key, worker, { type: 'drain' });
  const { mailbox } = fleetPlaces(key.fleet);
  await sendMessage(redis, { place: mailbox(worker), message, signal: AbortSignal.timeout(5_000) });
}

/** Takes away everything that Redis has of the fleet but what workers say of themselves; how many entries that was. */
export async function forgetFleet(connection: FleetConnection, key: ConductorKey): Promise<number> {
  const { prefix } = fleetPlaces(key.fleet);
  const found = (await keysBelow(connection, `${prefix}:*`)).filter(
    (name) => !name.startsWith(`${prefix}:worker`) && name !== `${prefix}:workers`,
  );
  for (let at = 0; at < found.length; at += 500) await connection.redis.call('DEL', ...found.slice(at, at + 500));
  return found.length;
}

/** Of all queues that there are; undefined for that of jobs that any worker may take. */
async function labelsIn(connection: FleetConnection, { fleet }: WorkerKey): Promise<readonly (string | undefined)[]> {
  const before = `${fleetPlaces(fleet).prefix}:${queueName()}-`;
  const metas = await keysBelow(connection, `${before}*:meta`);
  return [undefined, ...metas.map((name) => name.slice(before.length, -':meta'.length)).sort()];
}

async function keysBelow({ redis }: FleetConnection, pattern: string): Promise<string[]> {
  const found: string[] = [];
  let cursor = '0';
  do {
    const answer = await redis.call('SCAN', cursor, 'MATCH', pattern, 'COUNT', 1000);
    const [next, keys] = Array.isArray(answer) ? (answer as unknown[]) : [];
    found.push(...(Array.isArray(keys) ? (keys as unknown[]) : []).filter((one) => typeof one === 'string'));
    cursor = typeof next === 'string' ? next : '0';
  } while (cursor !== '0');
  return found;
}

async function withQueue<T>(
  { packages, redis }: FleetConnection,
  { fleet }: WorkerKey,
  label: string | undefined,
  work: (queue: Queue) => Promise<T>,
): Promise<T> {
  const { prefix } = fleetPlaces(fleet);
  const options = { connection: redis, prefix, streams: { events: { maxLen: 100 } } };
  const queue = new packages.Queue(queueName(label), options);
  queue.on('error', () => undefined);
  try {
    return await work(queue);
  } finally {
    await queue.close();
  }
}
