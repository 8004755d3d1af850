import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { carryOutTask, nextStep } from '../../src/engine/operations/auto/protocol.ts';
import type { AutoProgress } from '../../src/engine/performers/auto/job.ts';
import { autoProjectWith, filesOn, scriptFor } from '../support/auto-project.ts';
import { autoContext, rehearsedTasks, startAutoIn } from '../support/conduct-auto.ts';
import { fleetKeyOf, fleetWorker, withRemote } from '../support/fleet-project.ts';
import { needs } from '../support/needs.ts';
import { redisServer } from '../support/redis-server.ts';
import { SHELL_PROJECT } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';

const IDS = ['T1.1', 'T1.2', 'T1.3', 'T2.1'];

const PLAN = `# Tasks

## Phase 1: First

- [ ] T1.1: a
- [ ] T1.2: b
- [ ] T1.3: c

## Phase 2: Second

- [ ] T2.1: d
`;

test('tasks are worked on by workers, proved and merged here', async (context) => {
  needs(context, 'git', 'redis-server');
  const { url } = await redisServer();
  const project = autoProjectWith(PLAN, { config: { project: SHELL_PROJECT } });
  const remote = withRemote(project);
  const key = await fleetKeyOf(project);
  const said = scriptFor(IDS, { 'T1.1': [{ say: 'hello from afar', edit: { 'T1.1.txt': 'T1.1\n' } }] });
  const agent = rehearsedTasks(project.home, said);
  const first = await fleetWorker({ url, key, agent, name: 'one' });
  // Two of them on one machine.
  const workers = [first, await fleetWorker({ url, key, agent, name: 'two', home: first.home })];
  const progress: AutoProgress[] = [];
  const played = await startAutoIn(project, { fleet: url, onProgress: (one) => progress.push(one) });
  await played.conduct();
  expect(Object.values(played.graph().tasks).map(({ status }) => status)).toEqual(IDS.map(() => 'completed'));
  // What an earlier conductor of this work left in the remote, and what somebody else has there.
  const [owner = ''] = workers.flatMap(({ events }) => events.flatMap((one) => ('job' in one ? one.job.owner : [])));
  const commit = project.git('rev-parse', 'HEAD');
  for (const ref of [`${owner}/result/old`, 'other/base/theirs'])
    project.git('push', '--quiet', remote, `${commit}:refs/orchestral/fleet/${ref}`);
  await played.close();
  expect(filesOn(project)).toEqual(expect.arrayContaining(IDS.map((id) => `${id}.txt`)));
  // What an agent does elsewhere is seen here, as it does it.
  const texts = progress.flatMap((one) => (one.kind === 'agent' && one.event.type === 'text' ? one.event.text : []));
  expect(texts.join('')).toContain('hello from afar');
  const began = workers.flatMap(({ events }) => events.filter(({ type }) => type === 'began'));
  expect(began).toHaveLength(IDS.length);
  // Neither works in the other's folder.
  const folders = fs
    .readdirSync(path.join(first.home, '.local/state/orchestral/fleet'))
    .filter((name) => !name.includes('.'));
  expect(folders.toSorted()).toEqual(['worker-1', 'worker-2']);
  // Nothing of this work is left in the remote.
  const refs = execFileSync('git', ['for-each-ref', '--format=%(refname)'], { cwd: remote, encoding: 'utf8' });
  expect(refs).toBe('refs/orchestral/fleet/other/base/theirs\n');
});

test('processes that carry out tasks of one list side by side do not take each other’s messages', async (context) => {
  needs(context, 'git', 'redis-server');
  const { url } = await redisServer();
  const project = autoProjectWith(PLAN, { config: { project: SHELL_PROJECT } });
  withRemote(project);
  const key = await fleetKeyOf(project);
  const agent = rehearsedTasks(project.home, scriptFor(IDS));
  const { events } = await fleetWorker({ url, key, agent, name: 'one', concurrency: 3 });
  const { signal } = new AbortController();
  const tools = () => autoContext(project, { fleet: url });
  expect(await nextStep(tools(), { signal })).toMatchObject({ kind: 'ready' });
  const tasks = ['T1.1', 'T1.2', 'T1.3'];
  const carriedOut = await Promise.all(tasks.map((id) => carryOutTask(id, tools(), { signal })));
  expect(carriedOut).toEqual(tasks.map((task) => ({ kind: 'done', task })));
  expect(events.filter(({ type }) => type === 'began')).toHaveLength(tasks.length);
  expect(events.filter(({ type }) => type === 'refused')).toEqual([]);
});

test('an agent that breaks the tests elsewhere is judged as one that works here', async (context) => {
  needs(context, 'git', 'redis-server');
  const { url } = await redisServer();
  const project = autoProjectWith('# Tasks\n\n## Phase 1: First\n\n- [ ] T1.1: a\n', {
    config: { project: SHELL_PROJECT },
  });
  withRemote(project);
  const key = await fleetKeyOf(project);
  const breaks = [{ delete: ['readme.md'], edit: { 'T1.1.txt': 'x\n' } }, { edit: { 'T1.1.txt': 'T1.1\n' } }];
  const agent = rehearsedTasks(project.home, scriptFor(['T1.1'], { 'T1.1': breaks }));
  await fleetWorker({ url, key, agent, name: 'one' });
  const played = await startAutoIn(project, { fleet: url });
  await played.conduct();
  const failed = played.events.filter(({ type }) => type === 'attempt_failed');
  expect(failed.map(({ data }) => data)).toMatchObject([{ mishap: { kind: 'tests_red' } }]);
  expect(filesOn(project)).toEqual(expect.arrayContaining(['T1.1.txt', 'readme.md']));
  await played.close();
});

test('no secret of either machine gets into Redis', async (context) => {
  needs(context, 'git', 'redis-server');
  const { url, folder } = await redisServer();
  const project = autoProjectWith('# Tasks\n\n## Phase 1: First\n\n- [ ] T1.1: a\n', {
    config: { project: SHELL_PROJECT },
  });
  withRemote(project);
  const [own, theirs] = ['conductor-hunter2-7Qx', 'worker-hunter2-9Zk'];
  const key = await fleetKeyOf(project);
  // An agent that tells what it finds there.
  const tells = { say: `It is ${theirs}.`, edit: { 'T1.1.txt': 'T1.1\n' } };
  const agent = rehearsedTasks(project.home, scriptFor(['T1.1'], { 'T1.1': [tells] }));
  const worker = await fleetWorker({ url, key, agent, name: 'one', env: { SHOP_TOKEN: theirs } });
  const told: string[] = [];
  const played = await startAutoIn(project, {
    fleet: url,
    env: { ...project.env, SHOP_TOKEN: own },
    onProgress: (one) => one.kind === 'agent' && one.event.type === 'text' && told.push(one.event.text),
  });
  await played.conduct();
  await played.close();
  await worker.drain();
  expect(told.join('')).toContain('It is ');
  expect(told.join('')).not.toContain(theirs);
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const written = files.map((file) => fs.readFileSync(path.join(file.parentPath, file.name), 'latin1')).join('');
  expect(written).toContain('T1.1');
  for (const secret of [own, theirs, key]) expect(written.includes(secret)).toBe(false);
  record({
    promise: 'Secrets in the environment of conductor and worker, and an agent that says one of them',
    asked: 'none is ever written to Redis',
    measured: `0 in ${written.length} bytes of its append-only file`,
  });
});
