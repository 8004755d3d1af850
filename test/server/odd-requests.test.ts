import { expect, test } from 'vitest';
import { isRecord } from '../../src/base/json.ts';
import { openProject } from '../../src/index.ts';
import { csrfHeader, apiPaths, type RouteName } from '../../src/schema/api/paths.ts';
import { schemasOf } from '../../src/schema/api/routes.ts';
import { oddValue } from '../support/odd-values.ts';
import { expectOk } from '../support/conduct-session.ts';
import { randomFrom } from '../support/random.ts';
import { rehearsed, runProject } from '../support/run-project.ts';
import { byTier, seed } from '../support/tier.ts';
import { request, serving } from './serving.ts';

/** They end the server, or the sign-in that the requests are made with. */
const ENDING: ReadonlySet<string> = new Set(['server.stop', 'session.close']);

test('whatever its schema lets in, no route fails with a bug', async () => {
  const random = randomFrom(seed);
  const project = runProject({ files: { 'readme.md': 'hello\n', 'TASKS.md': '- [ ] T1 First\n' } });
  const agent = rehearsed(project.home, {});
  const api = expectOk(openProject(project.folder, { env: project.env, agent, trust: true }));
  expectOk(await api.remember());
  const run = expectOk(await api.runs.start({ briefing: 'Do it' }));
  expectOk(await run.close());
  const list = expectOk(await api.auto.start({})).conductor;
  expectOk(await list.close());
  const server = await serving(project.env, { agent });
  const { cookie, csrf } = await server.browser();
  const known: Record<string, string> = { project: api.project.hash, run: run.id, task: 'T1', setting: 'global' };
  const bugs: string[] = [];
  for (const [name, route] of Object.entries(apiPaths) as [RouteName, string][]) {
    if (ENDING.has(name)) continue;
    const [method = '', pattern = ''] = route.split(' ');
    const { params, query, body } = schemasOf(name);
    for (let turn = 0; turn < byTier({ usual: 2, full: 40 }); turn += 1) {
      const named: Record<string, unknown> = { ...recordOf(oddValue(params, random)), ...known };
      const path = pattern.replaceAll(/:(\w+)/g, (_, part: string) => encoded(named[part]));
      const search = Object.entries(recordOf(oddValue(query, random)))
        .map(([key, value]) => `${key}=${encoded(value)}`)
        .join('&');
      const sent = oddValue(body, random);
      const { status, text } = await request(server.port, {
        method,
        path: search === '' ? path : `${path}?${search}`,
        headers: {
          host: `127.0.0.1:${server.port}`,
          cookie,
          [csrfHeader]: csrf,
          ...(sent !== undefined && { 'content-type': 'application/json' }),
        },
        body: sent === undefined ? undefined : JSON.stringify(sent),
      });
      if (status === 500) bugs.push(`${name} ${path}?${search} ${JSON.stringify(sent)}: ${text}`);
    }
  }
  expect(bugs).toEqual([]);
});

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Half of a character has no place in an address. */
function encoded(value: unknown): string {
  return encodeURIComponent(String(value).replaceAll('\ud800', ''));
}
