import { describe, expect, test } from 'vitest';
import { relocate } from '../../../src/workflows/auto/apply.ts';
import { AT, attemptFailure, startGraph, sha, GraphScenario, task } from './graph-scenario.ts';

describe('a graph', () => {
  test('is prepared once somebody starts, and ends when the last phase is delivered', () => {
    const story = new GraphScenario(['T1.1', 'T2.1: T1.1']);
    expect(story.due()).toEqual([]);
    const steps: string[] = [];
    for (story.launch(); story.due().length > 0 && steps.length < 50;) {
      const [effect = ''] = story.due();
      steps.push(effect);
      story.outcome(`auto/${effect}`);
    }
    expect(steps).toEqual([
      'prepare#1',
      'begin#1',
      'T1.1/work#1',
      'T1.1/merge#1',
      'phase-merge-1#1',
      'deliver-1#1',
      'begin#2',
      'T2.1/work#1',
      'T2.1/merge#1',
      'phase-merge-2#1',
      'deliver-2#1',
    ]);
    expect(story.state.stage).toEqual({ at: 'done' });
    expect(story.state.phases).toEqual({
      1: { started_at: AT, completed_at: AT, merge: sha('e').commit, delivered: true },
      2: { started_at: AT, completed_at: AT, merge: sha('f').commit, delivered: true },
    });
  });

  test('skips phases in which nothing is to be done', () => {
    const done = [task('T1.1', { completed: true }), task('T2.1: T1.1', { completed: true })];
    const story = startGraph([...done, 'T3.1', 'T7.1']);
    expect(story.state.current_phase).toBe(3);
    story.complete('T3.1').outcome('auto/phase-merge-3').outcome('auto/deliver-3');
    expect(story.state.stage).toMatchObject({ at: 'begin', phase: 7 });
  });

  test('whose tasks are all completed has nothing to do', () => {
    const story = new GraphScenario([task('T1.1', { completed: true })]).launch().outcome('auto/prepare');
    expect([story.state.stage, story.due()]).toEqual([{ at: 'done' }, []]);
  });

  test('merges what succeeded of a phase whose tasks failed, and goes on with what does not need them', () => {
    const story = startGraph(['T1.1', 'T1.2', 'T1.3: T1.1', 'T2.1: T1.2', 'T2.2: T1.3']);
    story.fail('T1.1', { final: true }).complete('T1.2');
    expect(story.due()).toEqual(['phase-merge-1#1']);
    story.outcome('auto/phase-merge-1').outcome('auto/deliver-1').outcome('auto/begin');
    expect(story.due()).toEqual(['T2.1/work#1']);
    story.complete('T2.1').outcome('auto/phase-merge-2').outcome('auto/deliver-2');
    expect(story.state.stage).toEqual({ at: 'done' });
  });

  test('begins a phase only when it was asked to, in normal mode, except for the first', () => {
    const story = startGraph(['T1.1', 'T2.1'], 'normal').complete('T1.1');
    story.outcome('auto/phase-merge-1').outcome('auto/deliver-1');
    expect([story.state.stage, story.due()]).toEqual([{ at: 'begin', phase: 2, allowed: false }, []]);
    story.record('phase_allowed', { phase: 3 });
    expect(story.due()).toEqual([]);
    story.record('phase_allowed', { phase: 2 });
    expect(story.due()).toEqual(['begin#2']);
  });

  test('asks once for a phase, and not at all once it is no longer in normal mode', () => {
    const again = startGraph(['T1.1', 'T1.2'], 'normal').complete('T1.1').fail('T1.2', { final: true });
    again.outcome('auto/phase-merge-1').outcome('auto/deliver-1').record('task_reopened', { id: 'T1.2' });
    expect(again.due()).toEqual(['begin#2']);
    const story = startGraph(['T1.1', 'T2.1'], 'normal').complete('T1.1');
    story.outcome('auto/phase-merge-1').outcome('auto/deliver-1');
    story.record('started', { base: { branch: 'main', ...sha('a') }, mode: 'ultra-thin', plan: 'TASKS.md' });
    expect(story.due()).toEqual(['begin#2']);
  });

  test('that was left alone is delivered where it waits, too, and when it was stopped', () => {
    for (const isStopped of [false, true]) {
      const story = startGraph(['T1.1', 'T2.1'], 'normal').complete('T1.1').outcome('auto/phase-merge-1');
      const effect = story.effect('auto/deliver-1');
      story.record('left_alone', { effect, trunk: sha('e'), why: 'changed_files', detail: [] });
      if (isStopped) story.record('stop_requested', {});
      expect(story.due()).toEqual([]);
      story.record('delivery_requested', {});
      expect(story.due()).toEqual(['deliver-2#1']);
      story.outcome('auto/deliver-2');
      expect([story.state.left_alone, story.due()]).toEqual([null, []]);
      expect(story.state.phases['1']?.delivered).toBe(true);
    }
  });

  test('enters no other phase than the one that was named', () => {
    const story = startGraph(['T1.1', 'T2.1']);
    story.capacity = { tasks: 4, phase: 1 };
    story.complete('T1.1').outcome('auto/phase-merge-1').outcome('auto/deliver-1');
    expect(story.due()).toEqual([]);
    story.capacity = { tasks: 4, phase: 2 };
    expect(story.due()).toEqual(['begin#2']);
  });

  test('has a red phase repaired and merged again', () => {
    const story = startGraph(['T1.1']).complete('T1.1');
    story.record('phase_red', { effect: story.effect('auto/phase-merge-1'), mishap: attemptFailure('one') });
    expect(story.due()).toEqual(['repair-1#1']);
    story.record('repair_failed', {
      effect: story.effect('auto/repair'),
      calls: [],
      mishap: attemptFailure('two'),
      retry_limit: 2,
    });
    expect(story.due()).toEqual(['repair-1#2']);
    story.outcome('auto/repair');
    expect([story.state.tip, story.due()]).toEqual([sha('f'), ['phase-merge-1#2']]);
    // Red again although it was repaired: that counts on, or it would never end.
    story.record('phase_red', { effect: story.effect('auto/phase-merge-1'), mishap: attemptFailure('three') });
    expect(story.state.stage).toMatchObject({ at: 'repair', mishaps: { count: 3 }, given_up: false });
    story.outcome('auto/repair').outcome('auto/phase-merge-1').outcome('auto/deliver-1');
    expect(story.state.stage).toEqual({ at: 'done' });
  });

  test('delivers what is finished also while a red phase is repaired', () => {
    const story = startGraph(['T1.1', 'T2.1']).complete('T1.1').outcome('auto/phase-merge-1');
    const effect = story.effect('auto/deliver-1');
    story.record('left_alone', { effect, trunk: sha('e'), why: 'changed_files', detail: [] });
    story.outcome('auto/begin').complete('T2.1');
    story.record('phase_red', { effect: story.effect('auto/phase-merge-2'), mishap: attemptFailure() });
    story.record('delivery_requested', {});
    expect(story.due()).toEqual(['deliver-2#1', 'repair-2#1']);
  });

  test('gives a phase up until somebody starts again', () => {
    const story = startGraph(['T1.1']).complete('T1.1');
    story.record('phase_red', { effect: story.effect('auto/phase-merge-1'), mishap: attemptFailure() });
    const effect = story.effect('auto/repair');
    story.record('repair_failed', { effect, calls: [], mishap: attemptFailure(), retry_limit: 1 });
    expect(story.due()).toEqual([]);
    expect(story.launch().due()).toEqual(['repair-1#2']);
    story.outcome('auto/repair');
    story.record('phase_red', { effect: story.effect('auto/phase-merge-1'), mishap: attemptFailure(), retry_limit: 2 });
    expect(story.due()).toEqual([]);
  });

  test.each([
    ['while retries are left', 'tests_red', { retry_limit: 1 }, false],
    ['once they are used up', 'tests_red', { retry_limit: 0 }, true],
    ['at once, where git cannot join it', 'conflict', { retry_limit: 5 }, true],
    ['as an older log says', 'tests_red', { final: true }, true],
    ['as an older log does not say', 'tests_red', {}, false],
  ] as const)('gives a red phase up %s', (_, kind, attempts, expected) => {
    const story = startGraph(['T1.1']).complete('T1.1');
    const effect = story.effect('auto/phase-merge-1');
    story.record('phase_red', { effect, mishap: { ...attemptFailure(), kind }, ...attempts });
    expect(story.state.stage).toMatchObject({ at: 'repair', given_up: expected });
  });

  test('waits for no checkout: a phase that is left alone is over, and delivered with a later one', () => {
    const story = startGraph(['T1.1', 'T2.1']).complete('T1.1').outcome('auto/phase-merge-1');
    const effect = story.effect('auto/deliver-1');
    story.record('left_alone', { effect, trunk: sha('e'), why: 'dirty', detail: ['src/a.ts'] });
    expect(story.state).toMatchObject({ left_alone: { why: 'dirty' }, stage: { at: 'begin', phase: 2 } });
    expect(story.state.phases[1]).toMatchObject({ completed_at: AT, delivered: false });
    story.outcome('auto/begin').complete('T2.1').outcome('auto/phase-merge-2').outcome('auto/deliver-2');
    expect(story.state).toMatchObject({
      left_alone: null,
      phases: { 1: { delivered: true }, 2: { delivered: true } },
    });
  });

  test('delivers when it is asked to, once it is done', () => {
    const story = startGraph(['T1.1']).complete('T1.1').outcome('auto/phase-merge-1');
    const effect = story.effect('auto/deliver-1');
    story.record('left_alone', { effect, trunk: sha('e'), why: 'dirty', detail: [] });
    expect(story.due()).toEqual([]);
    story.record('delivery_requested', {});
    expect(story.due()).toEqual(['deliver-1#2']);
    story.outcome('auto/deliver');
    expect(story.state).toMatchObject({
      stage: { at: 'done' },
      wants_delivery: false,
      phases: { 1: { delivered: true } },
    });
  });

  test('that was done has work again when a task is reopened', () => {
    const story = startGraph(['T1.1', 'T2.1: T1.1']);
    for (const phase of [1, 2]) {
      story.complete(`T${phase}.1`).outcome(`auto/phase-merge-${phase}`).outcome('auto/deliver');
      if (phase === 1) story.outcome('auto/begin');
    }
    story.record('task_reopened', { id: 'T1.1' });
    expect(story.state.stage).toMatchObject({ at: 'begin', phase: 1 });
    story.outcome('auto/begin');
    expect(story.state.phases[1]).toEqual({ started_at: AT, merge: sha('e').commit, delivered: false });
    expect(story.complete('T1.1').due()).toEqual(['phase-merge-1#2']);
  });

  test('is not entered again and again for a task that needs one of a later phase', () => {
    const story = startGraph(['T1.1: T2.1', 'T1.2', 'T2.1']).complete('T1.2');
    story.outcome('auto/phase-merge-1').outcome('auto/deliver-1').outcome('auto/begin');
    expect(story.due()).toEqual(['T2.1/work#1']);
    expect(story.complete('T2.1').due()).toEqual(['T1.1/work#1']);
  });

  test('that is stopped has nothing due, and goes on where it was', () => {
    const story = startGraph(['T1.1', 'T1.2']).start();
    const before = story.due();
    story.record('stop_requested', {});
    expect(story.due()).toEqual([]);
    for (const effect of Object.keys(story.state.in_flight)) story.record('effect_interrupted', { effect });
    expect(story.launch().due()).toEqual(before);
  });

  test('that is moved to another folder begins its phase again, with what was finished', () => {
    const story = startGraph(['T1.1', 'T1.2', 'T1.3', 'T2.1']);
    story.complete('T1.1').outcome('auto/T1.2/work').start();
    story.become(relocate(story.state));
    expect(story.state).toMatchObject({ worktree: null, in_flight: {} });
    expect(story.statuses()).toEqual({
      'T1.1': 'completed',
      'T1.2': 'in_progress',
      'T1.3': 'ready',
      'T2.1': 'pending',
    });
    expect(story.due()).toEqual(['begin#2']);
    expect(story.outcome('auto/begin').due().toSorted()).toEqual(['T1.2/merge#1', 'T1.3/work#1']);
  });

  test('of which nothing is planned can be moved too', () => {
    expect(relocate({ kind: 'unplanned' })).toEqual({ kind: 'unplanned' });
  });
});
