import path from 'node:path';
import { expect, test } from 'vitest';
import { startSessionIn } from '../support/conduct-session.ts';
import { installedPackage } from '../support/installed.ts';
import { openMessagesModel } from '../support/model-servers/anthropic.ts';
import { needs } from '../support/needs.ts';
import { processesWith } from '../support/processes.ts';
import { playingSession } from '../support/session-model.ts';
import { calculator, oneSubtask } from '../support/session-script.ts';

test('a session of one subtask by the real Claude Code, its model scripted', async (context) => {
  needs(context, 'bwrap');
  const folder = await installedPackage(context, '@anthropic-ai/claude-code', '2.1.325');
  const server = await openMessagesModel(playingSession(oneSubtask()));
  context.onTestFinished(() => server.close());
  const project = calculator();
  const env = {
    ...project.env,
    PATH: `${path.resolve(folder, '../../.bin')}${path.delimiter}${process.env['PATH']}`,
    ANTHROPIC_BASE_URL: server.baseUrl,
    ANTHROPIC_API_KEY: 'sk-ant-for-nothing',
  };
  const session = await startSessionIn(project, { env, options: { agent: 'claude' } });
  await session.conduct();
  await session.deliver();
  expect(session.state(), JSON.stringify(session.events, null, 1)).toMatchObject({
    status: 'completed',
    failure: null,
    delivery: { at: 'done' },
  });
  const steps = ['write', 'red', 'implement', 'scope', 'verify', 'green', 'judge', 'commit'];
  expect(session.effects().slice(2)).toEqual(
    ['merge#1', 'T1/design#1'].concat(
      steps.map((step) => `T1-S1/${step}#1`),
      'learn#1',
      'deliver#1',
    ),
  );
  const calls = session.events.flatMap(({ data }) => ('calls' in data ? data.calls : []));
  expect(calls).toHaveLength(7);
  expect(new Set(calls.map(({ backend, outcome }) => `${backend} ${outcome}`))).toEqual(new Set(['claude answered']));
  await session.close();

  const { git, home } = project;
  expect(git('show', 'main:src/mul.js')).toBe('export const mul = (a, b) => a * b;');
  expect(git('log', '-1', '--format=%B', 'main^2')).toContain('Orchestral-Subtask: T1-S1');
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(git('branch', '--format=%(refname:short)')).toBe('main');
  expect(processesWith(home), 'processes left').toEqual([]);
});
