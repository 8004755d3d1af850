import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { catchFailure, throwFailure, unwrap } from '../../base/failure.ts';
import { type DashboardPlace, launch, openDashboardPlace, type ServerRecord } from '../../engine/door/dashboard.ts';
import { type Client, createClient } from '../../schema/api/client.ts';
import { failureAnswer } from '../../schema/api/failure.ts';
import { readPart } from '../../schema/api/read-request.ts';
import { schemasOf } from '../../schema/api/routes.ts';
import type { Context } from '../context.ts';

/** A server of this user that has proven to be theirs. */
export interface FoundServer {
  readonly record: ServerRecord;
  readonly call: Client;
  /** Whether it was started for this. */
  readonly isNew: boolean;
}

const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 50;
const ANSWER_MS = 2_000;

/** The user's server, if one runs; of whatever version. */
export async function findServer({ io }: Pick<Context, 'io'>): Promise<FoundServer | undefined> {
  return findAt(unwrap(openDashboardPlace(io.env)));
}

/** The user's server, of this version: found, or started now and waited for. One of another version is ended first. */
export async function obtainServer(context: Context, folder: string): Promise<FoundServer> {
  const { io } = context;
  const place = unwrap(openDashboardPlace(io.env));
  const until = performance.now() + PATIENCE_MS;
  let isLaunched = false;
  while (performance.now() < until && !io.signal.aborted) {
    const found = await findAt(place);
    if (found !== undefined && found.record.program === io.version) return { ...found, isNew: isLaunched };
    // Another command may have ended it first.
    if (found !== undefined) await catchFailure(() => found.call('server.stop', { body: {} }));
    else if (!isLaunched && !place.isTaken()) isLaunched = launchServer(context, folder);
    await pause(LOOK_EVERY_MS);
  }
  return throwFailure('dashboard.not_started', { seconds: PATIENCE_MS / 1000 });
}

/** In the place of this program, so that its version is ours; in the project whose port counts. */
function launchServer({ io, language }: Context, folder: string): boolean {
  const program = [process.execPath, path.resolve(process.argv[1] ?? '')];
  const args = ['dashboard', '--foreground', '--quiet', '--lang', language, '--project', folder];
  return launch({ program, args, cwd: folder, env: io.env });
}

/** Nothing is sent to whoever listens there before it has proven to know the key of the record. */
async function findAt(place: DashboardPlace): Promise<FoundServer | undefined> {
  const record = place.read();
  if (record === undefined) return undefined;
  const origin = `http://127.0.0.1:${record.port}`;
  const nonce = randomBytes(32).toString('hex');
  try {
    const answered = await clientAt(origin)('server.identify', {
      body: { nonce },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (!answered.ok || !isProof(answered.value.proof, nonce, record)) return undefined;
  } catch {
    // Nobody there, or somebody else.
    return undefined;
  }
  return { record, call: clientAt(origin, record.token), isNew: false };
}

function isProof(proof: string, nonce: string, { key }: ServerRecord): boolean {
  const wanted = createHmac('sha256', key).update(nonce).digest();
  const given = Buffer.from(proof, 'hex');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function clientAt(origin: string, token?: string): Client {
  return createClient({
    origin,
    fetch: (url, init) => fetch(url, { ...init, redirect: 'error' }).catch(gone),
    headers: () => (token === undefined ? {} : { authorization: `Bearer ${token}` }),
    decode: (name, value) => decoded(readPart(schemasOf(name).answer, value)),
    decodeFailure: (value) => decoded(readPart(failureAnswer, value)),
  });
}

/** It ended between two requests. */
function gone(): never {
  return throwFailure('dashboard.not_started', { seconds: 0 });
}

function decoded<T>(read: ReturnType<typeof readPart<T>>): T {
  if (!read.ok) throw new Error('the server answered with something else');
  return read.value;
}
