import { expect, test } from 'vitest';
import { autoProjectWith, filesOn, scriptFor } from '../support/auto-project.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { rehearsedTasks, startAutoIn } from '../support/conduct-auto.ts';
import { fleetKeyOf, fleetWorker, withRemote } from '../support/fleet-project.ts';
import { until } from '../support/fleet-rig.ts';
import { needs } from '../support/needs.ts';
import { redisServer } from '../support/redis-server.ts';
import { SHELL_PROJECT } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';
import { startProgram } from '../support/start-program.ts';

/** Tests that take long where a file says so: on the machine that is killed meanwhile. */
const SLOW_THERE = 'test "$LC_SLOW" = yes && sleep 600\ntrue\n';

test('where the only worker that checks is killed, the task is proved here', async (context) => {
  needs(context, 'git', 'redis-server');
  const { url } = await redisServer();
  const project = autoProjectWith('# Tasks\n\n## Phase 1: First\n\n- [ ] T1.1: a\n', {
    config: { project: SHELL_PROJECT },
    files: { 'test/slow.check': SLOW_THERE },
  });
  withRemote(project);
  const agent = rehearsedTasks(project.home, scriptFor(['T1.1']));
  await fleetWorker({ url, key: await fleetKeyOf(project), agent, name: 'maker' });
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: temporaryFolder(),
    LANG: 'C.UTF-8',
    LC_SLOW: 'yes',
    GIT_CONFIG_NOSYSTEM: '1',
    ORCHESTRAL_FLEET: url,
    ORCHESTRAL_FLEET_KEY: await fleetKeyOf(project, 'check'),
  };
  const checker = startProgram(['worker', '--trust', '--name', 'checker'], env, project.home);
  await until(() => checker.said().includes('checker is ready'));
  const runs: string[] = [];
  const played = await startAutoIn(project, {
    fleet: url,
    onProgress: (one) => one.kind === 'check' && runs.push(one.run),
  });
  const conducted = played.conduct();
  await until(() => checker.said().includes('auto/T1.1/merge#1  checks'));
  const killed = performance.now();
  checker.child.kill('SIGKILL');
  await conducted;
  const seconds = (performance.now() - killed) / 1000;
  await played.close();
  expect(filesOn(project)).toContain('T1.1.txt');
  expect(runs).toContain('candidate');
  record({
    promise: 'kill -9 of the only worker that runs the tests of tasks, while it does',
    asked: 'the conductor runs them',
    measured: `merged ${seconds.toFixed(0)} s after`,
  });
});
