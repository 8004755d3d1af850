import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openDashboardPlace } from '../../src/engine/door/dashboard.ts';
import { orchestralProcess, programFile } from '../cli/orchestral.ts';
import { terminal } from '../cli/terminal/terminal.ts';
import { expectOk } from '../support/conduct-session.ts';
import { needs } from '../support/needs.ts';
import { rehearsed, runProject } from '../support/run-project.ts';
import { request, serving } from './serving.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(3);

/** A project of a user who has a private folder of their own; whatever server they start is ended with the test. */
function scene(config: { readonly web_port?: number } = {}) {
  const project = runProject({ config: { global: { web_port: 0, ...config } } });
  const { env, folder } = project;
  const place = expectOk(openDashboardPlace(env));
  const orchestral = (...args: string[]) => orchestralProcess(args, { cwd: folder, env: { ...env, CI: '' } });
  onTestFinished(async () => {
    await orchestral('dashboard', '--stop');
  });
  const record = () => {
    const found = place.read();
    if (found === undefined) throw new Error('there is no record');
    return found;
  };
  return { ...project, place, orchestral, record, file: path.join(project.home, 'state/orchestral/dashboard.json') };
}

function originIn(stdout: string): string {
  return new URL(JSON.parse(stdout).url).origin;
}

test('commands that need a server at the same time get one and the same', async () => {
  const { orchestral, record, file } = scene();
  const all = await Promise.all([1, 2, 3].map(() => orchestral('dashboard', '--json')));
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(new Set(all.map(({ stdout }) => originIn(stdout)))).toEqual(new Set([`http://127.0.0.1:${record().port}`]));
  expect(new Set(all.map(({ stdout }) => stdout)).size).toBe(3);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.statSync(path.dirname(file)).mode & 0o077).toBe(0);
  const { pid } = record();
  const { stdout } = await orchestral('start', '--json');
  expect(originIn(stdout)).toBe(`http://127.0.0.1:${record().port}`);
  expect(record().pid).toBe(pid);
  expect(await orchestral('dashboard', '--stop', '--json')).toMatchObject({
    code: 0,
    stdout: '{\n  "stopped": true\n}\n',
  });
  expect(fs.existsSync(file)).toBe(false);
  expect(await orchestral('dashboard', '--stop')).toMatchObject({ code: 0, stdout: 'no dashboard is running\n' });
});

test('after kill -9 the next command starts another, with other secrets', async () => {
  const { orchestral, record } = scene();
  expect((await orchestral('dashboard', '--json')).code).toBe(0);
  const before = record();
  process.kill(before.pid, 'SIGKILL');
  const { stdout, code } = await orchestral('dashboard', '--json');
  expect(code).toBe(0);
  const now = record();
  expect(originIn(stdout)).toBe(`http://127.0.0.1:${now.port}`);
  expect(now.pid).not.toBe(before.pid);
  expect(now.token).not.toBe(before.token);
  const headers = { host: `127.0.0.1:${now.port}`, authorization: `Bearer ${before.token}` };
  expect(await request(now.port, { method: 'GET', path: '/api/home', headers })).toMatchObject({ status: 401 });
});

test('whoever listens on the recorded port without its key is told nothing', async () => {
  const { orchestral, record, file } = scene();
  expect((await orchestral('dashboard', '--json')).code).toBe(0);
  const stale = record();
  await orchestral('dashboard', '--stop');
  const heard: { url: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
  const impostor = http.createServer((asked, response) => {
    let body = '';
    asked.on('data', (chunk: Buffer) => (body += chunk.toString()));
    asked.on('end', () => {
      heard.push({ url: asked.url ?? '', headers: asked.headers, body });
      response.end(JSON.stringify({ proof: '00'.repeat(32), version: stale.program, url: 'http://evil.test' }));
    });
  });
  await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void impostor.close());
  const address = impostor.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  fs.writeFileSync(file, JSON.stringify({ ...stale, port }));
  const { stdout } = await orchestral('dashboard', '--json');
  expect(originIn(stdout)).toBe(`http://127.0.0.1:${record().port}`);
  expect(record().port).not.toBe(port);
  expect(new Set(heard.map(({ url }) => url))).toEqual(new Set(['/api/identify']));
  expect(heard.some(({ headers, body }) => JSON.stringify([headers, body]).includes(stale.token))).toBe(false);
  expect(heard.some(({ headers }) => headers.authorization !== undefined)).toBe(false);
});

test('a taken port moves to the next free one and says so', async () => {
  const other = http.createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  const taken = typeof address === 'object' && address !== null ? address.port : 0;
  const { orchestral, record } = scene({ web_port: taken });
  const { stderr, code } = await orchestral('dashboard');
  expect(code).toBe(0);
  expect(record().port).toBeGreaterThan(taken);
  expect(stderr).toContain(`port ${taken} is taken; the dashboard is on port ${record().port}`);
});

test('a server of another version is replaced', async () => {
  const { orchestral, record, env } = scene();
  const old = await serving(env, { version: '0.0.1' });
  const { stdout, code } = await orchestral('dashboard', '--json');
  expect(code).toBe(0);
  await old.ended;
  expect(record()).toMatchObject({ program: '0.0.0-development' });
  expect(originIn(stdout)).toBe(`http://127.0.0.1:${record().port}`);
});

test('without a terminal only who asks for a dashboard gets one', async () => {
  const { orchestral, place } = scene();
  expect((await orchestral('start', ' ')).stderr).toContain('briefing');
  expect((await orchestral('auto')).code).not.toBe(0);
  expect(place.isTaken()).toBe(false);
});

test('at a terminal, a run says where it can be watched', async (context) => {
  needs(context, 'tmux');
  const { env, folder, home, record } = scene();
  const { until } = terminal({
    columns: 200,
    run: [await programFile(), 'start', 'Do it.', '--trust', '--project', folder],
    env: { ...env, ORCHESTRAL_AGENT: rehearsed(home, {}), ORCHESTRAL_DASHBOARD: '' },
  });
  const screen = await until((shown) => /watch it in the browser[^\n]*:\s*http:\/\/127\.0\.0\.1:/.test(shown));
  expect(screen).toContain(`http://127.0.0.1:${record().port}/#token=`);
});

test('a server that nobody needs ends by itself, and not while a client is there', async () => {
  const { env, place } = scene();
  // Long enough for a busy machine to let the client in before.
  const limits = { idleMs: 2000, lookMs: 50 };
  const server = await serving(env, { limits });
  const client = http.get({
    host: '127.0.0.1',
    port: server.port,
    path: '/api/events',
    headers: { authorization: `Bearer ${server.token}` },
    agent: false,
  });
  client.on('error', () => undefined);
  await new Promise<void>((resolve) => client.on('response', () => resolve()));
  let hasEnded = false;
  void server.ended.then(() => (hasEnded = true));
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(hasEnded).toBe(false);
  client.destroy();
  await server.ended;
  expect(place.read()).toBeUndefined();
  expect(place.isTaken()).toBe(false);
});
