import { expect, test } from 'vitest';
import { approveRun, syncRun } from '../../src/engine/operations/runs/decide.ts';
import { openProject } from '../../src/index.ts';
import { publishedProject } from '../pull-requests/published-project.ts';
import { conductAll, startRunIn } from '../support/conduct-run.ts';
import { expectOk } from '../support/conduct-session.ts';
import { needs } from '../support/needs.ts';
import { serving } from './serving.ts';

test('Home says of published work what somebody has to do about it, until it is merged', async (context) => {
  needs(context, 'gh');
  const project = await publishedProject();
  const { env, folder, github } = project;
  expectOk(await expectOk(openProject(folder, { env, trust: true })).remember());
  const { open } = expectOk(await startRunIn(project, {}));
  expectOk(await conductAll(open, { approves: false }));
  const { call } = await (await serving(env)).browser();
  const told = async () => {
    const home = await call('home', {});
    return home.ok ? home.value.needs.filter(({ kind }) => kind !== 'agent') : [home.error];
  };
  expect(await told()).toMatchObject([{ kind: 'pack', run: open.id }]);

  await approveRun(open, { commit: open.state().work?.commit ?? '', allow: 'all' });
  await open.conduct(new AbortController().signal);
  const sync = async () => {
    await syncRun(open);
    await open.conduct(new AbortController().signal);
  };
  const published = { kind: 'published', of: 'run', id: open.id, number: 7, url: 'https://github.com/acme/app/pull/7' };
  expect(await told()).toMatchObject([{ ...published, why: 'review' }]);

  const check = { name: 'unit', id: 41, log: '', status: 'IN_PROGRESS', conclusion: null } as const;
  github.only.checks.set(github.tip(`orchestral/${open.id}`), [check]);
  await sync();
  expect(await told()).toEqual([]);
  github.only.checks.clear();

  github.commentOn('answer.txt', 1, 'eve', 'I like it.');
  await sync();
  expect(await told()).toMatchObject([{ ...published, why: 'others' }]);

  github.only.state = 'CLOSED';
  await sync();
  expect(await told()).toMatchObject([{ ...published, why: 'closed' }]);

  github.only.state = 'OPEN';
  github.merge('squash');
  await sync();
  expect(open.state().step.at).toBe('completed');
  expect(await told()).toEqual([]);
  expectOk(await open.close());
});
