import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Certificate } from './own-certificate.ts';

export type OnRequest = http.RequestListener;

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  insecureHTTPParser: false,
} as const;
/** Of one client: on this machine all are one. */
const MOST_SOCKETS = 100;
/** Of all clients of other machines together. */
const MOST_REMOTE_SOCKETS = 400;
const PORTS_TRIED = 100;

export interface Listening {
  readonly port: number;
  readonly close: () => void;
}

/** Listens on the loopback addresses, on the first port that is free on both of them. */
export async function listen(first: number, onRequest: OnRequest): Promise<Result<Listening, Failure>> {
  const last = first === 0 ? 0 : Math.min(65_535, first + PORTS_TRIED - 1);
  for (let port = first; port <= last; port += 1) {
    const server = await tryPort(port, onRequest);
    if (server !== undefined) return ok(server);
  }
  return fail('dashboard.no_port', { port: first });
}

async function tryPort(wanted: number, onRequest: OnRequest): Promise<Listening | undefined> {
  const v4 = await bind('127.0.0.1', wanted, onRequest);
  if (v4 === 'taken' || v4 === 'absent') return undefined;
  const v6 = await bind('::1', v4.port, onRequest);
  // Whoever has it there would be asked in our place by who writes `localhost`.
  if (v6 === 'taken') {
    v4.close();
    return undefined;
  }
  return {
    port: v4.port,
    close: () => {
      v4.close();
      if (v6 !== 'absent') v6.close();
    },
  };
}

/** At one address, with TLS. */
export function listenAt(at: {
  readonly host: string;
  readonly port: number;
  readonly certificate: Certificate;
  readonly onRequest: OnRequest;
}): Promise<Listening | 'taken' | 'absent'> {
  const { host, port, certificate, onRequest } = at;
  const options = {
    ...LIMITS,
    ...certificate,
    minVersion: 'TLSv1.2',
    handshakeTimeout: LIMITS.headersTimeout,
  } as const;
  const server = https.createServer(options, onRequest);
  server.maxConnections = MOST_REMOTE_SOCKETS;
  limitPerAddress(server);
  return opened(server, host, port);
}

/** Nobody keeps the others out by opening more and more. */
function limitPerAddress(server: https.Server): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const remoteAddress = (socket instanceof net.Socket ? socket.remoteAddress : undefined) ?? '';
    const count = (counts.get(remoteAddress) ?? 0) + 1;
    if (count > MOST_SOCKETS) {
      socket.destroy();
      return;
    }
    counts.set(remoteAddress, count);
    socket.once('close', () => {
      const left = (counts.get(remoteAddress) ?? 1) - 1;
      if (left === 0) counts.delete(remoteAddress);
      else counts.set(remoteAddress, left);
    });
  });
}

function bind(host: string, port: number, onRequest: OnRequest): Promise<Listening | 'taken' | 'absent'> {
  const server = http.createServer(LIMITS, onRequest);
  server.maxConnections = MOST_SOCKETS;
  return opened(server, host, port);
}

function opened(
  server: http.Server | https.Server,
  host: string,
  port: number,
): Promise<Listening | 'taken' | 'absent'> {
  return new Promise((resolve) => {
    server.once('error', (error) => {
      const code = 'code' in error ? error.code : undefined;
      resolve(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' || code === 'EINVAL' ? 'absent' : 'taken');
    });
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : port,
        close: () => {
          server.close();
          server.closeAllConnections();
        },
      });
    });
  });
}
