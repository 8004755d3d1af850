import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { autoProjectWith, filesOn, scriptFor } from '../../support/auto-project.ts';
import { type PlayedAuto, startAutoIn } from '../../support/conduct-auto.ts';
import type { RunProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(2);

const PLAN = '# Shop\n\n- [ ] T1.1: One\n- [ ] T1.2: Two\n  - deps: [T1.1]\n- [ ] T1.3: Three\n  - deps: [T1.2]\n';
const IDS = ['T1.1', 'T1.2', 'T1.3'];

describe('a worktree folder that somebody deletes', () => {
  test.each([
    ['of the pool, before the next task', 'worked', 'auto/slot-1'],
    ['of the pool, before the merge', 'worked', 'auto'],
    ['of the phase, between two merges', 'task_merged', 'worktree/phase-1-shop'],
    ['and everything else of ours there, when a task is done', 'task_merged', ''],
  ])('%s, is made anew', async (_, type, place) => {
    const { project, played } = await begun();
    const unwatch = played.open.store.watch(({ event }) => {
      if (event.type !== type) return;
      unwatch();
      fs.rmSync(path.join(worktreesOf(project), place), { recursive: true });
    });
    await played.conduct();
    await expectDone(project, played);
  });

  test('under the hands of an agent, costs that attempt', async () => {
    const steps = [{ run: 'rm -rf "$PWD"' }, { edit: { 'T1.2.txt': 'T1.2\n' } }];
    const { project, played } = await begun({ 'T1.2': steps });
    await played.conduct();
    expect(played.graph().tasks['T1.2']?.mishaps).toMatchObject({ count: 1 });
    await expectDone(project, played);
  });

  test('while nobody conducts, is made anew', async () => {
    const { project, played } = await begun();
    const stop = new AbortController();
    played.open.store.watch(({ event }) => event.type === 'task_merged' && stop.abort());
    await played.conduct({ signal: stop.signal });
    await played.close();
    const place = worktreesOf(project);
    for (const name of ['auto', 'worktree']) fs.rmSync(path.join(place, name), { recursive: true });
    const again = await startAutoIn(project);
    await again.conduct();
    await expectDone(project, again);
  });
});

async function begun(tasks = {}): Promise<{ project: RunProject; played: PlayedAuto }> {
  const project = autoProjectWith(PLAN, { config: { agents: { version: 1, sandbox: 'off' } } });
  return { project, played: await startAutoIn(project, { script: scriptFor(IDS, tasks) }) };
}

async function expectDone(project: RunProject, played: PlayedAuto): Promise<void> {
  expect(played.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: null });
  await played.close();
  expect(played.listed('completed')).toEqual(IDS);
  expect(filesOn(project)).toEqual(expect.arrayContaining(IDS.map((id) => `${id}.txt`)));
  expect(project.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(project.git('branch', '--format=%(refname:short)')).toBe('main');
}

/** Where the worktrees lie, as git lists them. */
function worktreesOf({ git }: RunProject): string {
  const [, place = ''] = /^worktree (.*)\/auto\/slot-\d+$/m.exec(git('worktree', 'list', '--porcelain')) ?? [];
  return place;
}
