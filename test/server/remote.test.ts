import { X509Certificate } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeCertificate } from '../../src/server/own-certificate.ts';
import { apiPaths, csrfHeader, eventStreamPath } from '../../src/schema/api/paths.ts';
import { runProject } from '../support/run-project.ts';
import { type RawAnswer, type RawRequest, request, serving } from './serving.ts';

const ADDRESS = '127.0.0.2';

interface Remote {
  readonly origin: string;
  readonly host: string;
  readonly ask: (asked: RawRequest) => Promise<RawAnswer>;
  /** Signs a device in with a token of a pairing link. */
  readonly pair: (token: string) => Promise<RawAnswer>;
}

async function scene() {
  const server = await serving(runProject().env);
  const link = async () => {
    const linked = await server.program('server.remote', { body: { address: ADDRESS } });
    if (!linked.ok) throw new Error(linked.error.message);
    return linked.value;
  };
  const first = await link();
  const { origin, host } = new URL(first.url);
  const remote = remoteAt(origin, host);
  const pairDevice = async () => {
    const opened = await remote.pair(tokenIn((await link()).url));
    const cookie = opened.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const { csrf } = JSON.parse(opened.text) as { csrf: string };
    return { cookie, csrf };
  };
  return { server, first, link, remote, pairDevice };
}

function remoteAt(origin: string, host: string): Remote {
  const ask = ({ method, path, headers = {}, body }: RawRequest) =>
    new Promise<RawAnswer>((resolve, reject) => {
      const { hostname, port } = new URL(origin);
      const options = { host: hostname, port, method, path, headers, setHost: false, agent: false } as const;
      const asked = https.request({ ...options, rejectUnauthorized: false }, (response) => {
        const done = (text: string) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
          done('');
          response.destroy();
          return;
        }
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => done(text));
      });
      asked.on('error', reject);
      asked.end(body);
    });
  const pair = (token: string) =>
    ask({
      method: 'POST',
      path: '/api/session',
      headers: { host, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
  return { origin, host, ask, pair };
}

function tokenIn(url: string): string {
  return new URL(url).hash.replace('#token=', '');
}

test('a device is paired by a link that is good once, on another machine only, with cookies for TLS alone', async () => {
  const { server, first, remote } = await scene();
  expect(first.url.startsWith(`https://${ADDRESS}:${server.port}/#token=`)).toBe(true);
  const paired = await remote.pair(tokenIn(first.url));
  expect(paired.status).toBe(200);
  expect(paired.headers['set-cookie']?.[0]).toMatch(
    new RegExp(`^__Host-orchestral-${server.port}=[0-9a-f]{64}; HttpOnly; SameSite=Strict; Path=/; Secure$`),
  );
  // Replayed.
  expect(await remote.pair(tokenIn(first.url))).toMatchObject({ status: 401 });
  const cookie = paired.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const read = { method: 'GET', path: '/api/session', headers: { host: remote.host, cookie } };
  expect(await remote.ask(read)).toMatchObject({ status: 200 });
  // What lets a device in lets nobody in on this machine, and the other way round.
  const { port } = server;
  const value = cookie.split('=')[1] ?? '';
  for (const name of [`orchestral-${port}`, `__Host-orchestral-${port}`])
    expect(
      await request(port, { ...read, headers: { host: `127.0.0.1:${port}`, cookie: `${name}=${value}` } }),
    ).toMatchObject({ status: 401 });
  const local = (await server.browser()).cookie.split('=')[1] ?? '';
  for (const name of [`orchestral-${port}`, `__Host-orchestral-${port}`])
    expect(await remote.ask({ ...read, headers: { host: remote.host, cookie: `${name}=${local}` } })).toMatchObject({
      status: 401,
    });
  const linked = await server.program('server.link', { body: {} });
  if (linked.ok) expect(await remote.pair(tokenIn(linked.value.url))).toMatchObject({ status: 401 });
});

test('a pairing link is no good after a minute', async () => {
  const { link, remote } = await scene();
  const { url } = await link();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await remote.pair(tokenIn(url))).toMatchObject({ status: 401 });
});

test('whoever guesses is soon refused without a look, and keeps nobody out on this machine', async () => {
  const { server, link, remote } = await scene();
  const { url } = await link();
  const statuses: number[] = [];
  for (let n = 0; n < 30; n += 1) statuses.push((await remote.pair(String(n).padStart(64, '0'))).status);
  expect(statuses.slice(0, 19)).toEqual(Array.from({ length: 19 }, () => 401));
  expect(new Set(statuses.slice(19))).toEqual(new Set([429]));
  expect(await remote.pair(tokenIn(url))).toMatchObject({ status: 429 });
  await server.browser();
});

test('a device that is revoked is out at once, its open stream too', async () => {
  const { server, remote, pairDevice } = await scene();
  const { cookie } = await pairDevice();
  const other = await pairDevice();
  const { hostname, port } = new URL(remote.origin);
  const ended = new Promise<void>((resolve, reject) => {
    const headers = { host: remote.host, cookie };
    https
      .get({ hostname, port, path: eventStreamPath, headers, rejectUnauthorized: false, agent: false }, (response) => {
        response.on('error', () => undefined).on('close', resolve);
        response.once('data', () => void revoke().catch(reject));
      })
      .on('error', reject);
  });
  const revoke = async () => {
    const listed = await server.program('devices.list', {});
    const [first] = listed.ok ? listed.value : [];
    expect(listed).toMatchObject({ value: [{ name: 'browser' }, { name: 'browser' }] });
    const revoked = await server.program('devices.revoke', { params: { device: first?.id ?? '' } });
    expect(revoked).toMatchObject({ ok: true });
  };
  await ended;
  const read = (shown: string) =>
    remote.ask({ method: 'GET', path: '/api/session', headers: { host: remote.host, cookie: shown } });
  expect(await read(cookie)).toMatchObject({ status: 401 });
  expect(await read(other.cookie)).toMatchObject({ status: 200 });
  expect(await server.program('devices.list', {})).toMatchObject({ value: [{}] });
  expect(await server.program('devices.revoke', { params: { device: 'ffffffff' } })).toMatchObject({
    ok: false,
    error: { code: 'dashboard.no_device' },
  });
});

test('at the remote address every route refuses what is not let in, and programs', async () => {
  const { server, remote, pairDevice } = await scene();
  const { cookie, csrf } = await pairDevice();
  const { origin, host } = remote;
  const right = { host, cookie, [csrfHeader]: csrf, 'content-type': 'application/json' };
  const local = `127.0.0.1:${server.port}`;
  const wrong: string[] = [];
  let count = 0;
  const programsOnly = new Set(['/api/identify', '/api/links', '/api/stop', '/api/remote', '/api/devices']);
  for (const one of [...Object.values(apiPaths), `GET ${eventStreamPath}`, 'GET /', 'GET /runs']) {
    const [method = '', pattern = ''] = one.split(' ');
    const isOpen = pattern === '/api/identify' || one === 'POST /api/session' || !pattern.startsWith('/api');
    const isChange = method !== 'GET';
    const body = method === 'POST' || method === 'PUT' ? '{"unknown":1}' : undefined;
    const { cookie: _, ...without } = right;
    const { [csrfHeader]: __, ...unproven } = right;
    const tried: (readonly [string, Record<string, string>, number])[] = [
      ['other host', { ...right, host: 'evil.test' }, 421],
      ['the loopback name', { ...right, host: local }, 421],
      ['no port', { ...right, host: ADDRESS }, 421],
      ['other origin', { ...right, origin: 'https://evil.test' }, 403],
      ['without TLS', { ...right, origin: origin.replace('https', 'http') }, 403],
      ['loopback origin', { ...right, origin: `http://${local}` }, 403],
      ['cross-site', { ...right, 'sec-fetch-site': 'cross-site' }, 403],
      ['same-site', { ...right, 'sec-fetch-site': 'same-site' }, 403],
      ...(body === undefined ? [] : ([['text', { ...right, 'content-type': 'text/plain' }, 415]] as const)),
      ...(isOpen ? [] : ([['nobody', without, 401]] as const)),
      ...(isOpen || !isChange ? [] : ([['no csrf', unproven, 403]] as const)),
      ...([...programsOnly].some((path) => pattern.startsWith(path))
        ? ([['a device', { ...right, origin }, 403]] as const)
        : []),
    ];
    for (const [what, headers, status] of tried) {
      count += 1;
      const answer = await remote.ask({ method, path: pattern.replaceAll(/:\w+/g, 'x'), headers, body });
      if (answer.status !== status) wrong.push(`${one}, ${what}: ${answer.status}, not ${status}`);
      if (answer.headers['access-control-allow-origin'] !== undefined) wrong.push(`${one}, ${what}: CORS`);
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(500);
  const asProgram = { host, authorization: `Bearer ${server.token}` };
  expect(await remote.ask({ method: 'GET', path: '/api/session', headers: asProgram })).toMatchObject({ status: 401 });
  expect(await remote.ask({ method: 'GET', path: '/api/home', headers: { ...right, origin } })).toMatchObject({
    status: 200,
  });
});

test('whoever opens a hundred connections gets no more, and keeps nobody else out', async () => {
  const { remote } = await scene();
  const { hostname, port } = new URL(remote.origin);
  const sockets = Array.from({ length: 105 }, () => net.connect(Number(port), hostname));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  const ended = sockets.map((socket) => new Promise((resolve) => socket.on('error', resolve).on('close', resolve)));
  let count = 0;
  for (const one of ended) void one.then(() => (count += 1));
  await expect.poll(() => count).toBe(5);
  const status = await new Promise((resolve, reject) => {
    const options = { hostname, port, localAddress: '127.0.0.3', rejectUnauthorized: false, agent: false };
    https.get(options, ({ statusCode }) => resolve(statusCode)).on('error', reject);
  });
  expect(status).toBe(200);
});

test('behind a proxy exactly the public name is known, and only to devices', async () => {
  const server = await serving(runProject().env);
  const { port } = server;
  const linked = await server.program('server.remote', { body: { public_url: 'https://dash.example.test/' } });
  if (!linked.ok) throw new Error(linked.error.message);
  const origin = 'https://dash.example.test';
  expect(linked.value).toMatchObject({ sha256: null, port });
  const opened = await request(port, {
    method: 'POST',
    path: '/api/session',
    headers: { host: 'dash.example.test', origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token: tokenIn(linked.value.url) }),
  });
  expect(opened.headers['set-cookie']?.[0]).toContain('Secure');
  const cookie = opened.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const read = (headers: Record<string, string>) => request(port, { method: 'GET', path: '/api/session', headers });
  const local = `127.0.0.1:${port}`;
  expect(await read({ host: 'dash.example.test', cookie })).toMatchObject({ status: 200 });
  expect(await read({ host: `dash.example.test:${port}`, cookie })).toMatchObject({ status: 421 });
  expect(await read({ host: local, cookie })).toMatchObject({ status: 401 });
  // What a proxy adds is believed by nobody, and a page of one name is none of the other.
  expect(await read({ host: local, 'x-forwarded-host': 'dash.example.test', cookie })).toMatchObject({ status: 401 });
  expect(await read({ host: 'dash.example.test', origin: `http://${local}`, cookie })).toMatchObject({ status: 403 });
  expect(await read({ host: local, origin, cookie })).toMatchObject({ status: 403 });
  const authorization = `Bearer ${server.token}`;
  expect(await read({ host: 'dash.example.test', authorization })).toMatchObject({ status: 401 });
});

test('what is no single address of this machine, or no certificate for it, is refused', async () => {
  const server = await serving(runProject().env);
  const why = async (body: Parameters<typeof server.program<'server.remote'>>[1]['body']) => {
    const answered = await server.program('server.remote', { body });
    return answered.ok ? 'taken' : answered.error.params['why'];
  };
  expect(await why({ address: '0.0.0.0' })).toBe('wildcard');
  expect(await why({ address: '::' })).toBe('wildcard');
  expect(await why({ address: '[::]:3000' })).toBe('wildcard');
  expect(await why({ address: '0' })).toBe('wildcard');
  expect(await why({ address: '*' })).toBe('unresolved');
  expect(await why({ address: 'user@127.0.0.2' })).toBe('unresolved');
  expect(await why({ address: '192.0.2.1' })).toBe('absent');
  expect(await why({ address: `127.0.0.1:${server.port}` })).toBe('taken');
  expect(await why({ public_url: 'http://dash.example.test' })).toBe('public_url');
  expect(await why({ public_url: 'https://dash.example.test/path' })).toBe('public_url');
  const [one, other] = [makeCertificate(ADDRESS, new Date()), makeCertificate(ADDRESS, new Date())];
  expect(await why({ address: ADDRESS, cert: one.cert, key: other.key })).toBe('certificate');
  expect(await server.program('server.remote', { body: { address: ADDRESS, ...one } })).toMatchObject({
    value: { sha256: null },
  });
  // Off again with the server.
  server.stop();
  await server.ended;
  const gone = new Promise((_, reject) => http.get(`http://${ADDRESS}:${server.port}`).on('error', reject));
  await expect(gone).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test.for(['127.0.0.2', '2001:db8::5', '::1', 'laptop.example.test'])('the own certificate is for %s', (host) => {
  const { cert, key } = makeCertificate(host, new Date());
  const parsed = new X509Certificate(cert);
  expect(parsed.verify(parsed.publicKey)).toBe(true);
  expect(host.includes('test') ? parsed.checkHost(host) : parsed.checkIP(host)).toBe(host);
  expect(parsed.checkIP('127.0.0.3')).toBeUndefined();
  expect(parsed.ca).toBe(false);
  expect(key).toContain('PRIVATE KEY');
  expect(Date.parse(parsed.validTo) - Date.now()).toBeLessThan(398 * 24 * 60 * 60 * 1000);
});

test('the own certificate stays the same, so that a device knows it again', async () => {
  const { env } = runProject();
  const fingerprints: (string | null)[] = [];
  for (let n = 0; n < 2; n += 1) {
    const server = await serving(env);
    const linked = await server.program('server.remote', { body: { address: ADDRESS } });
    if (linked.ok) fingerprints.push(linked.value.sha256);
    server.stop();
    await server.ended;
  }
  expect(fingerprints[0]).toMatch(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  expect(fingerprints[1]).toBe(fingerprints[0]);
});
