import { expect, test } from 'vitest';
import { conductAll, startRunIn } from '../support/conduct-run.ts';
import { expectOk, startSessionIn } from '../support/conduct-session.ts';
import { fleetKeyOf, fleetWorker, useFleet, withRemote } from '../support/fleet-project.ts';
import { needs } from '../support/needs.ts';
import { redisServer } from '../support/redis-server.ts';
import { rehearsed, type RunProject, runProject, SHELL_PROJECT } from '../support/run-project.ts';
import { calculator, oneSubtask } from '../support/session-script.ts';

/** A worker that plays what the agents of this project would. */
async function workerFor(project: RunProject, agent: string) {
  const { url } = await redisServer();
  withRemote(project);
  useFleet(project, url);
  return fleetWorker({ url, key: await fleetKeyOf(project), agent, name: 'one' });
}

test('every agent of a run works elsewhere, and its answers are checked here', async (context) => {
  needs(context, 'git', 'redis-server');
  const project = runProject({ config: { project: SHELL_PROJECT } });
  const roles = { builder: [{ edit: { 'answer.txt': 'right\n' } }] };
  const { events } = await workerFor(project, rehearsed(project.home, roles));
  const { open } = expectOk(await startRunIn(project, { roles }));
  expectOk(await conductAll(open));
  expect(open.state().step.at).toBe('completed');
  await open.close();
  expect(project.git('show', 'main:answer.txt')).toBe('right');
  const began = events.flatMap((event) => (event.type === 'began' && event.job.kind === 'step' ? event.job.role : []));
  expect(began).toEqual(expect.arrayContaining(['refiner', 'builder', 'verifier', 'gatekeeper']));
});

test('so do those of a session', async (context) => {
  needs(context, 'git', 'redis-server', 'npm');
  const project = calculator();
  const roles = oneSubtask();
  const { events } = await workerFor(project, rehearsed(project.home, roles));
  const session = await startSessionIn(project, { roles });
  await session.conduct();
  const began = new Set(
    events.flatMap((event) => (event.type === 'began' && event.job.kind === 'step' ? event.job.role : [])),
  );
  expect([...began]).toEqual(
    expect.arrayContaining(['code-explore', 'planner', 'architect', 'qa-engineer', 'implementer']),
  );
  expect(session.events.map(({ type }) => type)).toContain('explored');
  expect(session.gates().every(({ back_to }) => back_to === null)).toBe(true);
  await session.close();
});
