import path from 'node:path';
import { expect, test } from 'vitest';
import type { RehearsalStep } from '../../src/schema/rehearsal.ts';
import { startSessionIn } from '../support/conduct-session.ts';
import { installedPackage } from '../support/installed.ts';
import { openMessagesModel } from '../support/model-servers/anthropic.ts';
import type { Turn, TurnFor } from '../support/model-servers/scripted-server.ts';
import { needs } from '../support/needs.ts';
import { processesWith } from '../support/processes.ts';
import { calculator, oneSubtask, type Roles } from '../support/session-script.ts';

test('a session of one subtask by the real Claude Code, its model scripted', async (context) => {
  needs(context, 'bwrap');
  const folder = await installedPackage(context, '@anthropic-ai/claude-code', '2.1.325');
  const server = await openMessagesModel(playing(oneSubtask()));
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

const roleOf: Readonly<Record<string, string>> = {
  'Code Explore': 'code-explore',
  'the Planner': 'planner',
  'the Architect': 'architect',
  'the QA engineer': 'qa-engineer',
  'the Implementer': 'implementer',
};

/** What a rehearsal would do, done by a model; it knows its role by the prompt, and counts its calls. */
function playing(roles: Roles): TurnFor {
  const calls = new Map<string, number>();
  return ({ body, taken }) => {
    const name = /You are ([\w ]+?) of Orchestral/.exec(body)?.[1] ?? '';
    const role = roleOf[name] ?? '';
    if (taken === 0) calls.set(role, (calls.get(role) ?? 0) + 1);
    const step = roles[role]?.[(calls.get(role) ?? 1) - 1];
    return turnsOf(step)[taken] ?? { say: `nothing to say as ${name}, call ${calls.get(role)}, turn ${taken + 1}` };
  };
}

function turnsOf({ edit = {}, answer }: RehearsalStep = {}): Turn[] {
  const writes = Object.entries(edit).map(([file, content]) => ({ write: file, content }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every answer of the script is an object
  return [...writes, answer === undefined ? { say: 'Done.' } : { answer: answer as object }];
}
