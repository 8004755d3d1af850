import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ok } from '../../src/base/result.ts';
import { openRun } from '../../src/engine/descriptors/run.ts';
import { findProject } from '../../src/engine/project.ts';
import { en } from '../../src/i18n/en/index.ts';
import { openProject } from '../../src/index.ts';
import { expectOk } from '../support/conduct-session.ts';
import { rehearsed, runProject } from '../support/run-project.ts';
import { serving } from './serving.ts';

const EVENTS = 100_000;
const LOG_BYTES = 500 * 1024 * 1024;

test('a run with 100,000 events and a log of 500 MB opens while a person waits', async () => {
  const { folder, env, home } = runProject();
  const agent = rehearsed(home, {});
  const api = expectOk(openProject(folder, { env, agent, trust: true }));
  const conductor = expectOk(await api.runs.start({ briefing: 'Do it.' }));
  expectOk(await conductor.close());
  const { id } = conductor;
  const project = expectOk(findProject({ cwd: folder, named: folder }));
  const context = { project, env, cwd: folder, words: en, options: {}, trusts: true, onNotice: () => undefined };
  const opened = await openRun(id, context);
  const event = { type: 'limit_changed', data: { max_iterations: 3 } } as const;
  for (let n = 0; n < EVENTS; n += 10_000)
    expectOk(await opened.store.commit(() => ok(Array.from({ length: 10_000 }, () => event))));
  const effect = `${id}/build#1`;
  expectOk(await opened.store.commit(() => ok([{ type: 'effect_started', data: { effect } }])));
  expectOk(await opened.close());
  const log = path.join(home, 'state/orchestral', project.hash, 'steps', id, 'build-1/events.jsonl');
  fs.mkdirSync(path.dirname(log), { recursive: true });
  const line = (text: string) => `${JSON.stringify({ at: '2026-01-01T00:00:00.000Z', type: 'text', text })}\n`;
  fs.writeFileSync(log, line('first'));
  // A hole: as long as the rest, and nothing on the disk.
  fs.truncateSync(log, LOG_BYTES);
  fs.appendFileSync(log, `\n${line('last but one')}${line('last')}`);

  const server = await serving(env, { agent });
  const browser = await server.browser();
  const params = { project: project.hash, run: id };
  const timed = async <T>(work: () => Promise<T>) => {
    const from = performance.now();
    const value = await work();
    return { value, ms: performance.now() - from };
  };
  const empty = await timed(() => browser.call('session.read', {}));
  const run = await timed(() => browser.call('runs.read', { params }));
  const again = await timed(() => browser.call('runs.read', { params }));
  const stages = await timed(() => browser.call('runs.stages', { params }));
  const query = { effect, before: String(LOG_BYTES * 2), limit: '65536' };
  const page = await timed(() => browser.call('project.log', { params: { project: project.hash }, query }));
  const head = await browser.call('project.log', { params: { project: project.hash }, query: { effect } });
  expect(run.value).toMatchObject({ ok: true, value: { run_id: id } });
  expect(stages.value).toMatchObject({ ok: true, value: [{ effect, is_running: true }] });
  expect(page.value).toMatchObject({
    ok: true,
    value: { entries: [{ line: { text: 'last but one' } }, { line: { text: 'last' } }] },
  });
  expect(head).toMatchObject({ ok: true, value: { entries: [{ offset: 0, line: { text: 'first' } }] } });
  console.log(
    `opening: ${[run, again, stages, page].map(({ ms }) => Math.round(ms)).join(', ')} ms; an empty answer: ${Math.round(empty.ms)} ms`,
  );
  // Of the order of the 2 s that are wanted on an idle machine; the log is read by bytes, whatever its size.
  expect(run.ms).toBeLessThan(20_000);
  expect(page.ms).toBeLessThan(5_000);
});
