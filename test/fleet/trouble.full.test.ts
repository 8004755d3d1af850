import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { autoProjectWith, filesOn, scriptFor } from '../support/auto-project.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { rehearsedTasks, startAutoIn } from '../support/conduct-auto.ts';
import { fleetKeyOf, fleetWorker, withRemote } from '../support/fleet-project.ts';
import { until } from '../support/fleet-rig.ts';
import { needs } from '../support/needs.ts';
import { redisServer } from '../support/redis-server.ts';
import { type RunProject, SHELL_PROJECT } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';
import { startProgram } from '../support/start-program.ts';

const MINUTES_MS = 130_000;

function planOf(ids: readonly string[]): string {
  return ['# Tasks', '', '## Phase 1: First', '', ...ids.map((id) => `- [ ] ${id}: W`), ''].join('\n');
}

/** What an agent makes of each task, on this machine: it says which one that was. */
function agentOf(who: string, ids: readonly string[], delay_ms = 0): string {
  const steps = ids.map((id) => [id, [{ delay_ms, edit: { [`${id}.txt`]: `${who}\n` } }]]);
  return rehearsedTasks(temporaryFolder(), scriptFor(ids, Object.fromEntries(steps)));
}

interface WorkerMachine {
  readonly url: string;
  readonly project: RunProject;
  readonly name: string;
  readonly agent: string;
  readonly home?: string;
}

async function startWorker({ url, project, name, agent, home = temporaryFolder() }: WorkerMachine) {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    LANG: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    ORCHESTRAL_FLEET: url,
    ORCHESTRAL_FLEET_KEY: await fleetKeyOf(project),
  };
  const started = startProgram(['worker', '--trust', '--name', name, '--agent', agent], env, home);
  await until(() => started.said().includes(`${name} is ready`));
  return started;
}

test('a result that arrives after its attempt was given up is not taken', async (context) => {
  needs(context, 'git', 'redis-server');
  const { url } = await redisServer();
  const ids = ['T1.1', 'T1.2'];
  const project = autoProjectWith(planOf(ids), { config: { project: SHELL_PROJECT } });
  withRemote(project);
  const frozen = await startWorker({ url, project, name: 'frozen', agent: agentOf('frozen', ids, 3_000) });
  const played = await startAutoIn(project, { fleet: url, parallel: 1 });
  const conducted = played.conduct();
  await until(() => frozen.said().includes('task-executor'));
  frozen.child.kill('SIGSTOP');
  // The second task takes so long that the late result comes while it is worked on.
  const other = agentOf('other', ids, 40_000);
  const second = await fleetWorker({ url, key: await fleetKeyOf(project), agent: other, name: 'other' });
  await until(() => second.events.some(({ type }) => type === 'began'));
  frozen.child.kill('SIGCONT');
  await until(() => / {2}done/.test(frozen.said()));
  await conducted;
  await played.close();
  const [first = ''] = second.events.flatMap((event) => (event.type === 'began' ? [event.job.effect] : []));
  const task = first.split('/')[1] ?? '';
  expect(project.git('show', `main:${task}.txt`)).toBe('other');
  const commits = project.git('log', '--no-merges', '--format=%(trailers:key=Orchestral-Task,valueonly)', 'main');
  expect(commits.split('\n').filter((line) => line === task)).toHaveLength(1);
  record({
    promise: 'A worker is frozen, its step is given to another one, and it comes back with its result',
    asked: 'the late result is not taken',
    measured: 'the result of the other one was merged, once',
  });
});

test('a worker whose disk is full gives its step back, and another one does it', async (context) => {
  needs(context, 'git', 'redis-server', 'mount');
  const { url } = await redisServer();
  const ids = ['T1.1', 'T1.2', 'T1.3', 'T1.4'];
  const project = autoProjectWith(planOf(ids), { config: { project: SHELL_PROJECT } });
  withRemote(project);
  const home = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', home]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', home]));
  const full = await startWorker({ url, project, name: 'full', agent: agentOf('full', ids), home });
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${path.join(home, 'fill')}`, 'bs=4k'], { stdio: 'ignore' });
  } catch {
    // It ends when the disk is full.
  }
  const key = await fleetKeyOf(project);
  // So slow that the other one gets a step, too.
  await fleetWorker({ url, key, agent: agentOf('empty', ids, 3_000), name: 'empty' });
  const played = await startAutoIn(project, { fleet: url });
  await played.conduct();
  await played.close();
  expect(full.said()).toMatch(/given back \(disk\.full/);
  expect(full.said()).toContain('taking no jobs for a minute');
  expect(ids.map((id) => project.git('show', `main:${id}.txt`))).toEqual(ids.map(() => 'empty'));
  record({
    promise: 'The disk of a worker is full',
    asked: 'it gives its step back and pauses; another worker does it',
    measured: `given back, paused for a minute; ${ids.length} of ${ids.length} done by the other one`,
  });
});

test('Redis, the git remote and the conductor are away for minutes at once', async (context) => {
  needs(context, 'git', 'redis-server');
  const redis = await redisServer();
  const { url } = redis;
  const ids = ['T1.1', 'T1.2', 'T1.3', 'T1.4'];
  const project = autoProjectWith(planOf(ids), { config: { project: SHELL_PROJECT } });
  const remote = withRemote(project);
  const worker = await startWorker({ url, project, name: 'one', agent: agentOf('one', ids, 5_000) });
  const args = ['auto', '--trust', '--no-dashboard', '--ultra-thin', '--quiet'];
  const env = { ...project.env, ORCHESTRAL_FLEET: url };
  const conductor = startProgram(args, env, project.folder);
  await until(() => worker.said().includes('task-executor'));
  conductor.child.kill('SIGKILL');
  await redis.kill();
  fs.renameSync(remote, `${remote}-away`);
  await pause(MINUTES_MS);
  const count = (): number => (worker.said().match(/task-executor/g) ?? []).length;
  expect(count()).toBe(1);
  fs.renameSync(`${remote}-away`, remote);
  await redis.start();
  const again = startProgram([...args, '--resume'], env, project.folder);
  expect(await again.ended, `${again.said()}\n${worker.said()}`).toBe(0);
  expect(filesOn(project)).toEqual(expect.arrayContaining(ids.map((id) => `${id}.txt`)));
  // Nothing was done again.
  expect(count()).toBe(ids.length);
  record({
    promise: 'Redis, the git remote and the conductor are away for two minutes, all at once, while a worker has a step',
    asked: 'a pause: nothing is lost, nothing is done again',
    measured: `${ids.length} of ${ids.length} merged, ${count()} agents called`,
  });
});
