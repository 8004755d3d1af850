import { expect, test } from 'vitest';
import { catchFailure } from '../../src/base/failure.ts';
import { autoProjectWith, filesOn, scriptFor } from '../support/auto-project.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { rehearsedTasks, startAutoIn } from '../support/conduct-auto.ts';
import { type FleetWorker, fleetKeyOf, fleetWorker, withRemote } from '../support/fleet-project.ts';
import { needs } from '../support/needs.ts';
import { redisServer } from '../support/redis-server.ts';
import { SHELL_PROJECT } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';

const IDS = ['T1.1', 'T1.2', 'T1.3', 'T1.4', 'T1.5', 'T1.6'];
const PLAN = ['# Tasks', '', '## Phase 1: First', '', ...IDS.map((id) => `- [ ] ${id}: W`), ''].join('\n');

/** In a year nobody waits for. */
const FAR = '2099-01-01T00:00:00Z';

test('a provider that limits the account of one worker does not stop the others', async (context) => {
  needs(context, 'git', 'redis-server');
  const { url } = await redisServer();
  const project = autoProjectWith(PLAN, { config: { project: SHELL_PROJECT } });
  withRemote(project);
  const key = await fleetKeyOf(project);
  const spent = { usage: { cost_usd: 0.01 } };
  const limit = IDS.map((id) => [id, [{ ...spent, fail: 'rate_limit' as const, resume_at: FAR }]]);
  const limitedAgent = rehearsedTasks(temporaryFolder(), scriptFor(IDS, Object.fromEntries(limit)));
  const limited = await fleetWorker({ url, key, agent: limitedAgent, name: 'limited' });
  const free = await fleetWorker({ url, key, agent: rehearsedTasks(temporaryFolder(), scriptFor(IDS)), name: 'free' });
  const played = await startAutoIn(project, { fleet: url });
  await played.conduct();
  await played.close();
  expect(filesOn(project)).toEqual(expect.arrayContaining(IDS.map((id) => `${id}.txt`)));
  const ended = limited.events.flatMap((event) => (event.type === 'ended' ? [event.result.kind] : []));
  expect(ended).toEqual(['limited']);
  expect(limited.events.filter(({ type }) => type === 'paused')).toHaveLength(1);
  expect(free.events.filter(({ type }) => type === 'ended')).toHaveLength(IDS.length);
  expect(played.events.filter(({ type }) => type === 'attempt_failed')).toEqual([]);
  record({
    promise: 'The provider of one worker’s account says that nothing is left',
    asked: 'it gives its step back and pauses; the others do everything',
    measured: `1 step given back, ${free.events.filter(({ type }) => type === 'ended').length} of ${IDS.length} done by the other, 0 attempts lost`,
  });
});

test('all workers share one budget', async (context) => {
  needs(context, 'git', 'redis-server');
  const { url } = await redisServer();
  const limits = { total_cost_usd: 0.3, max_cost_usd: 0.1 };
  const project = autoProjectWith(PLAN, { config: { project: SHELL_PROJECT, agents: { version: 1, limits } } });
  withRemote(project);
  const key = await fleetKeyOf(project);
  const steps = IDS.map((id) => [id, [{ edit: { [`${id}.txt`]: `${id}\n` }, usage: { cost_usd: 0.1 } }]]);
  const agent = rehearsedTasks(project.home, scriptFor(IDS, Object.fromEntries(steps)));
  const workers: FleetWorker[] = [];
  for (const name of ['one', 'two', 'three']) workers.push(await fleetWorker({ url, key, agent, name }));
  const played = await startAutoIn(project, { fleet: url });
  const ended = await catchFailure(() => played.conduct());
  expect(ended).toMatchObject({ ok: false, error: { code: 'budget.reached', params: { limit: 0.3 } } });
  await played.close();
  const calls = workers.map(({ events }) => events.filter(({ type }) => type === 'began').length);
  const all = calls.reduce((sum, count) => sum + count, 0);
  expect(all).toBe(3);
  record({
    promise: 'Six tasks of ten cents each, three workers, thirty cents for all',
    asked: 'three agents are called, then it pauses',
    measured: `${all} called, on ${calls.filter((count) => count > 0).length} workers`,
  });
});
