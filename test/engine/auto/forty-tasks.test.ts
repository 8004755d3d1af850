import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { deliverAuto } from '../../../src/engine/operations/auto/decide.ts';
import { auto } from '../../../src/workflows/auto/auto.ts';
import type { AutoEvent } from '../../../src/workflows/auto/events.ts';
import { fingerprint } from '../../git/fingerprint.ts';
import {
  CALL_COST,
  CONFLICTING,
  FLAKY,
  fortyProject,
  fortyTasks,
  leftBy,
  LIMITED,
  OVERLAPPING,
  type FortyTasks,
} from '../../support/forty-tasks.ts';
import { type PlayedAuto, rehearsedTasks, startAutoIn } from '../../support/conduct-auto.ts';
import { pollDocuments, invalidDocuments } from '../../support/poll-documents.ts';
import { effectProcesses } from '../../support/processes.ts';
import type { RunProject } from '../../support/run-project.ts';
import { byTier } from '../../support/tier.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(3);

const PARALLEL = 6;
/** Everything happens to these, too: as many at once as may be, and the limited one behind others. */
const FEW = byTier({
  usual: {
    only: `T1.1 T1.2 T1.3 T1.4 T1.5 T1.6 T1.9 T1.12 ${LIMITED} T2.1 T2.2 T2.3 ${OVERLAPPING.join(' ')} T3.1 T3.2 T3.3`.split(
      ' ',
    ),
  },
  full: {},
});
const story = fortyTasks(FEW);
const wishes = { parallel: PARALLEL, retryLimit: 1, script: story.script };

/** A conflict, a failed task and one behind it, three phases. */
const FEWER = ['T1.2', ...CONFLICTING, 'T2.2', 'T2.3', 'T2.6', 'T3.3'];
const part = byTier({ usual: fortyTasks({ only: FEWER }), full: story });

/** Machines are often busy with other things. */
const LONG = 10 * 60_000;

describe('forty tasks in three phases', { timeout: LONG }, () => {
  test('end as they should, whatever happened on the way', async () => {
    const project = fortyProject(story);
    project.write({ 'unfinished.txt': 'of the person who works here\n' });
    const looking = { over: false };
    const looked = pollDocuments(project.folder, looking);
    const limits: string[] = [];
    const played = await startAutoIn(project, {
      ...wishes,
      onProgress: (progress) => {
        if (progress.kind !== 'agent' || progress.task === null) return;
        if (progress.event.type === 'limit') limits.push(progress.task);
      },
    });
    limitOnStart(played, project);
    await played.conduct();
    looking.over = true;
    const graph = played.graph();
    await played.close();

    expect(graph).toMatchObject({ stage: { at: 'done' }, left_alone: null, in_flight: {}, merging: [], active: [] });
    expectLists(played, story);
    expectDelivered(project, story);
    expect(project.git('status', '--porcelain')).toBe('?? unfinished.txt');
    expectNothingLeft(project);
    expect((await looked).bad).toEqual([]);
    expect((await looked).documents).toBeGreaterThan(20);

    // Whoever begins meanwhile waits, too, and is told.
    expect(limits).toContain(LIMITED);
    expect(graph.tasks[LIMITED]?.mishaps).toBeNull();
    for (const [id, kind] of Object.entries(FLAKY))
      expect(graph.tasks[id]?.mishaps).toMatchObject({ count: 1, last: { kind } });
    expect(graph.tasks['T2.2']?.mishaps).toMatchObject({ count: 2, last: { kind: 'tests_red' } });
    const conflicted = played.events.filter(({ type }) => type === 'conflicted');
    expect(conflicted).toHaveLength(1);
    expect(CONFLICTING).toContain(conflicted[0]?.data && 'id' in conflicted[0].data && conflicted[0].data.id);

    const retried = Object.keys(FLAKY).length + 1;
    const calls = story.completed.length + story.failed.length + retried + 1;
    expect(graph.spent['task-executor']?.calls).toBe(calls);
    // What the limited call had cost by then counts.
    expect(graph.spent['task-executor']?.cost_usd).toBeCloseTo((calls + 1) * CALL_COST);
    expectOrder(played.events);
    // What is recorded must be read again by the next start.
    expect(played.events.filter(({ type, data }) => auto.readEvent(type, data) === undefined)).toEqual([]);
  });

  test('stay on our branch while the checkout has changes, and arrive when the person says so', async () => {
    const project = fortyProject(part);
    project.write({ 'readme.md': 'changed\n' });
    const before = theirsIn(project);
    const played = await startAutoIn(project, { ...wishes, script: part.script });
    await played.conduct();
    expect(theirsIn(project)).toEqual(before);
    expect(played.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: { why: 'changed_files' } });
    await played.close();
    expectLists(played, part);
    expect(project.git('status', '--porcelain')).toBe('M readme.md');
    expect(project.git('worktree', 'list').split('\n')).toHaveLength(1);
    for (const phase of [1, 2, 3]) {
      expect(checkpoint(project, phase)).toMatchObject({ merged: false });
      expect(checkpoint(project, phase)).not.toHaveProperty('merge_commit');
    }

    project.git('checkout', '--quiet', 'readme.md');
    const again = await startAutoIn(project, { resumes: true });
    await deliverAuto(again.open);
    await again.conduct();
    expect(again.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: null });
    await again.close();
    expectDelivered(project, part);
    expect(project.git('status', '--porcelain')).toBe('');
    expectNothingLeft(project);
    expect(checkpoint(project, 3)).toMatchObject({
      merged: true,
      merge_commit: project.git('rev-parse', 'main').slice(0, 7),
    });
    expect(await invalidDocuments(project.folder)).toEqual([]);
  });

  test('of a file that git does not know have their boxes ticked where it lies', async () => {
    // Outside the sandbox agents could write there, too: that we do is not held against them.
    const project = fortyProject(part, { config: { agents: { version: 1, sandbox: 'off' } } });
    project.git('rm', '--quiet', '--cached', 'TASKS.md');
    project.git('commit', '--quiet', '--message', 'Keep the list to oneself');
    const played = await startAutoIn(project, { ...wishes, script: part.script });
    await played.conduct();
    await played.close();
    expectLists(played, part);
    expect(fs.readFileSync(path.join(project.folder, 'TASKS.md'), 'utf8')).toBe(tickedPlan(part));
    expect(project.git('ls-tree', '-r', '--name-only', 'main').split('\n')).not.toContain('TASKS.md');
    expect(project.git('status', '--porcelain')).toBe('?? TASKS.md');
    expectLines(project, part);
    expectNothingLeft(project);
  });
});

/** The limit is ahead whenever the task begins, also on a machine that is slow to begin it. */
function limitOnStart({ open }: PlayedAuto, { home }: RunProject): void {
  const unwatch = open.store.watch(({ event }) => {
    if (event.type !== 'effect_started' || !event.data.effect.startsWith(`auto/${LIMITED}/`)) return;
    rehearsedTasks(home, fortyTasks({ ...FEW, limitedUntil: new Date(Date.now() + 10_000) }).script);
    unwatch();
  });
}

function expectLists(played: PlayedAuto, { completed, failed, blocked }: FortyTasks): void {
  expect(played.listed('failed')).toEqual(failed);
  expect(played.listed('blocked')).toEqual(blocked);
  expect(played.listed('completed')).toEqual(completed);
  for (const list of ['pending', 'ready', 'in_progress']) expect(played.listed(list)).toEqual([]);
}

function expectDelivered(project: RunProject, expected: FortyTasks): void {
  expect(project.git('log', '--first-parent', '--format=%s', 'main').split('\n')).toEqual([
    'Merge phase 3: phase-3-end',
    'Merge phase 2: phase-2-middle',
    'Merge phase 1: phase-1-basics',
    'Begin',
  ]);
  expect(project.git('log', '--first-parent', '--min-parents=2', '--format=%h', 'main').split('\n')).toHaveLength(3);
  expect(fs.readFileSync(path.join(project.folder, 'TASKS.md'), 'utf8')).toBe(tickedPlan(expected));
  expectLines(project, expected);
}

function expectLines({ folder, git }: RunProject, { completed, failed, blocked }: FortyTasks): void {
  for (const id of completed) {
    const { file, content } = leftBy(id);
    expect(fs.readFileSync(path.join(folder, file), 'utf8')).toBe(content);
  }
  expect(fs.readFileSync(path.join(folder, 'shared.txt'), 'utf8')).toBe('by: T1.4 T1.5\n');
  const names = git('ls-tree', '-r', '--name-only', 'main').split('\n');
  expect(names).toContain('test/T1.2.check');
  expect(names).not.toContain('litter.txt');
  for (const id of [...failed, ...blocked]) expect(names).not.toContain(leftBy(id).file);
}

/** Of ours, but what is in no other place: the work that failed. */
function expectNothingLeft({ git, env, home }: RunProject): void {
  expect(git('branch', '--format=%(refname:short)').split('\n')).toEqual(['main', 'orchestral/task/T2.2']);
  expect(git('show', 'orchestral/task/T2.2:work/T2.2.txt')).toBe('wrong');
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(effectProcesses(env)).toEqual([]);
  expect(fs.readdirSync(path.join(home, 'state/orchestral/processes'))).toEqual([]);
}

/** Everything of the person's: files, index, refs, reflogs; not what is ours. */
function theirsIn({ folder }: RunProject): Record<string, string> {
  const ours = /^\.claude\/|^\.git\/(?:worktrees\/|(?:logs\/)?refs\/(?:heads\/)?orchestral\/)/;
  return Object.fromEntries(Object.entries(fingerprint(folder)).filter(([name]) => !ours.test(name)));
}

function checkpoint({ folder }: RunProject, phase: number): Record<string, unknown> {
  return JSON.parse(fs.readFileSync(path.join(folder, '.claude/orchestrate-state.json'), 'utf8')).checkpoints[
    `phase_${phase}`
  ];
}

function tickedPlan({ plan, completed }: FortyTasks): string {
  return completed.reduce((text, id) => text.replace(`- [ ] ${id}:`, `- [x] ${id}:`), plan);
}

/** As the log has it: agents were at work side by side, as many as allowed, and what must not be together was not. */
function expectOrder(events: readonly AutoEvent[]): void {
  const running = new Set<string>();
  const begun = new Set<string>();
  const failures = new Map<string, number>();
  let most = 0;
  for (const { type, data } of events) {
    if (!('effect' in data) || data.effect === undefined) continue;
    const [, task = '', step = ''] = /^auto\/(.+)\/(\w+)#\d+$/.exec(data.effect) ?? [];
    if (type === 'effect_started') {
      running.add(data.effect);
      begun.add(task);
    } else running.delete(data.effect);
    const isOver = type === 'attempt_failed' && (failures.get(task) ?? 0) >= (data.retry_limit ?? 0);
    if (type === 'attempt_failed') failures.set(task, (failures.get(task) ?? 0) + 1);
    if (type === 'task_merged' || isOver) begun.delete(task);
    const atWork = [...running].filter((effect) => /\/(?:work|resolve)#/.test(effect));
    most = Math.max(most, atWork.length);
    expect([...running].filter((effect) => effect.includes('/merge#')).length).toBeLessThanOrEqual(1);
    expect(OVERLAPPING.filter((id) => begun.has(id)).length, step).toBeLessThanOrEqual(1);
  }
  expect(most).toBe(PARALLEL);
  expect(running).toEqual(new Set());
}
