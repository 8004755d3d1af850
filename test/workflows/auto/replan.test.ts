import { describe, expect, test } from 'vitest';
import type { PlannedTask } from '../../../src/workflows/auto/events.ts';
import { plan, startGraph, sha, type GraphScenario, task } from './graph-scenario.ts';

describe('another plan', () => {
  test('adds tasks, drops those that are gone unless they are completed, reads dependencies again', () => {
    const story = startGraph(['T1.1', 'T1.2', 'T1.3: T1.1', 'T1.4']).complete('T1.1').complete('T1.2');
    replan(story, ['T1.3: T1.5', 'T1.1', 'T1.5', 'T2.1: T1.3 T1.2']);
    expect(story.statuses()).toEqual({
      'T1.2': 'completed',
      'T1.3': 'pending',
      'T1.1': 'completed',
      'T1.5': 'ready',
      'T2.1': 'pending',
    });
    expect(story.task('T2.1').waiting).toBe(1);
    expect(story.state.order).toEqual(['T1.2', 'T1.3', 'T1.1', 'T1.5', 'T2.1']);
  });

  test('keeps what happened to a task', () => {
    const story = startGraph(['T1.1', 'T1.2', 'T1.3: T1.2']).fail('T1.1', { message: 'red' });
    story.outcome('auto/T1.1/wait').fail('T1.2', { final: true });
    replan(story, ['T1.2', 'T1.3: T1.2', 'T1.1']);
    expect(story.statuses()).toEqual({ 'T1.2': 'failed', 'T1.3': 'blocked', 'T1.1': 'in_progress' });
    expect(story.task('T1.1')).toMatchObject({ mishaps: { count: 1 }, next: 'work', seconds: 5 });
    expect(story.due()).toEqual(['T1.1/work#2']);
  });

  test('lets finished work be merged in the order it was to be, wherever its dependencies stand in the file', () => {
    const story = startGraph(['T1.1', 'T1.2: T1.1', 'T1.3']).complete('T1.1').start();
    story.outcome('auto/T1.3/work').outcome('auto/T1.2/work');
    replan(story, ['T1.2: T1.1', 'T1.3', 'T1.1']);
    expect(story.state.merging).toEqual(['T1.3', 'T1.2']);
    expect(story.due()).toEqual(['T1.3/merge#1']);
    expect(story.task('T1.2').work).toEqual(sha('c'));
  });

  test('that makes finished work wait for something has it done again, on top of that', () => {
    const story = startGraph(['T1.1', 'T1.2']).outcome('auto/T1.1/work').outcome('auto/T1.2/work').conflict('T1.1');
    replan(story, ['T1.1: T1.3', 'T1.2: T1.3', 'T1.3']);
    expect(story.statuses()).toEqual({ 'T1.1': 'pending', 'T1.2': 'pending', 'T1.3': 'ready' });
    story.complete('T1.3');
    expect(story.due()).toEqual(['T1.1/work#2', 'T1.2/work#2']);
    story.complete('T1.1').complete('T1.2');
  });

  test('in which a person ticked a task counts it as completed', () => {
    const story = startGraph(['T1.1', 'T1.2: T1.1', 'T1.3']).fail('T1.1', { final: true }).fail('T1.3');
    replan(story, [task('T1.1', { completed: true }), 'T1.2: T1.1', task('T1.3', { completed: true })]);
    expect(story.statuses()).toEqual({ 'T1.1': 'completed', 'T1.2': 'ready', 'T1.3': 'completed' });
  });

  test('in which a box was not ticked yet does not undo what is completed', () => {
    const story = startGraph(['T1.1', 'T1.2']).complete('T1.1').record('task_skipped', { id: 'T1.2' });
    replan(story, ['T1.1', 'T1.2', 'T1.3']);
    expect(story.statuses()).toEqual({ 'T1.1': 'completed', 'T1.2': 'completed', 'T1.3': 'ready' });
    expect(story.task('T1.2').skipped).toBe(true);
  });

  test('does not mind what a crash left in flight', () => {
    const story = startGraph(['T1.1', 'T1.2', 'T1.3']).start();
    const effects = Object.keys(story.state.in_flight);
    replan(story, ['T1.1: T1.4', 'T1.3', 'T1.4']);
    for (const effect of effects) story.record('effect_interrupted', { effect });
    expect(story.due()).toEqual(['T1.4/work#1', 'T1.3/work#1']);
  });

  test('gives a graph that was done work again', () => {
    const story = startGraph(['T1.1']).complete('T1.1').outcome('auto/phase-merge-1').outcome('auto/deliver-1');
    replan(story, ['T1.1', 'T1.2: T1.1', 'T3.1']);
    expect(story.state.stage).toMatchObject({ at: 'begin', phase: 1 });
    story.outcome('auto/begin').complete('T1.2').outcome('auto/phase-merge-1').outcome('auto/deliver-1');
    expect(story.state.stage).toMatchObject({ at: 'begin', phase: 3 });
  });
});

function replan(story: GraphScenario, tasks: readonly (string | PlannedTask)[]): void {
  story.record('replanned', { tasks: plan(tasks) });
}
