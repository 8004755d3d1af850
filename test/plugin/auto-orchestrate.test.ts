import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectOf, sceneOf } from '../support/auto-context.ts';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import { processesWith } from '../support/processes.ts';
import type { RunProject } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';
import { byTier, isFull } from '../support/tier.ts';
import { converse } from './claude-code.ts';

const MOST_TOKENS = 1_500;

interface TaskLists {
  readonly completed: readonly string[];
  readonly failed: readonly string[];
  readonly blocked: readonly string[];
}

function listsOf({ folder }: RunProject): TaskLists {
  const text = fs.readFileSync(path.join(folder, '.claude/orchestrate-state.json'), 'utf8');
  return (JSON.parse(text) as { tasks: TaskLists }).tasks;
}

function taskProject(tasks: number, { failing = 0, delayMs = 0 } = {}) {
  const scene = sceneOf(tasks, { failing: Math.max(1, failing) });
  const { script } = scene;
  const project = projectOf(scene);
  // The same list with nothing in it that fails.
  const note = (id: string) => [{ edit: { [`notes/${id}.txt`]: `note of ${id}\n` } }];
  const last = [...scene.failed, ...scene.blocked];
  const good = { ...script, tasks: { ...script.tasks, ...Object.fromEntries(last.map((id) => [id, note(id)])) } };
  const roles = { 'task-executor': [{ say: 'Looked through them; nothing is to be changed.', delay_ms: delayMs }] };
  return { scene, project, agent: rehearsedTasks(project.home, { ...(failing === 0 ? good : script), roles }) };
}

const TYPED = '/orchestral:auto-orchestrate --ultra-thin --retry-limit 0 --parallel 4';

test('a list with a task that fails is driven to its end and never called done', async (context) => {
  const tasks = byTier({ usual: 6, full: 20 });
  const { scene, project, agent } = taskProject(tasks, { failing: 1 });
  const { uses, result, tokens, code } = await converse(context, { project, agent, prompt: TYPED });
  expect(code).toBe(0);
  expect(listsOf(project)).toMatchObject({ completed: scene.completed, failed: scene.failed, blocked: scene.blocked });
  expect(uses.map(({ input }) => input['command'])).toEqual([
    'orchestral auto --ultra-thin --retry-limit 0 --parallel 4 --detach --quiet',
    'orchestral wait auto --for 9m',
    'orchestral auto status',
  ]);
  expect(uses[1]?.result).toMatch(/^Exit code 1\nauto has failed\n/);
  expect(uses.map((use) => use.result).join('\n')).not.toMatch(/auto is done|\bat done\b/);
  expect(result).not.toMatch(/^Done/);
  expect(tokens).toBeLessThanOrEqual(MOST_TOKENS);
  record({
    promise: `Tokens of a conversation’s context for /auto-orchestrate --ultra-thin with ${tasks} tasks, 1 failing`,
    asked: `≤ ${MOST_TOKENS}`,
    measured: String(tokens),
  });
  expect(processesWith(project.home), 'processes left').toEqual([]);
});

if (isFull)
  describe('the rest', () => {
    test('twenty tasks that succeed are done', async (context) => {
      const { project, agent } = taskProject(20);
      const { uses, result, tokens } = await converse(context, { project, agent, prompt: TYPED });
      expect(listsOf(project)).toMatchObject({ failed: [], blocked: [] });
      expect(listsOf(project).completed).toHaveLength(20);
      expect(uses).toHaveLength(2);
      expect(result).toBe('Done: auto is done');
      expect(tokens).toBeLessThanOrEqual(MOST_TOKENS);
      record({
        promise: 'Tokens of a conversation’s context for /auto-orchestrate --ultra-thin with 20 tasks that succeed',
        asked: `≤ ${MOST_TOKENS}`,
        measured: String(tokens),
      });
    });

    test('a list that takes longer than any call may is driven to its end', async (context) => {
      const { project, agent } = taskProject(12, { delayMs: 3_000 });
      // The longest that Claude Code lets a call take, far less than the list needs.
      const env = { BASH_MAX_TIMEOUT_MS: '4000', BASH_DEFAULT_TIMEOUT_MS: '4000' };
      const { uses, result } = await converse(context, { project, agent, prompt: TYPED, env });
      const waits = uses.filter(({ input }) => String(input['command']).startsWith('orchestral wait'));
      expect(waits.length).toBeGreaterThan(1);
      expect(waits.slice(0, -1).every((use) => /timed out/i.test(use.result ?? ''))).toBe(true);
      expect(listsOf(project).completed).toHaveLength(12);
      expect(result).toBe('Done: auto is done');
      expect(processesWith(project.home), 'processes left').toEqual([]);
    });
  });
