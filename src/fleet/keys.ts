import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type Failure, fail, unwrap } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { realDisk } from '../files/disk.ts';
import { getErrno } from '../files/disk-failure.ts';
import { replaceFile } from '../files/replace.ts';
import type { JobKind } from '../schema/fleet.ts';

/*
 * Two kinds of secrets, because a worker may be poisoned: jobs are signed with a key that only the conductor has, and workers
 * show by a shared secret that they were let in, either for steps or for checks: whoever makes something does not prove it. What
 * each of them says it vouches for with keys of its own.
 */

/** What a worker is given, as one line of text. */
export interface WorkerKey {
  /** Names the fleet. */
  readonly fleet: string;
  /** Of the conductor: for what it signs, and for what it and one worker share. */
  readonly publicKey: KeyObject;
  readonly pairPublic: KeyObject;
  /** Shows that a worker was let in, and for which jobs. */
  readonly join: Buffer;
  readonly takes: JobKind;
}

export interface ConductorKey extends WorkerKey {
  readonly privateKey: KeyObject;
  /** Made from the private key. */
  readonly pairPrivate: KeyObject;
  /** What shows that a worker was let in for checks. */
  readonly joinChecks: Buffer;
}

const PREFIX = 'orchestral-fleet-1';
const CHECKS_PREFIX = 'orchestral-fleet-checks-1';

/** Makes the fleet's key where there is none yet. */
export function obtainConductorKey(privateFolder: string): ConductorKey {
  const known = readConductorKey(privateFolder);
  if (known !== undefined) return known;
  const { privateKey } = generateKeyPairSync('ed25519');
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' });
  const lines = [PREFIX, secret.toString('base64url'), randomBytes(32).toString('base64url')];
  unwrap(replaceFile(realDisk, keyFile(privateFolder), Buffer.from(`${lines.join('.')}\n`)));
  return readConductorKey(privateFolder) ?? unwrap(fail('fleet.bad_key', {}, { path: keyFile(privateFolder) }));
}

/** Undefined where there is none. */
export function readConductorKey(privateFolder: string): ConductorKey | undefined {
  const [prefix, secret = '', join = ''] = (readText(keyFile(privateFolder)) ?? '').trim().split('.');
  if (prefix !== PREFIX) return undefined;
  const der = Buffer.from(secret, 'base64url');
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const derived = (name: string) => Buffer.from(hkdfSync('sha256', der, '', `orchestral fleet ${name}`, 32));
  const pairDer = Buffer.concat([X25519_HEAD, derived('pair')]);
  const pairPrivate = createPrivateKey({ key: pairDer, format: 'der', type: 'pkcs8' });
  const publicKeys = { publicKey: createPublicKey(privateKey), pairPublic: createPublicKey(pairPrivate) };
  const shown = workerKeyOf({ ...publicKeys, join: Buffer.from(join, 'base64url'), takes: 'step' });
  return { ...shown, privateKey, pairPrivate, joinChecks: derived('checks') };
}

/** Of a private X25519 key in PKCS #8; its 32 bytes follow. */
const X25519_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex');

function keyFile(privateFolder: string): string {
  return path.join(privateFolder, 'fleet-key');
}

/** The one line that a worker is given for jobs of this kind. It is a secret: whoever has it can be such a worker. */
export function formatWorkerKey(key: ConductorKey, takes: JobKind): string {
  const [prefix, join] = takes === 'step' ? [PREFIX, key.join] : [CHECKS_PREFIX, key.joinChecks];
  return [prefix, exportPublic(key.publicKey), exportPublic(key.pairPublic), join.toString('base64url')].join('.');
}

export function parseWorkerKey(text: string): Result<WorkerKey, Failure> {
  const [prefix, key = '', pair = '', secret = '', ...rest] = text.trim().split('.');
  const join = Buffer.from(secret, 'base64url');
  const [publicKey, pairPublic] = [importPublic(key), importPublic(pair, 'x25519')];
  if ((prefix !== PREFIX && prefix !== CHECKS_PREFIX) || rest.length > 0 || join.length !== 32)
    return fail('fleet.bad_key', {});
  if (publicKey === undefined || pairPublic === undefined) return fail('fleet.bad_key', {});
  return ok(workerKeyOf({ publicKey, pairPublic, join, takes: prefix === PREFIX ? 'step' : 'check' }));
}

function workerKeyOf(keys: Omit<WorkerKey, 'fleet'>): WorkerKey {
  return { fleet: nameOf(exportPublic(keys.publicKey)), ...keys };
}

/** Of a public key: short, and nobody can make another key with it. */
export function nameOf(publicKey: string): string {
  return createHash('sha256').update(publicKey).digest('base64url').slice(0, 22);
}

export function exportPublic(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).toString('base64url');
}

/** Undefined where the text is no such key. */
export function importPublic(text: string, type: 'ed25519' | 'x25519' = 'ed25519'): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === type ? key : undefined;
  } catch {
    return undefined;
  }
}

function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (getErrno(error) === 'ENOENT') return undefined;
    throw error;
  }
}
