import { expect, test } from 'vitest';
import { openProject } from '../../src/engine/door/open-project.ts';
import { conductAll, startRunIn } from '../support/conduct-run.ts';
import { expectOk, startSessionIn } from '../support/conduct-session.ts';
import { type RunProject, runProject } from '../support/run-project.ts';
import { calculator, explores, oneSubtask } from '../support/session-script.ts';

const TIMEOUT_MS = 4_000;
const LONGER_MS = 7_000;

/** As another terminal would. */
function other({ folder, env }: RunProject) {
  return expectOk(openProject(folder, { env, trust: true }));
}

test('an agent of a run that is given more time is not ended when its own is up', async () => {
  const timeouts = { refiner: 300_000, builder: TIMEOUT_MS, verifier: 300_000, gatekeeper: 300_000 };
  const project = runProject({ config: { global: { timeouts, timeout_action: 'stop' } } });
  const builder = [{ delay_ms: LONGER_MS, edit: { 'answer.txt': 'right\n' } }];
  const { open, events } = expectOk(await startRunIn(project, { roles: { builder } }));
  const asked: Promise<unknown>[] = [];
  open.store.watch(({ event }) => {
    if (event.type !== 'effect_started' || !event.data.effect.endsWith('/build#1')) return;
    const api = other(project);
    asked.push(
      api.extend({ byMs: 60_000 }).then(async (extended) => [extended, (await api.status()).extended] as const),
    );
  });
  await conductAll(open, { approves: false });
  const effect = `${open.id}/build#1`;
  const agents = [{ effect, extra_ms: 60_000 }];
  expect(await Promise.all(asked)).toMatchObject([[{ ok: true, value: { agents } }, agents]]);
  expect(events.filter(({ type }) => type === 'step_failed')).toEqual([]);
  expect(open.state().step.at).toBe('ready_for_merge');
  expect(open.state().extended).toBeUndefined();
  expect(await other(project).extend({ byMs: 1000 })).toMatchObject({ ok: false, error: { code: 'extend.nothing' } });
  await open.close();
});

test('so is an agent of a session, by the name of its request', async () => {
  const project = calculator();
  project.write({
    '.orchestral/config/global.json': JSON.stringify({ timeout_action: 'stop' }),
    '.orchestral/config/agents.json': JSON.stringify({ timeouts: { 'code-explore': TIMEOUT_MS } }),
  });
  const enough = new AbortController();
  const session = await startSessionIn(project, {
    roles: oneSubtask({ 'code-explore': [{ ...explores(), delay_ms: LONGER_MS }] }),
  });
  const asked: Promise<unknown>[] = [];
  session.open.store.watch(({ event }) => {
    if (event.type === 'effect_started' && event.data.effect === 'R1/explore#1')
      asked.push(other(project).extend({ named: 'R1', byMs: 60_000 }));
    if (event.type === 'explored' || event.type === 'step_failed') enough.abort();
  });
  await session.conduct(enough.signal);
  expect(await Promise.all(asked)).toMatchObject([{ ok: true }]);
  const ends = session.events.filter(({ type }) => type === 'explored' || type === 'step_failed');
  expect(ends.map(({ type }) => type)).toEqual(['explored']);
  await session.close();
});
