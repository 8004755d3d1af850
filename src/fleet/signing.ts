import { createHmac, generateKeyPairSync, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto';
import { parseJson } from '../base/json.ts';
import { type ConductorKey, exportPublic, importPublic, nameOf, type WorkerKey } from './keys.ts';

/** A message as it travels: its text, and who signed it for whom. */
export interface SignedMessage {
  readonly body: string;
  readonly signature: string;
  /** The worker's public key, and that it was let in; absent where the conductor signed. */
  readonly key?: string;
  readonly pass?: string;
}

/** What a signature is good for: the same text to somebody else, or in another fleet, is another message. */
interface Purpose {
  readonly fleet: string;
  /** `job`, `worker/…` or `owner/…`: whom it is for. */
  readonly to: string;
}

export interface Signer {
  readonly id: string;
  readonly sign: (to: string, value: unknown) => SignedMessage;
}

export function conductorSigner({ fleet, privateKey }: ConductorKey): Signer {
  return { id: fleet, sign: (to, value) => signed(JSON.stringify(value), privateKey, { fleet, to }) };
}

/** A worker has a key for as long as it runs, and is named after it. */
export function workerSigner({ fleet, join }: WorkerKey): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = exportPublic(publicKey);
  const pass = passFor(join, key);
  return {
    id: nameOf(key),
    sign: (to, value) => ({ ...signed(JSON.stringify(value), privateKey, { fleet, to }), key, pass }),
  };
}

function signed(body: string, key: KeyObject, purpose: Purpose): SignedMessage {
  return { body, signature: sign(null, signedText(body, purpose), key).toString('base64url') };
}

/** What the conductor signed; undefined for everything else. */
export function openFromConductor(
  message: SignedMessage,
  { fleet, publicKey }: Pick<WorkerKey, 'fleet' | 'publicKey'>,
  to: string,
): unknown {
  const signature = Buffer.from(message.signature, 'base64url');
  if (!verify(null, signedText(message.body, { fleet, to }), publicKey, signature)) return undefined;
  return parseJson(message.body);
}

/** Who says what, where a worker that was let in signed it. */
export interface FromWorker {
  readonly worker: string;
  readonly value: unknown;
}

/** Reads what workers sign. Their keys are read once each. */
export class WorkerVerifier {
  readonly #key: Pick<WorkerKey, 'fleet' | 'join'>;
  readonly #known = new Map<string, KeyObject>();

  constructor(key: Pick<WorkerKey, 'fleet' | 'join'>) {
    this.#key = key;
  }

  open({ body, signature, key, pass }: SignedMessage, to: string): FromWorker | undefined {
    if (key === undefined || pass === undefined) return undefined;
    const known = this.#known.get(key) ?? this.#letIn(key, pass);
    if (known === undefined) return undefined;
    const text = signedText(body, { fleet: this.#key.fleet, to });
    if (!verify(null, text, known, Buffer.from(signature, 'base64url'))) return undefined;
    return { worker: nameOf(key), value: parseJson(body) };
  }

  #letIn(key: string, pass: string): KeyObject | undefined {
    const wanted = Buffer.from(passFor(this.#key.join, key));
    const given = Buffer.from(pass);
    if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return undefined;
    const imported = importPublic(key);
    if (imported !== undefined) this.#known.set(key, imported);
    return imported;
  }
}

function passFor(join: Buffer, key: string): string {
  return createHmac('sha256', join).update(`worker\n${key}`).digest('base64url');
}

function signedText(body: string, { fleet, to }: Purpose): Buffer {
  return Buffer.from(`orchestral fleet\n${fleet}\n${to}\n${body}`);
}
