import { describe, expect, test } from 'vitest';
import { err } from '../../../src/base/result.ts';
import type { DocumentOf } from '../../../src/schema/documents.ts';
import { absorb } from '../../../src/workflows/auto/absorb.ts';
import { adopt } from '../../../src/workflows/auto/adopt.ts';
import { show } from '../../../src/workflows/auto/show.ts';
import { AT, startGraph, sha, GraphScenario } from './graph-scenario.ts';

type AutoDocument = DocumentOf<'auto-state'>;

describe('a document without its log', () => {
  test('tells of the graph; what ran is run again', () => {
    const story = startGraph(['T1.1', 'T1.2: T1.1', 'T1.3: T1.2', 'T1.4', 'T2.1: T1.4']);
    story.complete('T1.1').fail('T1.2', { final: true }).effect('auto/T1.4/work');
    const document = documentOf(story);
    const adopted = new GraphScenario(['T9.1']).become(adopt({ 'auto-state': document }) ?? { kind: 'unplanned' });
    expect(adopted.statuses()).toEqual({ ...story.statuses(), 'T1.4': 'ready' });
    expect(adopted.state).toMatchObject({ current_phase: 1, worktree: document.execution.worktree });
    adopted.launch().outcome('auto/prepare').outcome('auto/begin');
    expect(adopted.due()).toEqual(['T1.4/work#1']);
    expect(documentOf(adopted).checkpoints).toEqual(document.checkpoints);
  });

  test('keeps what was merged and delivered', () => {
    const story = startGraph(['T1.1', 'T2.1']).complete('T1.1').outcome('auto/phase-merge-1').outcome('auto/deliver-1');
    const adopted = adopt({ 'auto-state': documentOf(story) });
    const merge = sha('e').commit.slice(0, 7);
    expect(adopted).toMatchObject({ phases: { 1: { delivered: true, merge, completed_at: '2026-01-21T09:00:00Z' } } });
  });

  test('knows which phase it is in', () => {
    const story = startGraph(['T1.1', 'T2.1: T1.1', 'T2.2', 'T3.1']).complete('T1.1').outcome('auto/phase-merge-1');
    story.outcome('auto/deliver-1').outcome('auto/begin');
    const adopted = new GraphScenario(['T9.1']).become(
      adopt({ 'auto-state': documentOf(story) }) ?? { kind: 'unplanned' },
    );
    expect(adopted.statuses()).toEqual(story.statuses());
  });

  test('may name a task in two lists, and dependencies that nobody knows', () => {
    const document = documentOf(startGraph(['T1.1', 'T1.2: T1.1', 'T1.3']));
    document.tasks.in_progress = ['T1.1'];
    document.dependencies['T1.3'] = ['T0.9'];
    const story = new GraphScenario(['T9.1']).become(adopt({ 'auto-state': document }) ?? { kind: 'unplanned' });
    expect(story.statuses()).toEqual({ 'T1.1': 'ready', 'T1.2': 'pending', 'T1.3': 'ready' });
  });

  test('is needed', () => {
    expect(adopt({})).toBeUndefined();
  });
});

describe('an edited document', () => {
  test.each<[how: string, edit: (tasks: AutoDocument['tasks']) => void, after: Record<string, string>]>([
    [
      'completes what failed',
      (tasks) => {
        tasks.failed = [];
        tasks.completed.push('T1.1');
      },
      { 'T1.1': 'completed', 'T1.2': 'ready' },
    ],
    [
      'opens what failed again',
      (tasks) => {
        tasks.failed = [];
        tasks.pending.push('T1.1');
      },
      { 'T1.1': 'ready', 'T1.2': 'pending' },
    ],
    [
      'gives up what runs',
      (tasks) => {
        tasks.in_progress = [];
        tasks.failed.push('T1.3');
      },
      { 'T1.3': 'failed', 'T1.4': 'blocked' },
    ],
    [
      'takes back what runs',
      (tasks) => {
        tasks.in_progress = [];
        tasks.ready.push('T1.3');
      },
      { 'T1.3': 'ready', 'T1.4': 'pending' },
    ],
    ['leaves all as it is', () => {}, { 'T1.1': 'failed', 'T1.2': 'blocked', 'T1.3': 'in_progress' }],
  ])('%s', (_, edit, after) => {
    const story = edited();
    const document = structuredClone(documentOf(story));
    edit(document.tasks);
    const events = absorb(story.state, shown(story), { 'auto-state': document });
    for (const event of events.ok ? events.value : []) story.happen(event);
    expect(story.statuses()).toMatchObject(after);
  });

  test.each<[how: string, edit: (document: AutoDocument) => void, path: string]>([
    ['runs a task by itself', ({ tasks }) => tasks.in_progress.push('T1.5'), 'tasks.in_progress'],
    ['names a task that there is not', ({ tasks }) => tasks.ready.push('T7.7'), 'tasks.ready'],
    ['leaves a task out', ({ tasks }) => (tasks.failed = []), 'tasks.failed'],
    ['enters a phase', ({ execution }) => (execution.current_phase = 2), 'execution'],
    ['plans', ({ dependencies }) => (dependencies['T1.3'] = ['T1.1']), 'dependencies'],
  ])('is refused when it %s', (_, edit, path) => {
    const story = edited();
    const document = structuredClone(documentOf(story));
    edit(document);
    const refused = absorb(story.state, shown(story), { 'auto-state': document });
    expect(refused).toEqual(err([expect.objectContaining({ path })]));
  });
});

test('a document shows phases: how far one is while it runs, what it was when it is over', () => {
  const story = startGraph(['T1.1', 'T1.2', 'T2.1']).complete('T1.1');
  expect(documentOf(story).checkpoints).toEqual({ phase_1: { started_at: '2026-01-21T09:00:00Z', progress: '1/2' } });
  story.complete('T1.2').outcome('auto/phase-merge-1');
  story.record('left_alone', { effect: story.effect('auto/deliver'), trunk: sha('e'), why: 'dirty', detail: [] });
  const over = { completed_at: '2026-01-21T09:00:00Z', tasks_count: 2, tasks: ['T1.1', 'T1.2'] };
  expect(documentOf(story).checkpoints).toEqual({ phase_1: { ...over, merged: false } });
  story.outcome('auto/begin').complete('T2.1').outcome('auto/phase-merge-2').outcome('auto/deliver');
  expect(documentOf(story).checkpoints['phase_1']).toEqual({ ...over, merged: true, merge_commit: 'eeeeeee' });
  expect(documentOf(story)).toMatchObject({
    version: '2.0',
    metrics: { total_tasks: 3, completed_count: 3, failed_count: 0, average_task_time_seconds: 30 },
    execution: { last_updated: AT.replace('.000', '') },
  });
});

function edited(): GraphScenario {
  const story = startGraph(['T1.1', 'T1.2: T1.1', 'T1.3', 'T1.4: T1.3', 'T1.5']).fail('T1.1', { final: true });
  story.effect('auto/T1.3/work');
  return story;
}

function documentOf(story: GraphScenario): AutoDocument {
  return shown(story)['auto-state'];
}

function shown(story: GraphScenario) {
  const documents = show(story.state);
  if (documents === undefined) throw new Error('nothing to show');
  return documents;
}
