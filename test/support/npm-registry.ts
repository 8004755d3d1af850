import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Registry {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** As much of an npm registry as `npm install` and `npx` need for one package, on loopback. Knows no other package. */
export async function npmRegistry(tarball: string, manifest: { name: string; version: string }): Promise<Registry> {
  const content = fs.readFileSync(tarball);
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
  const server = http.createServer((request, response) => {
    const url = `http://${request.headers.host}`;
    if (request.url === `/${manifest.name}`) {
      const dist = { integrity, tarball: `${url}/${manifest.name}/-/package.tgz` };
      const versions = { [manifest.version]: { ...manifest, dist } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ name: manifest.name, 'dist-tags': { latest: manifest.version }, versions }));
    } else if (request.url === `/${manifest.name}/-/package.tgz`) response.end(content);
    else response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
