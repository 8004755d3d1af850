import { createPrivateKey, X509Certificate } from 'node:crypto';
import dns from 'node:dns/promises';
import net from 'node:net';
import { throwFailure, unwrap } from '../base/failure.ts';
import type { DashboardPlace } from '../engine/door/dashboard.ts';
import { listenAt, type Listening, type OnRequest } from './listen.ts';
import { type Certificate, isGoodFor, makeCertificate } from './own-certificate.ts';
import { type OwnNames, remoteNames } from './request-guard.ts';
import type { SignIn } from './sign-in.ts';

/** Where a person wants other devices to come in. */
export interface RemoteWanted {
  readonly address?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly public_url?: string | undefined;
}

export interface RemoteOptions {
  readonly place: Pick<DashboardPlace, 'certificate' | 'keepCertificate'>;
  readonly signIn: SignIn;
  /** The port on this machine. */
  readonly port: number;
  /** A request that came in at the address of its own. */
  readonly onRequest: OnRequest;
}

interface Opened {
  readonly names: OwnNames;
  readonly origin: string;
  /** Of the server's own certificate. */
  readonly sha256: string | null;
  readonly listening: Listening | undefined;
  /** What was asked for, to know it again. */
  readonly wanted: string;
}

/** Lets devices of other machines in: at one address, or through a proxy, or not at all. */
export class RemoteAccess {
  readonly #options: RemoteOptions;
  #opened: Opened | undefined;

  constructor(options: RemoteOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#opened !== undefined;
  }

  /** What the server is called on its own address. */
  get names(): readonly OwnNames[] {
    return this.#opened?.listening === undefined ? [] : [this.#opened.names];
  }

  /** What it is called by who comes through a proxy to the loopback address. */
  get proxiedNames(): readonly OwnNames[] {
    return this.#opened === undefined || this.#opened.listening !== undefined ? [] : [this.#opened.names];
  }

  /** Opens it if it is not open just so, and makes a link that pairs one device. */
  async pair(wanted: RemoteWanted): Promise<{ readonly url: string; readonly sha256: string | null }> {
    const asked = JSON.stringify(wanted);
    if (this.#opened?.wanted !== asked) {
      this.close();
      this.#opened = { ...(await this.#open(wanted)), wanted: asked };
    }
    const { origin, sha256 } = this.#opened;
    return { url: `${origin}/#token=${this.#options.signIn.makeOneTimeToken({ isRemote: true })}`, sha256 };
  }

  /** Whoever was let in is signed out. */
  close(): void {
    this.#opened?.listening?.close();
    this.#opened = undefined;
    this.#options.signIn.revokeAll();
  }

  async #open({ address, cert, key, public_url }: RemoteWanted): Promise<Omit<Opened, 'wanted'>> {
    if (public_url !== undefined) {
      const origin = publicOrigin(public_url);
      return { names: remoteNames(origin), origin, sha256: null, listening: undefined };
    }
    const { host, port } = this.#hostIn(address ?? '');
    const ip = await addressOf(host);
    const given = cert !== undefined && key !== undefined ? { cert, key } : undefined;
    const certificate = given ?? this.#ownCertificate(host);
    if (given !== undefined && !isPair(given))
      throwFailure('dashboard.remote_refused', { why: 'certificate', given: host });
    const name = net.isIPv6(host) ? `[${host}]` : host;
    const listening = await listenAt({ host: ip, port, certificate, onRequest: this.#options.onRequest });
    if (listening === 'taken' || listening === 'absent')
      return throwFailure('dashboard.remote_refused', { why: listening, given: `${name}:${port}` });
    const { origin } = new URL(`https://${name}:${listening.port}`);
    const sha256 = given === undefined ? new X509Certificate(certificate.cert).fingerprint256 : null;
    return { names: remoteNames(origin), origin, sha256, listening };
  }

  #hostIn(address: string): { readonly host: string; readonly port: number } {
    if (net.isIP(address) !== 0) return { host: address, port: this.#options.port };
    const parsed = URL.canParse(`https://${address}`) ? new URL(`https://${address}`) : undefined;
    const isPlain = parsed !== undefined && /^[\w.:[\]-]+$/.test(address);
    if (!isPlain) return throwFailure('dashboard.remote_refused', { why: 'unresolved', given: address });
    const port = /:(\d+)$/.exec(address)?.[1];
    return {
      host: parsed.hostname.replaceAll(/[[\]]/g, ''),
      port: port === undefined ? this.#options.port : Number(port),
    };
  }

  #ownCertificate(host: string): Certificate {
    const { place } = this.#options;
    const now = new Date();
    const kept = place.certificate();
    if (kept !== undefined && isGoodFor(kept, host, now)) return kept;
    const made = makeCertificate(host, now);
    unwrap(place.keepCertificate(made));
    return made;
  }
}

/** The one address to listen on. */
async function addressOf(host: string): Promise<string> {
  const address = await dns.lookup(host).then(
    (found) => found.address,
    () => throwFailure('dashboard.remote_refused', { why: 'unresolved', given: host }),
  );
  return /^(?:0\.0\.0\.0|::|::ffff:0\.0\.0\.0|::ffff:0:0)$/.test(address)
    ? throwFailure('dashboard.remote_refused', { why: 'wildcard', given: host })
    : address;
}

function publicOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    url?.protocol === 'https:' && url.pathname === '/' && `${url.username}${url.search}${url.hash}` === '';
  return isPlain ? url.origin : throwFailure('dashboard.remote_refused', { why: 'public_url', given: text });
}

function isPair({ cert, key }: Certificate): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
