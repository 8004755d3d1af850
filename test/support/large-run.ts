import fs from 'node:fs';
import path from 'node:path';
import { ok } from '../../src/base/result.ts';
import { logOf } from '../../src/engine/door/logs.ts';
import { openRun } from '../../src/engine/descriptors/run.ts';
import { findProject } from '../../src/engine/project.ts';
import { en } from '../../src/i18n/en/index.ts';
import { openProject } from '../../src/index.ts';
import type { RunEvent } from '../../src/workflows/run/events.ts';
import { expectOk } from './conduct-session.ts';
import { rehearsed, runProject } from './run-project.ts';

export const LOG_BYTES = 500 * 1024 * 1024;
const BATCH = 10_000;

/** A run with many events, whose Builder works and has said 500 MB. Nothing of it was read by this process's server. */
export async function largeRun(events = 100_000) {
  const { folder, env, home } = runProject();
  const agent = rehearsed(home, {});
  const api = expectOk(openProject(folder, { env, agent, trust: true }));
  expectOk(await api.remember());
  const conductor = expectOk(await api.runs.start({ briefing: 'Do it.' }));
  expectOk(await conductor.close());
  const { id } = conductor;
  const project = expectOk(findProject({ cwd: folder, named: folder }));
  const context = { project, env, cwd: folder, words: en, options: {}, trusts: true, onNotice: () => undefined };
  const record = async (recorded: readonly RunEvent[]) => {
    const opened = await openRun(id, context);
    for (let n = 0; n < recorded.length; n += BATCH)
      expectOk(await opened.store.commit(() => ok(recorded.slice(n, n + BATCH))));
    expectOk(await opened.close());
  };
  const effect = `${id}/build#1`;
  const event = { type: 'limit_changed', data: { max_iterations: 3 } } as const;
  await record([...Array.from({ length: events }, () => event), { type: 'effect_started', data: { effect } }]);
  const said = path.join(home, 'state/orchestral', project.hash, 'steps', id, 'build-1/events.jsonl');
  fs.mkdirSync(path.dirname(said), { recursive: true });
  const line = (text: string) => `${JSON.stringify({ at: '2026-01-01T00:00:00.000Z', type: 'text', text })}\n`;
  fs.writeFileSync(said, line('first'));
  // A hole: as long as the rest, and nothing on the disk.
  fs.truncateSync(said, LOG_BYTES);
  fs.appendFileSync(said, `\n${line('last but one')}${line('last')}`);
  const { path: log } = logOf(project, { workflow: 'run', id });
  return { env, agent, id, effect, params: { project: project.hash, run: id }, record, log };
}
