import { FLEET_PROTOCOL, type JobKind, jobKind, type KnownReport } from '../schema/fleet.ts';
import type { FleetConnection } from './connect.ts';
import type { ConductorKey, WorkerKey } from './keys.ts';
import { sendMessage } from './mailbox.ts';
import type { Queue } from './packages.ts';
import { fleetPlaces, queueName } from './places.ts';
import { KnownWorkers } from './signing.ts';
import { readReports } from './worker-reports.ts';

/** A fleet at a glance. */
export interface FleetStatus {
  readonly workers: readonly (KnownReport & { readonly isUsable: boolean })[];
  /** `label`: null for jobs that any worker may take. */
  readonly queues: readonly {
    readonly kind: JobKind;
    readonly label: string | null;
    readonly waiting: number;
    readonly active: number;
  }[];
  readonly isPaused: boolean;
  readonly isDurable: boolean;
}

export async function readFleetStatus(connection: FleetConnection, key: WorkerKey): Promise<FleetStatus> {
  const places = fleetPlaces(key.fleet);
  const found = await readReports(connection.redis, { places, known: new KnownWorkers(key) });
  const workers = found
    .map((report) => ({ ...report, isUsable: report.protocol === FLEET_PROTOCOL }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
  const queues: FleetStatus['queues'][number][] = [];
  let isPaused = false;
  for (const { kind, label } of await findQueues(connection, key)) {
    const counts = await withQueue(connection, queuePlace(key, { kind, label }), async (queue) => {
      isPaused ||= await queue.isPaused();
      return queue.getJobCounts('wait', 'paused', 'prioritized', 'delayed', 'active');
    });
    const { active = 0, ...others } = counts;
    const waiting = Object.values(others).reduce((sum, count) => sum + count, 0);
    // Where nobody checks there is nothing to say of it.
    const isUsed = kind === 'step' || waiting + active > 0 || workers.some(({ takes }) => takes === kind);
    if (isUsed) queues.push({ kind, label: label ?? null, waiting, active });
  }
  return { workers, queues, isPaused, isDurable: connection.isDurable };
}

/** Whether a job is begun. Those that run go on. */
export async function setPaused(connection: FleetConnection, key: ConductorKey, isPaused: boolean): Promise<void> {
  for (const found of await findQueues(connection, key))
    await withQueue(connection, queuePlace(key, found), (queue) => (isPaused ? queue.pause() : queue.resume()));
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

interface QueueOfJobs {
  readonly kind: JobKind;
  /** Undefined: any worker may take them. */
  readonly label: string | undefined;
}

/** All queues that there are, those of steps first. */
async function findQueues(connection: FleetConnection, { fleet }: WorkerKey): Promise<readonly QueueOfJobs[]> {
  const found: QueueOfJobs[] = [];
  for (const kind of jobKind.options) {
    const before = `${fleetPlaces(fleet).prefix}:${queueName(kind)}-`;
    const metas = await keysBelow(connection, `${before}*:meta`);
    const labels = metas.map((name) => name.slice(before.length, -':meta'.length)).sort();
    found.push({ kind, label: undefined }, ...labels.map((label) => ({ kind, label })));
  }
  return found;
}

interface QueuePlace {
  readonly name: string;
  readonly prefix: string;
}

function queuePlace({ fleet }: WorkerKey, { kind, label }: QueueOfJobs): QueuePlace {
  return { name: queueName(kind, label), prefix: fleetPlaces(fleet).prefix };
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
  { name, prefix }: QueuePlace,
  work: (queue: Queue) => Promise<T>,
): Promise<T> {
  const options = { connection: redis, prefix, streams: { events: { maxLen: 100 } } };
  const queue = new packages.Queue(name, options);
  queue.on('error', () => undefined);
  try {
    return await work(queue);
  } finally {
    await queue.close();
  }
}
