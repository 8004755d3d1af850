import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { drivenByClaude, projectOf, type Scene, sceneOf, tokensOf } from '../support/auto-context.ts';
import { startAutoIn } from '../support/conduct-auto.ts';
import type { ToolCall, ToolUse } from '../support/model-servers/anthropic.ts';
import { processesWith } from '../support/processes.ts';
import type { RunProject } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';
import { byTier } from '../support/tier.ts';

const MOST_FOR_ALL = 1_500;
const MOST_FOR_A_TASK = 70;

const lists = byTier({
  usual: [{ tasks: 20, failing: 5, lang: 'ko' }],
  full: [
    { tasks: 50, failing: 12, lang: 'ko' },
    ...[50, 200, 1_000].map((tasks) => ({ tasks, failing: 1, lang: 'en' })),
  ],
});

test.for(lists)('the engine drives $tasks tasks of which $failing fail, told in $lang', async (given, context) => {
  const { tasks, failing, lang } = given;
  const scene = sceneOf(tasks, { failing });
  const project = projectOf(scene);
  const command = `orchestral auto --ultra-thin --parallel 4 --retry-limit 0 --lang ${lang}`;
  const call = bash({ command, description: 'Work through TASKS.md', timeout: 60 * 60_000 });
  const { uses, sent } = await drivenByClaude(context, {
    project,
    script: scene.script,
    actOn: ([used]) => (used === undefined ? [call] : 'Done.'),
  });
  expectWorkedThrough(project, scene);
  expect(uses).toHaveLength(1);
  const tokens = tokensOf(uses);
  record({
    promise: `Tokens of an agent’s context for a list of ${tasks} tasks, ${failing} failing, driven by the engine (${lang})`,
    asked: `≤ ${MOST_FOR_ALL}`,
    measured: `${tokens} (${tokensOf(sent)} with the agent program’s own reminders)`,
  });
  const told = uses[0]?.result ?? '';
  expect(tokens, told).toBeLessThanOrEqual(MOST_FOR_ALL);
  // A line for each tenth but the last, which the blocked task keeps open, and the report.
  expect(told.match(new RegExp(`\\b\\d+/${tasks}\\b`, 'g')), told).toHaveLength(10);
});

const shares = byTier({
  usual: [{ tasks: 10, atOnce: 4 }],
  full: [
    { tasks: 50, atOnce: 1 },
    { tasks: 50, atOnce: 4 },
    { tasks: 200, atOnce: 4 },
  ],
});

// Each line is a start of the program: a thousand tasks take some twenty minutes where nothing else runs.
const timeout = byTier({ usual: 10, full: 120 }) * 60_000;

test.for(shares)(
  'an agent drives $tasks tasks by one line each, $atOnce at once',
  { timeout },
  async (given, context) => {
    const { tasks, atOnce } = given;
    const scene = sceneOf(tasks);
    const project = projectOf(scene);
    // What the lines have no options for is a person's to say, once.
    const begun = await startAutoIn(project, { script: scene.script, retryLimit: 0, parallel: atOnce });
    await begun.close();
    const { uses, sent } = await drivenByClaude(context, { project, script: scene.script, actOn: byTheLine });
    expect(uses.at(-1)?.result).toBe('Exit code 1\nERROR:INCOMPLETE:1 failed, 1 blocked');
    expectWorkedThrough(project, scene);
    const carriedOut = uses.filter(isExec);
    expect(carriedOut).toHaveLength(scene.completed.length + scene.failed.length);
    const tokens = tokensOf(uses) / tasks;
    const withReminders = tokensOf(sent) / tasks;
    record({
      promise: `Tokens of an agent’s context for each of ${tasks} tasks, driven by one line each, ${atOnce} at once`,
      asked: `≤ ${MOST_FOR_A_TASK}`,
      measured: `${tokens.toFixed(1)} (${withReminders.toFixed(1)} with the agent program’s own reminders)`,
    });
    expect(tokens, JSON.stringify(uses, null, 1)).toBeLessThanOrEqual(MOST_FOR_A_TASK);
  },
);

/** As an agent is told to: what comes next, then each of these, until all is done. */
function byTheLine(uses: readonly ToolUse[]): readonly ToolCall[] | string {
  const last = uses.at(-1);
  const [line = ''] = last?.result?.split('\n') ?? [];
  const ready = /^READY:(.+)$/.exec(line)?.[1]?.split(',');
  if (ready !== undefined)
    return ready.map((id) =>
      bash({ command: `orchestral auto exec ${id}`, description: `Carry out ${id}`, timeout: 600_000 }),
    );
  const isCarriedOut = last === undefined || isExec(last);
  if (isCarriedOut || /^PHASE_DONE:\d+$/.test(line))
    return [bash({ command: 'orchestral auto next', description: 'Ask what comes next', timeout: 600_000 })];
  return `It ended with ${line}`;
}

function isExec({ input }: ToolUse): boolean {
  return String(input['command']).includes(' exec ');
}

function bash(input: ToolCall['input']): ToolCall {
  return { name: 'Bash', input };
}

function expectWorkedThrough({ folder, git, home }: RunProject, scene: Scene): void {
  const state = JSON.parse(fs.readFileSync(path.join(folder, '.claude/orchestrate-state.json'), 'utf8')) as {
    readonly tasks: Readonly<Record<string, readonly string[]>>;
  };
  expect(state.tasks).toMatchObject({
    completed: scene.completed,
    failed: scene.failed,
    blocked: scene.blocked,
    ready: [],
    pending: [],
    in_progress: [],
  });
  expect(fs.readFileSync(path.join(folder, 'TASKS.md'), 'utf8').match(/^- \[x\] /gm)).toHaveLength(
    scene.completed.length,
  );
  for (const id of scene.edited) expect(git('show', `main:notes/${id}.txt`)).toBe(`note of ${id}`);
  expect(processesWith(home), 'processes left').toEqual([]);
}
