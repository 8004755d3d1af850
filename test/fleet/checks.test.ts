import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formatWorkerKey, parseWorkerKey, type WorkerKey } from '../../src/fleet/keys.ts';
import { sendMessage } from '../../src/fleet/mailbox.ts';
import { fleetPlaces } from '../../src/fleet/places.ts';
import { type WorkerIdentity, workerIdentity } from '../../src/fleet/signing.ts';
import type { WorkerEvent } from '../../src/fleet/worker-loop.ts';
import { FLEET_PROTOCOL, type WorkerMessage } from '../../src/schema/fleet.ts';
import type { Notice } from '../../src/schema/notice.ts';
import { unwrap } from '../../src/base/failure.ts';
import { autoProjectWith, filesOn, scriptFor } from '../support/auto-project.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { rehearsedTasks, startAutoIn } from '../support/conduct-auto.ts';
import { checkJobNamed, doneResult, jobNamed, provedResult } from '../support/fleet-jobs.ts';
import { fleetKeyOf, fleetWorker, withRemote } from '../support/fleet-project.ts';
import { handlers, newFleetKey, openConnection, openDispatcher, startWorker, until } from '../support/fleet-rig.ts';
import { needs } from '../support/needs.ts';
import { redisServer } from '../support/redis-server.ts';
import { type RunProject, SHELL_PROJECT } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';

const PLAN = '# Tasks\n\n## Phase 1: First\n\n- [ ] T1.1: a\n- [ ] T1.2: b\n';

function effectsIn(events: readonly WorkerEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'began' ? [`${event.job.kind} ${event.job.effect}`] : []));
}

/** The trees that tests were run on, by whoever has this home. */
function provedTrees(state: string): string[] {
  const own = path.join(state, 'orchestral');
  const found = fs.readdirSync(own).flatMap((name) => {
    const proofs = path.join(own, name, 'proofs');
    return fs.existsSync(proofs) ? fs.readdirSync(proofs) : [];
  });
  return [...new Set(found.map((file) => file.split('-')[0] ?? ''))];
}

async function playWith(
  project: RunProject,
  { url, others = {} }: { readonly url: string; readonly others?: Parameters<typeof scriptFor>[1] },
) {
  withRemote(project);
  const agent = rehearsedTasks(project.home, scriptFor(['T1.1', 'T1.2'], others));
  const maker = await fleetWorker({ url, key: await fleetKeyOf(project), agent, name: 'maker' });
  return { agent, maker };
}

test('tasks are proved by a worker that makes nothing, and each phase here', async (context) => {
  needs(context, 'git', 'redis-server');
  const { url } = await redisServer();
  const project = autoProjectWith(PLAN, { config: { project: SHELL_PROJECT } });
  const breaks = [{ delete: ['readme.md'], edit: { 'T1.1.txt': 'x\n' } }, { edit: { 'T1.1.txt': 'T1.1\n' } }];
  const { agent, maker } = await playWith(project, { url, others: { 'T1.1': breaks } });
  const checker = await fleetWorker({ url, key: await fleetKeyOf(project, 'check'), agent, name: 'checker' });
  const runs: string[] = [];
  const played = await startAutoIn(project, {
    fleet: url,
    parallel: 1,
    onProgress: (one) => one.kind === 'check' && runs.push(`${one.effect} ${one.run}`),
  });
  await played.conduct();
  await played.close();
  expect(filesOn(project)).toEqual(expect.arrayContaining(['T1.1.txt', 'T1.2.txt', 'readme.md']));
  const failed = played.events.filter(({ type }) => type === 'attempt_failed');
  expect(failed.map(({ data }) => data)).toMatchObject([{ id: 'T1.1', mishap: { kind: 'tests_red' } }]);
  expect(effectsIn(maker.events).toSorted()).toEqual([
    'step auto/T1.1/work#1',
    'step auto/T1.1/work#2',
    'step auto/T1.2/work#1',
  ]);
  expect(effectsIn(checker.events).toSorted()).toEqual([
    'check auto/T1.1/merge#1',
    'check auto/T1.1/merge#2',
    'check auto/T1.2/merge#1',
  ]);
  // What runs there is told here.
  expect(runs).toEqual(expect.arrayContaining(['auto/T1.1/merge#1 candidate', 'auto/phase-merge-1#1 candidate']));
  const treeOf = (commit: string): string => project.git('rev-parse', `${commit}^{tree}`);
  // The second one is the tree of the phase.
  const [first = ''] = project.git('log', '--reverse', '--merges', '--format=%H', 'main').split('\n');
  const here = provedTrees(path.join(project.home, 'state'));
  // The first task was proved there alone; what goes to the person's branch was proved here, too.
  expect(here).not.toContain(treeOf(first));
  expect(provedTrees(path.join(checker.home, '.local/state'))).toContain(treeOf(first));
  expect(here).toContain(treeOf('main'));
  record({
    promise: 'Tests of a task run on a worker of a fleet',
    asked:
      'by none that calls agents; red work is rejected; what goes to the person’s branch is tested on their machine, too',
    measured: `${effectsIn(checker.events).length} checks by the one, ${effectsIn(maker.events).length} steps by the other, ${failed.length} rejected; the tree of the phase tested here`,
  });
});

test('where no worker can run the tests, they run here', async (context) => {
  needs(context, 'git', 'redis-server');
  const { url } = await redisServer();
  const programs = temporaryFolder();
  fs.writeFileSync(path.join(programs, 'only-here'), '#!/bin/sh\nexec sh "$@"\n', { mode: 0o755 });
  const project = autoProjectWith('# Tasks\n\n## Phase 1: First\n\n- [ ] T1.1: a\n', {
    config: { project: { version: 1, test_command: 'only-here test/run.sh' } },
  });
  const own = { ...project, env: { ...project.env, PATH: `${programs}:${project.env['PATH'] ?? ''}` } };
  const { agent } = await playWith(own, { url });
  const checker = await fleetWorker({ url, key: await fleetKeyOf(project, 'check'), agent, name: 'checker' });
  const notices: Notice[] = [];
  const played = await startAutoIn(own, { fleet: url, onNotice: (notice) => notices.push(notice) });
  await played.conduct();
  await played.close();
  expect(filesOn(project)).toContain('T1.1.txt');
  expect(effectsIn(checker.events)).toEqual(['check auto/T1.1/merge#1']);
  expect(notices).toContainEqual({
    code: 'fleet.check_refused',
    params: { code: 'checks.cannot_run', reason: expect.stringContaining('only-here') },
  });
});

test('a worker on which tests fail that pass here excuses nothing', async (context) => {
  needs(context, 'git', 'redis-server');
  const { url } = await redisServer();
  // Of this machine alone.
  const here = temporaryFolder();
  const project = autoProjectWith('# Tasks\n\n## Phase 1: First\n\n- [ ] T1.1: a\n', {
    config: { project: SHELL_PROJECT },
    files: { 'test/two.check': `command -v only-here\n` },
  });
  fs.writeFileSync(path.join(here, 'only-here'), '#!/bin/sh\n', { mode: 0o755 });
  const own = { ...project, env: { ...project.env, PATH: `${here}:${project.env['PATH'] ?? ''}` } };
  // There the test failed before, too; here it did not.
  const breaks = [{ edit: { 'test/two.check': 'false\n' } }, { edit: { 'T1.1.txt': 'T1.1\n' } }];
  const { agent } = await playWith(own, { url, others: { 'T1.1': breaks } });
  const checker = await fleetWorker({ url, key: await fleetKeyOf(project, 'check'), agent, name: 'checker' });
  const played = await startAutoIn(own, { fleet: url });
  await played.conduct();
  await played.close();
  expect(effectsIn(checker.events)).toHaveLength(2);
  const failed = played.events.filter(({ type }) => type === 'attempt_failed');
  expect(failed.map(({ data }) => data)).toMatchObject([{ mishap: { kind: 'tests_red' } }]);
  expect(filesOn(project)).toContain('T1.1.txt');
});

test('whoever was let in for steps gets no checks, and cannot answer one', async (context) => {
  needs(context, 'redis-server');
  const { url } = await redisServer();
  const key = newFleetKey();
  const [steps, checks] = (['step', 'check'] as const).map((kind) =>
    unwrap(parseWorkerKey(formatWorkerKey(key, kind))),
  );
  if (steps === undefined || checks === undefined) throw new Error('no keys');
  expect(steps.join.equals(checks.join)).toBe(false);
  const began: string[] = [];
  let finish: () => void = () => undefined;
  await startWorker(url, steps, { perform: () => Promise.resolve({ result: doneResult() }) });
  const dispatcher = await openDispatcher(url, key);
  expect([dispatcher.capacity('step'), dispatcher.capacity('check')]).toEqual([1, 0]);
  let isSettled = false;
  const dispatched = dispatcher.dispatch(checkJobNamed('C1'), handlers()).finally(() => (isSettled = true));
  // It has the key for steps, and says that it was let in for checks.
  const { redis } = await openConnection(url);
  const thief = workerIdentity({ ...steps, takes: 'check' });
  const say = (who: WorkerIdentity, message: WorkerMessage) =>
    sendMessage(redis, {
      place: fleetPlaces(key.fleet).mailbox('owner'),
      message: who.seal('owner/owner', [message]),
      signal: new AbortController().signal,
    });
  const claim = { type: 'claim', job: 'C1', nonce: 'stolen', protocol: FLEET_PROTOCOL, name: 'thief' } as const;
  await say(thief, claim);
  await say(thief, { type: 'result', job: 'C1', grant: 'stolen', seq: 0, events: [], result: provedResult() });
  await until(() => isSettled || dispatcher.ignored.late === 1);
  expect(isSettled).toBe(false);
  // Who was let in for it gets it, and no answer of another kind ends it.
  await startWorker(url, checks, {
    name: 'checker',
    perform: async ({ id }) => {
      began.push(id);
      await new Promise<void>((resolve) => (finish = resolve));
      return { result: provedResult() };
    },
  });
  await until(() => began.length === 1);
  finish();
  expect(await dispatched).toMatchObject({ kind: 'proved', result: { proof: { findings: [] } } });
  // And steps are not for whoever checks.
  expect(await dispatcher.dispatch(jobNamed('T1'), handlers())).toMatchObject({ kind: 'done' });
  expect(began).toEqual(['C1']);
  record({
    promise: 'A worker that was let in for agents’ steps asks for a check, and answers one',
    asked: 'it gets none, and its answer counts for nothing',
    measured: `${dispatcher.ignored.late} answer refused; the worker that was let in for checks did it`,
  });
  await dispatcher.close();
});

test('a worker that answers a check with a step has not carried it out', async (context) => {
  needs(context, 'redis-server');
  const { url } = await redisServer();
  const key = newFleetKey();
  const checks: WorkerKey = { ...key, join: key.joinChecks, takes: 'check' };
  await startWorker(url, checks, { perform: () => Promise.resolve({ result: doneResult() }) });
  const dispatcher = await openDispatcher(url, key);
  expect(await dispatcher.dispatch(checkJobNamed('C1'), handlers())).toMatchObject({
    kind: 'refused',
    code: 'fleet.wrong_result',
  });
  await dispatcher.close();
});
