import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openProject } from '../../src/index.ts';
import { hashOfFiles, serving } from '../server/serving.ts';
import { expectOk } from '../support/conduct-session.ts';
import { needs } from '../support/needs.ts';
import { runProject } from '../support/run-project.ts';
import { launchBrowser, openContext } from './browser.ts';
import { sampled } from '../support/tier.ts';

let browser: Browser;

beforeEach(async (context) => {
  needs(context, 'chromium');
  browser ??= await launchBrowser([
    // Whatever these names are elsewhere: here they lead to this machine, as after a rebinding.
    '--host-resolver-rules=MAP *.evil.test 127.0.0.1, MAP evil.test 127.0.0.1',
    // What the browser itself does about it is not what is tried here.
    '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessSendPreflights',
  ]);
});

afterAll(() => browser?.close());

/** A dashboard with a browser that is signed in, and pages of others in the same browser. */
async function scene() {
  const project = runProject();
  expectOk(await expectOk(openProject(project.folder, { env: project.env })).remember());
  const server = await serving(project.env, { pages: path.resolve('dist/ui') });
  const context = await openContext(browser);
  onTestFinished(() => context.close());
  const own = await context.newPage();
  const linked = await server.program('server.link', { body: {} });
  if (!linked.ok) throw new Error(linked.error.message);
  await own.goto(linked.value.url);
  await own.getByRole('navigation').first().waitFor();
  const state = () => hashOfFiles([project.folder, path.join(project.home, 'state')]);
  return { server, context, own, state };
}

/** A page of somebody else, on a port of their own. */
async function hostileServer(): Promise<number> {
  const site = http.createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>evil</title>');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void site.close());
  return (site.address() as AddressInfo).port;
}

interface Attack {
  readonly what: string;
  /** What the page could read of the answer; null where the browser lets it read nothing. */
  readonly read: string | null;
}

/** Everything that a page can try against an address without being let in by it. */
function attack(page: Page, target: string): Promise<Attack[]> {
  return page.evaluate(async (origin) => {
    const attacks: Attack[] = [];
    const reads: [string, RequestInit][] = [
      ['/api/session', {}],
      ['/api/session', { mode: 'no-cors' }],
      ['/api/home', { credentials: 'include' }],
      ['/api/projects', { credentials: 'include', cache: 'force-cache' }],
      ['/', { credentials: 'include' }],
    ];
    const body = '{}';
    const json = { 'content-type': 'application/json' };
    const writes: [string, RequestInit][] = [
      ['/api/home/seen', { method: 'POST', body, credentials: 'include', headers: json }],
      ['/api/home/seen', { method: 'POST', body, credentials: 'include', mode: 'no-cors' }],
      ['/api/home/seen', { method: 'POST', body: new Blob([body], { type: 'text/plain' }), credentials: 'include' }],
      ['/api/stop', { method: 'POST', body, credentials: 'include', headers: json }],
      ['/api/session', { method: 'DELETE', credentials: 'include' }],
    ];
    for (const [path, options] of [...reads, ...writes]) {
      const what = `${options.method ?? 'GET'} ${path} ${options.mode ?? ''}`;
      try {
        const answer = await fetch(origin + path, options);
        const text = await answer.text();
        attacks.push({ what, read: answer.ok && text !== '' ? text.slice(0, 200) : null });
      } catch {
        attacks.push({ what, read: null });
      }
    }
    navigator.sendBeacon(`${origin}/api/home/seen`, new Blob([body], { type: 'text/plain' }));
    for (const withCredentials of [true, false]) {
      const said = await new Promise<string | null>((resolve) => {
        const stream = new EventSource(`${origin}/api/events`, { withCredentials });
        stream.addEventListener('hello', ({ data }) => resolve(String(data)));
        stream.addEventListener('error', () => resolve(null));
      });
      attacks.push({ what: 'EventSource', read: said });
    }
    for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const frame = document.createElement('iframe');
      frame.name = `to-${enctype}`;
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: `${origin}/api/home/seen`, target: frame.name, enctype });
      const field = document.createElement('input');
      Object.assign(field, { name: '{"at":"2099-01-01T00:00:00.000Z","x":"', value: '"}' });
      form.append(field);
      document.body.append(frame, form);
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      form.submit();
      await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 2000))]);
    }
    const frame = document.createElement('iframe');
    frame.src = origin;
    document.body.append(frame);
    await Promise.race([
      new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })),
      new Promise((resolve) => setTimeout(resolve, 2000)),
    ]);
    let framed: string | null = null;
    try {
      framed = frame.contentDocument?.querySelector('#root')?.textContent ?? null;
    } catch {
      // Of another origin.
    }
    attacks.push({ what: 'iframe', read: framed });
    return attacks;
  }, target);
}

/** That the same browser may, from the page that is let in. */
async function expectOwnPageWorks(own: Page, state: () => string): Promise<void> {
  const before = state();
  const status = await own.evaluate(async () => {
    const { csrf } = (await (await fetch('/api/session')).json()) as { csrf: string };
    const headers = { 'content-type': 'application/json', 'x-orchestral-csrf': csrf };
    return (await fetch('/api/home/seen', { method: 'POST', body: '{}', headers })).status;
  });
  expect(status).toBe(200);
  expect(state()).not.toBe(before);
}

test.for(sampled(['evil.test', 'localhost', '127.0.0.1', 'sub.evil.test'], 1))(
  'a page of %s on another port reads nothing and changes nothing',
  async (name) => {
    const { server, context, own, state } = await scene();
    const port = await hostileServer();
    const page = await context.newPage();
    await page.goto(`http://${name}:${port}/`);
    const before = state();
    const targets = [server.origin, `http://localhost:${server.port}`];
    for (const target of targets) {
      const attacks = await attack(page, target);
      expect(attacks.length).toBeGreaterThan(10);
      expect(attacks.filter(({ read }) => read !== null)).toEqual([]);
    }
    expect(state()).toBe(before);
    await expectOwnPageWorks(own, state);
  },
);

test('a name that is given our address later reads nothing and changes nothing', async () => {
  const { server, context, own, state } = await scene();
  const page = await context.newPage();
  const origin = `http://evil.test:${server.port}`;
  // The page came from elsewhere, before the name was given another address; what it asks for now comes to us.
  await page.route(`${origin}/first`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>evil</title>' }),
  );
  await page.goto(`${origin}/first`);
  const before = state();
  const statuses = await page.evaluate(async () => {
    const asked = ['/', '/api/session', '/api/home', '/api/events', '/assets/x.js'].map((path) => fetch(path));
    return (await Promise.all(asked)).map(({ status }) => status);
  });
  expect(statuses).toEqual([421, 421, 421, 421, 421]);
  const attacks = await attack(page, origin);
  expect(attacks.filter(({ read }) => read !== null)).toEqual([]);
  expect(state()).toBe(before);
  const direct = await page.goto(`${origin}/`);
  expect(direct?.status()).toBe(421);
  await expectOwnPageWorks(own, state);
});
