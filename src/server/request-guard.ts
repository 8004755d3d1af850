import type { IncomingHttpHeaders } from 'node:http';
import { failure, type Failure } from '../base/failure.ts';

/** A request that is refused before anybody looks at what it wants. */
export interface Refusal {
  readonly status: 403 | 405 | 415 | 421;
  readonly failure: Failure;
}

export interface GuardedRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Whether the path is of the API: only there something can be changed. */
  readonly isApi: boolean;
}

/** What this server is called where a request can come in: `127.0.0.1:3000`. */
export interface OwnNames {
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
  /** Whether that is how other machines call it. */
  readonly isRemote: boolean;
}

export function ownNames(port: number): OwnNames {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `${host}:${port}`);
  // Browsers leave the port out where it is the protocol's own.
  if (port === 80) hosts.push('127.0.0.1', 'localhost', '[::1]');
  return { hosts: new Set(hosts), origins: new Set(hosts.map((host) => `http://${host}`)), isRemote: false };
}

/** Of an address with TLS: exactly this one. */
export function remoteNames(origin: string): OwnNames {
  return { hosts: new Set([new URL(origin).host]), origins: new Set([origin]), isRemote: true };
}

const SAFE = new Set(['GET', 'HEAD']);
const CHANGING = new Set(['POST', 'PUT', 'DELETE']);

/** As what the server was called; undefined for a name that is not its own. */
export function namesCalled({ host = '' }: IncomingHttpHeaders, all: readonly OwnNames[]): OwnNames | undefined {
  return all.find(({ hosts }) => hosts.has(host));
}

/**
 * The first checks of every request, in this order: its host, its origin, its site, its method, its type. A page of
 * another site passes none of them, and neither does one that gave its own name our address.
 */
export function refuse({ method, headers, isApi }: GuardedRequest, names: OwnNames | undefined): Refusal | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  if (names === undefined) return { status: 421, failure: failure('http.host', { host: short(host) }) };
  if (origin !== undefined && !names.origins.has(origin))
    return { status: 403, failure: failure('http.origin', { origin: short(origin) }) };
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return { status: 403, failure: failure('http.cross_site', { site: short(site) }) };
  if (!SAFE.has(method) && !(isApi && CHANGING.has(method)))
    return { status: 405, failure: failure('http.method', { method: short(method) }) };
  if (hasBody(method, headers) && !isJson(headers['content-type']))
    return { status: 415, failure: failure('http.content_type', {}) };
  return undefined;
}

function hasBody(method: string, headers: IncomingHttpHeaders): boolean {
  const carries = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return carries || method === 'POST' || method === 'PUT';
}

function isJson(type: string | undefined): boolean {
  return /^application\/json(?:; ?charset=utf-8)?$/i.test(type ?? '');
}

/** What a stranger wrote is shown in part only. */
function short(text: string): string {
  return text.slice(0, 100);
}
