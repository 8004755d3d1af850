import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import net from 'node:net';

/** A certificate and its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Browsers take none that is good for longer than about 13 months. */
const GOOD_FOR_MS = 396 * DAY_MS;
const RENEW_BEFORE_MS = 30 * DAY_MS;

/** Whether it can serve this host (a name or an address) for a while yet, and the key is its own. */
export function isGoodFor({ cert, key }: Certificate, host: string, now: Date): boolean {
  try {
    const parsed = new X509Certificate(cert);
    const isNamed = net.isIP(host) === 0 ? parsed.checkHost(host) : parsed.checkIP(host);
    const isInTime = Date.parse(parsed.validTo) - now.getTime() > RENEW_BEFORE_MS;
    return isNamed !== undefined && isInTime && parsed.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/**
 * A certificate that nobody vouches for, for one host: RFC 5280, written out in DER because Node can read certificates
 * and not make them. P-256, signed by itself.
 */
export function makeCertificate(host: string, now: Date): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const name = sequence(set(sequence(oid(COMMON_NAME), der(0x0c, Buffer.from('Orchestral')))));
  const serial = randomBytes(16);
  // Positive, and not to be written shorter.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const content = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    algorithm,
    name,
    sequence(time(new Date(now.getTime() - DAY_MS)), time(new Date(now.getTime() + GOOD_FOR_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions(host))),
  );
  const signature = sign('sha256', content, privateKey);
  const certificate = sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return { cert: pem('CERTIFICATE', certificate), key: exported(privateKey) };
}

const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';
const BASIC_CONSTRAINTS = '551d13';
const KEY_USAGE = '551d0f';
const EXTENDED_KEY_USAGE = '551d25';
const SERVER_AUTH = '2b06010505070301';

function extensions(host: string): Buffer[] {
  const address = addressBytes(host);
  const named = address === undefined ? der(0x82, Buffer.from(host)) : der(0x87, address);
  const [critical, digitalSignature] = [der(0x01, Buffer.from([0xff])), Buffer.from([0x07, 0x80])];
  return [
    extension(SUBJECT_ALT_NAME, sequence(named)),
    extension(BASIC_CONSTRAINTS, sequence(), critical),
    extension(KEY_USAGE, der(0x03, digitalSignature), critical),
    extension(EXTENDED_KEY_USAGE, sequence(oid(SERVER_AUTH))),
  ];
}

function extension(id: string, value: Buffer, ...critical: readonly Buffer[]): Buffer {
  return sequence(oid(id), ...critical, der(0x04, value));
}

/** Undefined for a name. */
function addressBytes(host: string): Buffer | undefined {
  if (net.isIPv4(host)) return Buffer.from(host.split('.').map(Number));
  if (!net.isIPv6(host)) return undefined;
  // The URL parser writes the last two groups as numbers, whatever was given.
  const [head = '', tail = ''] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [groups(head), groups(tail)];
  const all = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

function der(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), value]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(...parts: readonly Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function integer(value: Buffer): Buffer {
  return der(0x02, value);
}

/** `261116130000Z`. */
function time(date: Date): Buffer {
  const text = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(text.slice(2)));
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

function exported(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
