import { fail, type Failure, throwFailure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { fleetPlaces } from './places.ts';
import { loadQueuePackages, type QueuePackages, type Redis } from './packages.ts';

/** A place where jobs and messages are exchanged. Whoever opened it closes it. */
export interface FleetConnection {
  readonly packages: QueuePackages;
  readonly redis: Redis;
  /** Another one, for commands that wait. */
  readonly another: () => Redis;
  /** Whether what is written there survives a crash of Redis. */
  readonly isDurable: boolean;
  readonly close: () => void;
}

export interface ConnectOptions {
  readonly url: string;
  /** Redis went away, or is back. It is waited for. */
  readonly onLost?: (reason: string) => void;
  readonly onBack?: () => void;
}

const CONNECT_MS = 10_000;
/** Longer than any command waits on purpose: a connection that says nothing for so long is made anew. */
const SILENT_MS = 20_000;
const LONGEST_PAUSE_MS = 3_000;
const OLDEST_REDIS = 7;

/** Fails where Redis cannot be reached now; later it is waited for. */
export async function connectFleet({ url, onLost, onBack }: ConnectOptions): Promise<FleetConnection> {
  const address = parseFleetUrl(url);
  if (!address.ok) return throwFailure(address.error.code, address.error.params);
  const packages = await loadQueuePackages();
  const open = () =>
    new packages.Redis(url, {
      lazyConnect: true,
      // Streams are read as lists of pairs.
      protocol: 2,
      maxRetriesPerRequest: null,
      enableReadyCheck: true,
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      keepAlive: 5_000,
      retryStrategy: (times) => Math.min(100 * times, LONGEST_PAUSE_MS),
      // A replica that was promoted, or the other way round.
      reconnectOnError: (error) => error.message.includes('READONLY'),
    });
  const opened: Redis[] = [];
  const redis = open();
  opened.push(redis);
  let reason = '';
  let isLost = false;
  redis.on('error', (error) => (reason = error.message));
  await firstContact(redis, { shown: address.value, why: () => reason });
  redis.on('close', () => {
    if (!isLost) onLost?.(reason);
    isLost = true;
  });
  redis.on('ready', () => {
    if (isLost) onBack?.();
    isLost = false;
  });
  const info = String(await redis.call('INFO'));
  const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? '0';
  const isOther = /^(?:valkey|server_name:valkey)/m.test(info);
  if (!isOther && Number.parseInt(version, 10) < OLDEST_REDIS) {
    redis.disconnect();
    return throwFailure('fleet.old_redis', { version });
  }
  return {
    packages,
    redis,
    another: () => {
      const other = open();
      other.on('error', () => undefined);
      opened.push(other);
      return other;
    },
    isDurable: /^aof_enabled:1/m.test(info),
    close: () => {
      isLost = true;
      for (const one of opened) one.disconnect();
    },
  };
}

async function firstContact(
  redis: Redis,
  { shown, why }: { readonly shown: string; readonly why: () => string },
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), CONNECT_MS);
  });
  try {
    // A user who may not touch the keys of fleets learns it now, not when the first message is never answered.
    await Promise.race([redis.connect().then(() => redis.call('EXISTS', fleetPlaces('').prefix)), late]);
  } catch (error) {
    redis.disconnect();
    const said = why() === '' ? String(error instanceof Error ? error.message : error) : why();
    throwFailure('fleet.unreachable', { url: shown, reason: said });
  } finally {
    clearTimeout(timer);
  }
}

/** The address without what signs in: for people. */
export function parseFleetUrl(url: string): Result<string, Failure> {
  try {
    const { protocol, host, pathname } = new URL(url);
    if ((protocol === 'redis:' || protocol === 'rediss:') && host !== '') return ok(`${protocol}//${host}${pathname}`);
  } catch {
    // Said below.
  }
  return fail('fleet.bad_url', { url: url.replace(/\/\/[^/@]*@/, '//***@') });
}
