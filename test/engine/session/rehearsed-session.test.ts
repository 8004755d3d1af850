import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ok } from '../../../src/base/result.ts';
import type { OpenSession, SessionTools } from '../../../src/engine/open-session.ts';
import { startSession } from '../../../src/engine/operations/sessions/start.ts';
import { findProject } from '../../../src/engine/project.ts';
import { en } from '../../../src/i18n/en.ts';
import { decodeAny } from '../../../src/schema/codec-any.ts';
import { rehearsed, type RunProject } from '../../support/run-project.ts';
import { calculator, sessionScript } from '../../support/session-script.ts';

test('a session goes from a request to a merge, with an implementation retry and a design retry', async () => {
  const project = calculator();
  const before = project.git('rev-parse', 'main');
  const { events, state } = await play(project);
  expect(state).toMatchObject({ status: 'completed', delivery: { at: 'done' } });
  const count = (type: string) => events.filter((one) => one === type).length;
  expect([count('designed'), count('tests_written'), count('implemented'), count('subtask_committed')]).toEqual([
    3, 5, 6, 4,
  ]);
  expect(project.git('rev-list', '--count', '--no-merges', `${before}..main`)).toBe('4');
  expect(project.git('log', '-1', '--format=%B', 'main^2')).toContain('Orchestral-Subtask: T2-S2');
  expect(project.git('status', '--porcelain', '--untracked-files=no')).toBe('');
  expect(project.git('worktree', 'list').split('\n')).toHaveLength(1);
  const found = must(findProject({ cwd: project.folder }));
  const knowledge = fs.readFileSync(
    path.join(project.folder, `.claude/orchestrator/knowledge/${found.hash}/knowledge.yaml`),
  );
  expect(decodeAny('knowledge', knowledge)).toMatchObject({
    ok: true,
    value: {
      decisions: expect.arrayContaining([expect.objectContaining({ decision: 'pure functions' })]) as unknown,
      pitfalls: expect.arrayContaining([expect.objectContaining({ learned_from: 'T1' })]) as unknown,
    },
  });
});

async function play(project: RunProject) {
  const tools: SessionTools = {
    project: must(findProject({ cwd: project.folder })),
    env: project.env,
    cwd: project.folder,
    words: en,
    wishes: { agent: rehearsed(project.home, sessionScript()) },
    trusts: true,
    references: [],
    onNotice: () => undefined,
  };
  const open: OpenSession = must(await startSession('Add mul, sub, div and neg to the calculator.', tools));
  const events: string[] = [];
  open.store.watch(({ event }) => event.type !== 'shown' && events.push(event.type));
  must(await open.conduct(new AbortController().signal));
  must(await open.store.commit(() => ok([{ type: 'delivery_requested', data: { asked: false } }])));
  must(await open.conduct(new AbortController().signal));
  const { state } = open.store;
  must(await open.close());
  return { events, state };
}

function must<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
