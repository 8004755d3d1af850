import fs from 'node:fs';
import path from 'node:path';
import { throwFailure, unwrap } from '../../base/failure.ts';
import { connectFleet, type FleetConnection } from '../../fleet/connect.ts';
import {
  formatWorkerKey,
  obtainConductorKey,
  parseWorkerKey,
  readConductorKey,
  type WorkerKey,
} from '../../fleet/keys.ts';
import { drainWorker, type FleetStatus, forgetFleet, readFleetStatus, setPaused } from '../../fleet/manage.ts';
import { getErrno } from '../../files/disk-failure.ts';
import type { JobKind } from '../../schema/fleet.ts';
import { privateFolder } from '../../store/private-folder.ts';
import { meantFleet } from '../conductor/step-fleet.ts';
import type { Environment } from '../user-config.ts';

/** Which fleet is meant: what a person says now, else what their configuration says. */
export interface FleetContext {
  readonly env: Environment;
  readonly url: string | undefined;
}

export function fleetUrl({ env, url }: FleetContext): string {
  return meantFleet({ env, fleet: url }) ?? throwFailure('fleet.no_url', {});
}

/** The line that lets a worker in, for steps or for checks. Made when it is first asked for. */
export function readFleetKey({ env }: Pick<FleetContext, 'env'>, takes: JobKind): string {
  return formatWorkerKey(obtainConductorKey(unwrap(privateFolder(env))), takes);
}

/** The key of a worker: of a file, of the environment, or of this machine, where the conductor runs here, too. */
export function workerKeyFor(env: Environment, file: string | undefined): WorkerKey {
  if (file !== undefined) return unwrap(parseWorkerKey(readKeyFile(file)));
  const given = env['ORCHESTRAL_FLEET_KEY'];
  if (given !== undefined && given !== '') return unwrap(parseWorkerKey(given));
  return readConductorKey(unwrap(privateFolder(env))) ?? throwFailure('fleet.no_worker_key', {});
}

function readKeyFile(file: string): string {
  try {
    return fs.readFileSync(path.resolve(file), 'utf8');
  } catch (error) {
    const errno = getErrno(error);
    if (errno === 'ENOENT') return throwFailure('file.missing', {}, { path: file });
    return errno === undefined ? unwrapError(error) : throwFailure('file.unreadable', { errno }, { path: file });
  }
}

function unwrapError(error: unknown): never {
  throw error;
}

export function fleetStatus(context: FleetContext): Promise<FleetStatus> {
  return withFleet(context, (connection) => readFleetStatus(connection, workerKeyFor(context.env, undefined)));
}

export function pauseFleet(context: FleetContext, isPaused: boolean): Promise<void> {
  return withFleet(context, (connection) => setPaused(connection, conductorKey(context), isPaused));
}

/** Tells workers to end when their steps are done: the named one, or all. How many were told. */
export function drainFleet(context: FleetContext, named: string | undefined): Promise<number> {
  return withFleet(context, async (connection) => {
    const key = conductorKey(context);
    const { workers } = await readFleetStatus(connection, key);
    const meant = workers.filter(({ id, name }) => named === undefined || id === named || name === named);
    if (named !== undefined && meant.length === 0) throwFailure('fleet.no_such_worker', { named });
    for (const { id } of meant) await drainWorker(connection, key, id);
    return meant.length;
  });
}

/** Takes away all that Redis has of the fleet. */
export function forget(context: FleetContext): Promise<number> {
  return withFleet(context, (connection) => forgetFleet(connection, conductorKey(context)));
}

function conductorKey({ env }: FleetContext) {
  return readConductorKey(unwrap(privateFolder(env))) ?? throwFailure('fleet.no_key', {});
}

async function withFleet<T>(context: FleetContext, work: (connection: FleetConnection) => Promise<T>): Promise<T> {
  const connection = await connectFleet({ url: fleetUrl(context) });
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}
