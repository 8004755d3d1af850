import { createHash } from 'node:crypto';
import http from 'node:http';
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openDashboardPlace } from '../../src/engine/door/dashboard.ts';
import { type Client, createClient } from '../../src/schema/api/client.ts';
import { failureAnswer } from '../../src/schema/api/failure.ts';
import { csrfHeader } from '../../src/schema/api/paths.ts';
import { readPart } from '../../src/schema/api/read-request.ts';
import { schemasOf } from '../../src/schema/api/routes.ts';
import { serve, type ServeOptions } from '../../src/server/serve.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { expectOk } from '../support/conduct-session.ts';

export interface Serving {
  readonly port: number;
  readonly origin: string;
  readonly token: string;
  readonly stop: () => void;
  readonly ended: Promise<void>;
  /** A program of the user. */
  readonly program: Client;
  /** A browser that was signed in; checks every answer by its schema. */
  readonly browser: () => Promise<Browser>;
}

interface Browser {
  readonly call: Client;
  readonly cookie: string;
  readonly csrf: string;
}

/** A server in this process, for the projects of this environment. Conductors that it starts do nothing. */
export async function serving(
  env: Readonly<Record<string, string | undefined>>,
  options: Partial<ServeOptions> = {},
): Promise<Serving> {
  const pages = temporaryFolder();
  fs.writeFileSync(path.join(pages, 'index.html'), '<!doctype html><title>Orchestral</title>');
  const program = ['/bin/true'] as const;
  const served = expectOk(await serve({ env, version: '1.2.3', program, language: 'en', port: 0, pages, ...options }));
  if (served === null) throw new Error('somebody serves already');
  onTestFinished(() => served.stop());
  const record = expectOk(openDashboardPlace(env)).read();
  if (record === undefined) throw new Error('the server has no record');
  const { token } = record;
  const { origin, port } = served;
  const asProgram = clientAt(origin, () => ({ authorization: `Bearer ${token}` }));
  return {
    port,
    origin,
    token,
    stop: () => served.stop(),
    ended: served.ended,
    program: asProgram,
    browser: () => signIn(origin, asProgram),
  };
}

function clientAt(origin: string, headers: () => Record<string, string>): Client {
  return createClient({
    origin,
    fetch,
    headers,
    decode: (name, value) => checked(readPart(schemasOf(name).answer, value)),
    decodeFailure: (value) => checked(readPart(failureAnswer, value)),
  });
}

function checked<T>(read: ReturnType<typeof readPart<T>>): T {
  if (!read.ok) throw new Error(`not as its schema says: ${JSON.stringify(read.error.slice(0, 5))}`);
  return read.value;
}

async function signIn(origin: string, program: Client): Promise<Browser> {
  const linked = await program('server.link', { body: {} });
  if (!linked.ok) throw new Error(linked.error.code);
  const oneTime = new URL(linked.value.url).hash.replace('#token=', '');
  const opened = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ token: oneTime }),
  });
  const { csrf } = checked(readPart(schemasOf('session.open').answer, await opened.json()));
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { call: clientAt(origin, () => ({ cookie, [csrfHeader]: csrf })), cookie, csrf };
}

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

/** Exactly these headers, whatever a browser would let a page send. */
export function request(port: number, { method, path: target, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const asked = http.request(
      { host: '127.0.0.1', port, method, path: target, headers, setHost: false, agent: false },
      (response) => {
        // A stream never ends: that it was opened is the answer.
        if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: '' });
          response.destroy();
          return;
        }
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Of all that lies there: the same as long as nothing changed. */
export function hashOfFiles(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) {
        const file = path.join(entry.parentPath, entry.name);
        hash.update(file).update(fs.readFileSync(file));
      }
  return hash.digest('hex');
}
