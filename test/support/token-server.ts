import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { onTestFinished } from 'vitest';

export interface RenewedToken {
  readonly access: string;
  readonly refresh: string;
  /** From 1. */
  readonly number: number;
}

export interface TokenServer {
  readonly baseUrl: string;
  /** The tokens that were exchanged, and those that had been exchanged before. */
  readonly taken: readonly string[];
  readonly refused: readonly string[];
  /** The one that is good now. */
  current(): string;
  /** For programs that ask the vendor's own server whatever they are told: they are led here by a proxy. */
  readonly proxied: Readonly<Record<string, string>>;
}

/** Takes each token to renew a sign-in once, `refresh-0` first, and answers with another. */
export async function openTokenServer(
  folder: string,
  answer: (renewed: RenewedToken) => object,
  hosts: readonly string[] = [],
): Promise<TokenServer> {
  let number = 0;
  const [taken, refused]: [string[], string[]] = [[], []];
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      const given = /refresh_token["=:\s]+(refresh-\d+)/.exec(body)?.[1];
      if (given === undefined) return response.writeHead(404).end('{}');
      if (given !== `refresh-${number}`) {
        refused.push(given);
        return response.writeHead(400).end('{"error":"invalid_grant"}');
      }
      number += 1;
      taken.push(given);
      const renewed = answer({ access: `access-${number}`, refresh: `refresh-${number}`, number });
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(renewed));
    });
  });
  const certificate = hosts.length === 0 ? undefined : makeCertificate(folder, hosts);
  server.on('connect', (request, socket) => {
    socket.on('error', () => undefined);
    const [host = ''] = (request.url ?? '').split(':');
    if (certificate === undefined || !hosts.includes(host)) return void socket.end('HTTP/1.1 502 No\r\n\r\n');
    socket.write('HTTP/1.1 200 Yes\r\n\r\n');
    const secure = new tls.TLSSocket(socket, { isServer: true, ...certificate.pair });
    secure.on('error', () => undefined);
    server.emit('connection', secure);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxied = { HTTPS_PROXY: baseUrl, https_proxy: baseUrl, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' };
  return {
    baseUrl,
    taken,
    refused,
    current: () => `refresh-${number}`,
    proxied: certificate === undefined ? {} : { ...proxied, NODE_EXTRA_CA_CERTS: certificate.file },
  };
}

function makeCertificate(folder: string, hosts: readonly string[]) {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const options = ['-subj', '/CN=scripted', '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', cert];
  execFileSync('openssl', [...made, ...options], { stdio: 'pipe' });
  return { file: cert, pair: { key: fs.readFileSync(key), cert: fs.readFileSync(cert) } };
}
