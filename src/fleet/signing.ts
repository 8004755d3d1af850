import {
  createHmac,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { throwFailure } from '../base/failure.ts';
import { parseJson } from '../base/json.ts';
import type { JobKind } from '../schema/fleet.ts';
import { type ConductorKey, exportPublic, importPublic, nameOf, type WorkerKey } from './keys.ts';

/*
 * What many have to be able to check is signed (Ed25519): jobs, and what workers say of themselves. What passes between the
 * conductor and one worker is sealed with a secret that only these two can make, from the private key of one and the
 * public key of the other (X25519): that says as much to them, for a twentieth of the processor time.
 */

/** A message as it travels: its text, and what shows who says it to whom. It has a signature or a seal. */
export interface SignedMessage {
  readonly body: string;
  readonly signature?: string;
  readonly seal?: string;
  /** How the worker introduces itself; absent where the conductor speaks. */
  readonly from?: string;
}

/** What a signature is good for: the same text to somebody else, or in another fleet, is another message. */
interface Purpose {
  readonly fleet: string;
  /** `job`, `worker/…` or `owner/…`: whom it is for. */
  readonly to: string;
}

/** A job for whichever worker gets it. */
export function signJob({ fleet, privateKey }: ConductorKey, job: unknown): SignedMessage {
  return signed(JSON.stringify(job), privateKey, { fleet, to: 'job' });
}

/** What the conductor signed for that; undefined for everything else. */
export function openJob(message: SignedMessage, key: WorkerKey): unknown {
  return isSigned(message, key.publicKey, { fleet: key.fleet, to: 'job' }) ? parseJson(message.body) : undefined;
}

/** A worker among others: it has keys for as long as it runs, and is named after one of them. */
export interface WorkerIdentity {
  readonly id: string;
  /** For all who were let in. */
  readonly sign: (to: string, value: unknown) => SignedMessage;
  /** For the conductor. */
  readonly seal: (to: string, value: unknown) => SignedMessage;
  /** What the conductor says to this worker; undefined for everything else. */
  readonly open: (message: SignedMessage) => unknown;
}

export function workerIdentity({ fleet, join, publicKey: conductor, pairPublic }: WorkerKey): WorkerIdentity {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pair = generateKeyPairSync('x25519');
  const key = exportPublic(publicKey);
  const pairKey = exportPublic(pair.publicKey);
  const binding = sign(null, bindingText(fleet, pairKey), privateKey).toString('base64url');
  const from = [key, passFor(join, key), pairKey, binding].join('.');
  const id = nameOf(key);
  const secret = sharedSecret({ privateKey: pair.privateKey, publicKey: pairPublic }, { fleet, id });
  if (secret === undefined) return throwFailure('fleet.bad_key', {});
  const inbox = { fleet, to: `worker/${id}` };
  return {
    id,
    sign: (to, value) => ({ ...signed(JSON.stringify(value), privateKey, { fleet, to }), from }),
    seal: (to, value) => ({ ...sealed(JSON.stringify(value), secret, { fleet, to }), from }),
    open: (message) =>
      isSealed(message, secret, inbox) || isSigned(message, conductor, inbox) ? parseJson(message.body) : undefined,
  };
}

/** Who says what, where a worker that was let in says it. */
export interface FromWorker {
  readonly worker: string;
  readonly takes: JobKind;
  readonly value: unknown;
}

interface KnownWorker {
  readonly id: string;
  readonly takes: JobKind;
  readonly publicKey: KeyObject;
  /** Known to the conductor alone, beside the worker. */
  readonly secret: Buffer | undefined;
}

/** The workers that were let in, as somebody of the fleet knows them: each introduction is checked once. */
export class KnownWorkers {
  readonly #key: WorkerKey & Partial<ConductorKey>;
  readonly #introduced = new Map<string, KnownWorker>();
  readonly #secrets = new Map<string, Buffer>();

  constructor(key: WorkerKey | ConductorKey) {
    this.#key = key;
  }

  open(message: SignedMessage, to: string): FromWorker | undefined {
    if (message.from === undefined) return undefined;
    const known = this.#introduced.get(message.from) ?? this.#letIn(message.from);
    if (known === undefined) return undefined;
    const { id, takes, publicKey, secret } = known;
    const purpose = { fleet: this.#key.fleet, to };
    const isGenuine =
      (secret !== undefined && isSealed(message, secret, purpose)) || isSigned(message, publicKey, purpose);
    return isGenuine ? { worker: id, takes, value: parseJson(message.body) } : undefined;
  }

  #letIn(from: string): KnownWorker | undefined {
    const { fleet, pairPrivate } = this.#key;
    const [key = '', pass = '', pairKey = '', binding = ''] = from.split('.');
    const takes = this.#jobsFor(key, pass);
    if (takes === undefined) return undefined;
    const [publicKey, pairPublic] = [importPublic(key), importPublic(pairKey, 'x25519')];
    if (publicKey === undefined || pairPublic === undefined) return undefined;
    // All who were let in can make a pass for any key: that this one is the worker's own shows its signature.
    if (!verify(null, bindingText(fleet, pairKey), publicKey, Buffer.from(binding, 'base64url'))) return undefined;
    const id = nameOf(key);
    const keys = pairPrivate && { privateKey: pairPrivate, publicKey: pairPublic };
    const secret = keys && sharedSecret(keys, { fleet, id });
    const known = { id, takes, publicKey, secret };
    this.#introduced.set(from, known);
    if (secret !== undefined) this.#secrets.set(id, secret);
    return known;
  }

  /** For which jobs a worker was let in; a worker only knows those that were let in as it was. */
  #jobsFor(key: string, pass: string): JobKind | undefined {
    const { join, takes, joinChecks } = this.#key;
    if (isEqual(pass, passFor(join, key))) return takes;
    return joinChecks !== undefined && isEqual(pass, passFor(joinChecks, key)) ? 'check' : undefined;
  }

  /** Something for one worker: signed where it was not heard of yet. */
  address(key: ConductorKey, worker: string, value: unknown): SignedMessage {
    const secret = this.#secrets.get(worker);
    const body = JSON.stringify(value);
    const purpose = { fleet: key.fleet, to: `worker/${worker}` };
    return secret === undefined ? signed(body, key.privateKey, purpose) : sealed(body, secret, purpose);
  }
}

function signed(body: string, key: KeyObject, purpose: Purpose): SignedMessage {
  return { body, signature: sign(null, Buffer.from(textFor(body, purpose)), key).toString('base64url') };
}

function isSigned({ body, signature }: SignedMessage, key: KeyObject, purpose: Purpose): boolean {
  if (signature === undefined) return false;
  return verify(null, Buffer.from(textFor(body, purpose)), key, Buffer.from(signature, 'base64url'));
}

function sealed(body: string, secret: Buffer, purpose: Purpose): SignedMessage {
  return { body, seal: sealOf(body, secret, purpose) };
}

function isSealed({ body, seal }: SignedMessage, secret: Buffer, purpose: Purpose): boolean {
  return seal !== undefined && isEqual(seal, sealOf(body, secret, purpose));
}

function sealOf(body: string, secret: Buffer, purpose: Purpose): string {
  return createHmac('sha256', secret).update(textFor(body, purpose)).digest('base64url');
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function passFor(join: Buffer, key: string): string {
  return createHmac('sha256', join).update(`worker\n${key}`).digest('base64url');
}

function bindingText(fleet: string, pairKey: string): Buffer {
  return Buffer.from(textFor(pairKey, { fleet, to: 'pair' }));
}

/** Undefined where the public key is one that gives everybody the same. */
function sharedSecret(
  keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject },
  { fleet, id }: { readonly fleet: string; readonly id: string },
): Buffer | undefined {
  try {
    return Buffer.from(hkdfSync('sha256', diffieHellman(keys), fleet, `orchestral fleet pair ${id}`, 32));
  } catch {
    return undefined;
  }
}

function textFor(body: string, { fleet, to }: Purpose): string {
  return `orchestral fleet\n${fleet}\n${to}\n${body}`;
}
