import { expect, test } from 'vitest';
import { openProject } from '../../src/index.ts';
import { expectOk } from '../support/conduct-session.ts';
import { rehearsed } from '../support/run-project.ts';
import { calculator, oneSubtask } from '../support/session-script.ts';
import { serving } from './serving.ts';

test('the steps of a session are told with the subtask and the agent, and each log can be read', async () => {
  const { folder, home, env } = calculator();
  const agent = rehearsed(home, oneSubtask());
  const project = expectOk(openProject(folder, { env, agent, trust: true }));
  expectOk(await project.remember());
  const begun = expectOk(await project.sessions.start({ request: 'Add mul' }));
  await begun.conduct();
  expectOk(await begun.close());
  const { call } = await (await serving(env, { agent })).browser();
  const params = { project: project.project.hash, session: begun.id };
  const told = await call('sessions.steps', { params });
  const steps = told.ok ? told.value : [];
  expect(steps.map(({ effect }) => effect)).toContain('R1/T1-S1/implement#1');
  expect(steps.find(({ step }) => step === 'implement')).toMatchObject({
    part: 'T1-S1',
    role: 'implementer',
    outcome: 'implemented',
    is_running: false,
    spent: { calls: 1 },
  });
  expect(steps.find(({ step }) => step === 'explore')).toMatchObject({ part: null, role: 'code-explore' });
  for (const { effect } of steps.filter(({ spent }) => spent !== null))
    expect(await call('project.log', { params: { project: params.project }, query: { effect } }), effect).toMatchObject(
      {
        ok: true,
      },
    );
});
