import { type KnownReport, type WorkerReport, workerReport } from '../schema/fleet.ts';
import { signedMessageIn } from './mailbox.ts';
import type { Redis } from './packages.ts';
import type { FleetPlaces } from './places.ts';
import type { KnownWorkers, WorkerIdentity } from './signing.ts';

/** Seconds that a report is good for, by the clock of Redis: clocks of machines may differ. */
const GOOD_FOR_S = 15;

/** Whom a report is for. */
const TO = 'report';

interface Reporting {
  readonly places: FleetPlaces;
  readonly identity: WorkerIdentity;
  readonly report: WorkerReport;
  /** The last message of its mailbox that was read: those before it go. */
  readonly readUntil: string;
}

/** Says that a worker is there, and what it does. */
export async function writeReport(redis: Redis, { places, identity, report, readUntil }: Reporting): Promise<void> {
  const text = JSON.stringify(identity.sign(TO, report));
  await Promise.all([
    redis.call('XTRIM', places.mailbox(report.id), 'MINID', readUntil),
    redis.call('SET', places.report(report.id), text, 'EX', GOOD_FOR_S),
    redis.call('SADD', places.workers, report.id),
    redis.call('EXPIRE', places.mailbox(report.id), 86_400),
  ]);
}

export async function removeReport(redis: Redis, places: FleetPlaces, worker: string): Promise<void> {
  await redis.call('DEL', places.report(worker), places.mailbox(worker));
  await redis.call('SREM', places.workers, worker);
}

/** Those that were there a moment ago. Whoever was not let in is none of them. */
export async function readReports(
  redis: Redis,
  { places, known }: { readonly places: FleetPlaces; readonly known: KnownWorkers },
): Promise<readonly KnownReport[]> {
  const listed = await redis.call('SMEMBERS', places.workers);
  const ids = Array.isArray(listed) ? listed.filter((id) => typeof id === 'string') : [];
  if (ids.length === 0) return [];
  const texts = await redis.call('MGET', ...ids.map((id) => places.report(id)));
  const gone: string[] = [];
  const reports = ids.flatMap((id, index) => {
    const text = Array.isArray(texts) ? (texts as unknown[])[index] : null;
    const message = typeof text === 'string' ? signedMessageIn(text) : undefined;
    if (message === undefined) gone.push(id);
    const said = message === undefined ? undefined : known.open(message, TO);
    const report = workerReport.safeParse(said?.value).data;
    return report !== undefined && said?.worker === id && report.id === id ? [{ ...report, takes: said.takes }] : [];
  });
  if (gone.length > 0) await redis.call('SREM', places.workers, ...gone);
  return reports;
}
