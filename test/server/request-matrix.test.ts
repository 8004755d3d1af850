import path from 'node:path';
import { expect, test } from 'vitest';
import { record } from '../support/scorecard.ts';
import { apiPaths, csrfHeader, eventStreamPath } from '../../src/schema/api/paths.ts';
import { runProject } from '../support/run-project.ts';
import { openProject } from '../../src/index.ts';
import { expectOk } from '../support/conduct-session.ts';
import { hashOfFiles, type RawRequest, request, serving } from './serving.ts';

/** What the rules say, written a second time. */
interface Wanted {
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
}

interface Tried {
  readonly host: string;
  readonly origin: string | undefined;
  readonly site: string | undefined;
  readonly type: string | undefined;
  readonly credential: Credential;
}

type Credential = 'none' | 'wrong token' | 'wrong cookie' | 'cookie' | 'cookie and csrf' | 'token';

function expectedStatus(method: string, tried: Tried, { hosts, origins }: Wanted): number {
  if (!hosts.includes(tried.host)) return 421;
  if (tried.origin !== undefined && !origins.includes(tried.origin)) return 403;
  if (tried.site !== undefined && tried.site !== 'same-origin' && tried.site !== 'none') return 403;
  if (method === 'POST' && tried.type !== 'application/json') return 415;
  if (tried.credential === 'none' || tried.credential.startsWith('wrong')) return 401;
  return method === 'POST' && tried.credential === 'cookie' ? 403 : 200;
}

async function scene() {
  const project = runProject();
  expectOk(await expectOk(openProject(project.folder, { env: project.env })).remember());
  const server = await serving(project.env);
  const browser = await server.browser();
  const { port } = server;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const wanted = { hosts, origins: hosts.map((host) => `http://${host}`) };
  const credentials: Record<Credential, Record<string, string>> = {
    none: {},
    'wrong token': { authorization: `Bearer ${'0'.repeat(64)}` },
    'wrong cookie': { cookie: `orchestral-${port}=${'0'.repeat(64)}` },
    cookie: { cookie: browser.cookie },
    'cookie and csrf': { cookie: browser.cookie, [csrfHeader]: browser.csrf },
    token: { authorization: `Bearer ${server.token}` },
  };
  const headersOf = ({ host, origin, site, type, credential }: Tried) => ({
    host,
    ...(origin !== undefined && { origin }),
    ...(site !== undefined && { 'sec-fetch-site': site }),
    ...(type !== undefined && { 'content-type': type }),
    ...credentials[credential],
  });
  const state = () => hashOfFiles([project.folder, path.join(project.home, 'state')]);
  return { ...server, browser, project, wanted, headersOf, state, credentials };
}

const SEEN = { method: 'POST', path: '/api/home/seen', body: '{}' };

test('of all hosts, origins, sites, types and credentials only the right ones pass', async () => {
  const { port, wanted, headersOf, state } = await scene();
  const hosts = [...wanted.hosts, 'evil.test', `evil.test:${port}`, `127.0.0.1:${port + 1}`, '127.0.0.1', ''];
  const origins = [undefined, wanted.origins[0], 'http://evil.test', 'null', `http://127.0.0.1:${port + 1}`];
  const sites = [undefined, 'same-origin', 'none', 'same-site', 'cross-site'];
  const before = state();
  const wrong: string[] = [];
  let count = 0;
  const passes: RawRequest[] = [];
  const credentials = ['none', 'cookie', 'cookie and csrf', 'token'] as const;
  for (const host of hosts)
    for (const origin of origins)
      for (const site of sites)
        for (const credential of credentials)
          for (const [base, type] of [
            [{ method: 'GET', path: '/api/session' }, undefined],
            [SEEN, 'application/json'],
            [SEEN, 'text/plain'],
          ] as const) {
            const tried = { host, origin, site, type, credential };
            const expected = expectedStatus(base.method, tried, wanted);
            const asked = { ...base, headers: headersOf(tried) };
            if (expected === 200 && base.method === 'POST') {
              passes.push(asked);
              continue;
            }
            count += 1;
            const { status } = await request(port, asked);
            if (status !== expected) wrong.push(`${base.method} ${JSON.stringify(tried)}: ${status}, not ${expected}`);
          }
  expect(wrong).toEqual([]);
  record({
    promise: 'Other pages and programs get nothing of the dashboard',
    asked:
      'hosts × origins × sites × methods × types × credentials, ≥ 300 requests: only right ones pass, nothing changes otherwise',
    measured: `${count} wrong requests refused, ${passes.length} right ones let in`,
  });
  expect(count).toBeGreaterThan(1000);
  expect(state()).toBe(before);
  for (const asked of passes) expect(await request(port, asked)).toMatchObject({ status: 200 });
  expect(state()).not.toBe(before);
});

test('every route refuses what is not let in, changes nothing by it, and lets the right request through', async () => {
  const { port, wanted, headersOf, state, credentials } = await scene();
  const [host = ''] = wanted.hosts;
  const right: Tried = { host, origin: undefined, site: undefined, type: 'application/json', credential: 'token' };
  const before = state();
  const wrong: string[] = [];
  const all = [...Object.values(apiPaths), `GET ${eventStreamPath}`];
  let count = 0;
  for (const one of all) {
    const [method = '', pattern = ''] = one.split(' ');
    const isOpen = pattern === '/api/identify' || one === 'POST /api/session';
    // What is filled in exists nowhere: whoever gets this far changes nothing either.
    const target = pattern.replaceAll(/:\w+/g, 'x');
    const body = method === 'POST' || method === 'PUT' ? '{"unknown":1}' : undefined;
    const type = body === undefined ? undefined : 'application/json';
    const bad: (readonly [Partial<Tried>, number])[] = [
      [{ host: 'evil.test' }, 421],
      [{ host: `127.0.0.1.evil.test:${port}` }, 421],
      [{ origin: 'https://evil.test' }, 403],
      [{ origin: 'null' }, 403],
      [{ site: 'cross-site' }, 403],
      [{ site: 'same-site' }, 403],
      ...(body === undefined
        ? []
        : ([
            [{ type: 'text/plain' }, 415],
            [{ type: 'application/x-www-form-urlencoded' }, 415],
          ] as const)),
      ...(isOpen ? [] : ([[{ credential: 'none' }, 401]] as const)),
      ...(isOpen || method === 'GET' ? [] : ([[{ credential: 'cookie' }, 403]] as const)),
    ];
    for (const [change, status] of bad) {
      count += 1;
      const headers = headersOf({ ...right, type, ...change });
      const answer = await request(port, { method, path: target, headers, body });
      if (answer.status !== status) wrong.push(`${one} ${JSON.stringify(change)}: ${answer.status}, not ${status}`);
      if (Object.keys(answer.headers).some((name) => name.startsWith('access-control')))
        wrong.push(`${one}: a CORS header`);
    }
    for (const other of ['PATCH', 'OPTIONS', 'TRACE', method === 'GET' ? 'PUT' : 'GET']) {
      if (all.includes(`${other} ${pattern}`) || pattern.includes(':')) continue;
      count += 1;
      const headers = headersOf({ ...right, type: other === 'PUT' ? 'application/json' : undefined });
      const answer = await request(port, { method: other, path: target, headers });
      if (answer.status !== 405) wrong.push(`${other} ${pattern}: ${answer.status}, not 405`);
    }
    if (one.endsWith('/api/stop') || one.endsWith(eventStreamPath) || method === 'DELETE') continue;
    const let_in = await request(port, { method, path: target, headers: headersOf({ ...right, type }), body });
    if ([401, 403, 405, 415, 421, 500].includes(let_in.status)) wrong.push(`${one}: ${let_in.status}`);
  }
  expect(wrong).toEqual([]);
  record({
    promise: 'Every route of the dashboard is guarded',
    asked: 'every route with every wrong host, origin, site, type, credential and method: refused, nothing changes',
    measured: `${count} wrong requests to ${all.length} routes refused`,
  });
  expect(count).toBeGreaterThan(300);
  expect(state()).toBe(before);
  expect(credentials.none).toEqual({});
});

test('twenty wrong tokens lock out whoever guesses, and nobody else', async () => {
  const { port, wanted, credentials } = await scene();
  const [host = ''] = wanted.hosts;
  const ask = async (credential: Credential) =>
    (await request(port, { method: 'GET', path: '/api/session', headers: { host, ...credentials[credential] } }))
      .status;
  const wrong = [];
  for (let n = 0; n < 21; n += 1) wrong.push(await ask('wrong token'));
  expect(wrong).toEqual([...Array.from({ length: 19 }, () => 401), 429, 429]);
  expect(await ask('token')).toBe(429);
  expect(await ask('cookie')).toBe(200);
});

test('a one-time token is good once', async () => {
  const { port, wanted, program } = await scene();
  const [host = ''] = wanted.hosts;
  const linked = await program('server.link', { body: {} });
  const token = linked.ok ? new URL(linked.value.url).hash.slice('#token='.length) : '';
  const exchange = (body: object) =>
    request(port, {
      method: 'POST',
      path: '/api/session',
      headers: { host, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const first = await exchange({ token });
  expect(first.status).toBe(200);
  expect(first.headers['set-cookie']?.[0]).toMatch(
    new RegExp(`^orchestral-${port}=[0-9a-f]{64}; HttpOnly; SameSite=Strict; Path=/$`),
  );
  expect((await exchange({ token })).status).toBe(401);
  expect((await exchange({ token: '0'.repeat(64) })).status).toBe(401);
});

test('bodies and headers have limits, and pages are never looked for on the disk', async () => {
  const { port, wanted, credentials } = await scene();
  const [host = ''] = wanted.hosts;
  const headers = { host, 'content-type': 'application/json', ...credentials.token };
  const body = JSON.stringify({ at: 'x'.repeat(1024 * 1024) });
  const tooLarge = await request(port, { method: 'POST', path: '/api/home/seen', headers, body }).catch(
    () => undefined,
  );
  expect(tooLarge?.status ?? 413).toBe(413);
  const long = { host, 'x-long': 'x'.repeat(20_000) };
  expect(await request(port, { method: 'GET', path: '/', headers: long })).toMatchObject({ status: 431 });
  const page = await request(port, { method: 'GET', path: '/runs/abc', headers: { host } });
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<title>Orchestral') });
  expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
  for (const target of ['/../package.json', '/..%2fpackage.json', '/%2e%2e/%2e%2e/etc/passwd.txt', '//etc/passwd.js'])
    expect(await request(port, { method: 'GET', path: target, headers: { host } })).toMatchObject({ status: 404 });
});
