import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { validate } from '../../../src/engine/operations/validate.ts';
import type { Project } from '../../../src/engine/project.ts';
import { decodeAny } from '../../../src/schema/codec-any.ts';
import { temporaryFolder } from '../../support/auto-store.ts';
import { startSessionIn } from '../../support/conduct-session.ts';
import { calculator, sessionScript } from '../../support/session-script.ts';

test('a session goes from a request to a merge, with an implementation retry and a design retry', async () => {
  const project = calculator();
  const before = project.git('rev-parse', 'main');
  const session = await startSessionIn(project, { roles: sessionScript() });
  const { project: place, knowledge } = session.open.services;
  const looking = { over: false };
  const looked = lookUntilOver(place, looking);
  await session.conduct();
  await session.deliver();
  looking.over = true;

  expect(session.state()).toMatchObject({ status: 'completed', delivery: { at: 'done' } });
  const { bad, documents } = await looked;
  expect(bad).toEqual([]);
  expect(documents).toEqual(new Set([...contracts, 'session', 'session-state', 'knowledge']));
  const count = (type: string) => session.events.filter((one) => one.type === type).length;
  expect([count('designed'), count('tests_written'), count('implemented'), count('subtask_committed')]).toEqual([
    3, 5, 6, 4,
  ]);
  await session.close();

  const { git } = project;
  expect(git('rev-list', '--count', '--no-merges', `${before}..main`)).toBe('4');
  expect(git('log', '-1', '--format=%B', 'main^2')).toContain('Orchestral-Subtask: T2-S2');
  expect(git('status', '--porcelain', '--untracked-files=no')).toBe('');
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(decodeAny('knowledge', fs.readFileSync(knowledge))).toMatchObject({
    ok: true,
    value: {
      decisions: expect.arrayContaining([expect.objectContaining({ decision: 'pure functions' })]) as unknown,
      pitfalls: expect.arrayContaining([expect.objectContaining({ learned_from: 'T1' })]) as unknown,
    },
  });
  const clone = path.join(temporaryFolder(), 'clone');
  git('clone', '--quiet', '.', clone);
  const told = execFileSync(process.execPath, ['--test', '--test-reporter=tap', 'test/'], {
    cwd: clone,
    encoding: 'utf8',
  });
  expect(told).toContain('# pass 5\n# fail 0');
});

const contracts = 'explored task-breakdown design-brief design-contract test-contract test-result'.split(' ');

/** Every document of the project, again and again. */
async function lookUntilOver(project: Project, looking: { over: boolean }) {
  const bad: unknown[] = [];
  const documents = new Set<string | null>();
  const { signal } = new AbortController();
  while (!looking.over) {
    const asked = { project, cwd: project.root, paths: [], as: undefined, env: {}, signal };
    const checked = (await validate(asked)).filter(({ path: file }) => file.includes('.claude/orchestrator/'));
    for (const { document } of checked) documents.add(document);
    // A file may go between being listed and being read.
    bad.push(...checked.filter(({ ailment }) => ailment !== null && !JSON.stringify(ailment).includes('missing')));
    await pause(10);
  }
  return { bad, documents };
}
