import { describe, expect, test } from 'vitest';
import type { AutoEvent } from '../../../src/workflows/auto/events.ts';
import { AT, attemptFailure, startGraph, sha, type GraphScenario, task } from './graph-scenario.ts';

describe('a task', () => {
  test('is worked on, merged, completed', () => {
    const story = startGraph(['T1.1', 'T1.2: T1.1']);
    expect(story.due()).toEqual(['T1.1/work#1']);
    story.start();
    expect(story.task('T1.1').status).toBe('in_progress');
    story.outcome('auto/T1.1/work');
    expect(story.task('T1.1')).toMatchObject({ work: sha('c'), result: 'did T1.1', next: 'merge', seconds: 30 });
    expect(story.due()).toEqual(['T1.1/merge#1']);
    story.outcome('auto/T1.1/merge');
    expect(story.state.tip).toEqual(sha('d'));
    expect(story.statuses()).toEqual({ 'T1.1': 'completed', 'T1.2': 'ready' });
    expect(story.state.timed).toEqual({ count: 1, seconds: 30 });
  });

  test('is tried again after a pause, with what went wrong', () => {
    const story = startGraph(['T1.1']).fail('T1.1', { message: 'one' });
    expect(story.due()).toEqual(['T1.1/wait#1']);
    expect(story.task('T1.1')).toMatchObject({ status: 'in_progress', mishaps: { count: 1, at: AT } });
    story.outcome('auto/T1.1/wait');
    expect(story.due()).toEqual(['T1.1/work#2']);
    for (const message of ['two', 'three', 'four']) story.fail('T1.1', { message }).outcome('auto/T1.1/wait');
    expect(story.task('T1.1').mishaps).toMatchObject({
      count: 4,
      fingerprints: ['two', 'three', 'four'],
      last: attemptFailure('four'),
    });
    expect(story.state.wasted.seconds).toBe(20);
    story.complete('T1.1');
    expect(story.task('T1.1')).toMatchObject({ status: 'completed', seconds: 50 });
  });

  test('that failed for good takes with it whatever needs it, however far away', () => {
    const story = startGraph(['T1.1', 'T1.2: T1.1', 'T1.3: T1.2', 'T1.4', 'T2.1: T1.3', 'T2.2: T1.4']);
    story.fail('T1.1', { final: true });
    expect(story.statuses()).toEqual({
      'T1.1': 'failed',
      'T1.2': 'blocked',
      'T1.3': 'blocked',
      'T1.4': 'ready',
      'T2.1': 'blocked',
      'T2.2': 'pending',
    });
    story.record('task_reopened', { id: 'T1.1' });
    expect(story.statuses()).toMatchObject({
      'T1.1': 'ready',
      'T1.2': 'pending',
      'T1.3': 'pending',
      'T2.1': 'pending',
    });
    expect(story.task('T1.1').mishaps).toBeNull();
  });

  test('stays blocked as long as one of the tasks that it needs has failed', () => {
    const story = startGraph(['T1.1', 'T1.2', 'T1.3: T1.1 T1.2', 'T1.4: T1.3']);
    story.fail('T1.1', { final: true }).fail('T1.2', { final: true });
    story.record('task_reopened', { id: 'T1.1' });
    expect(story.statuses()).toMatchObject({ 'T1.3': 'blocked', 'T1.4': 'blocked' });
    story.record('task_reopened', { id: 'T1.2' });
    expect(story.statuses()).toMatchObject({ 'T1.3': 'pending', 'T1.4': 'pending' });
  });

  test.each([
    ['no retries', { retry_limit: 0 }, ['failed']],
    ['one retry', { retry_limit: 1 }, ['in_progress', 'failed']],
    ['an older log that says so', { final: true }, ['failed']],
    ['an older log that does not', { final: false }, ['in_progress', 'in_progress']],
  ] as const)('fails for good after %s', (_, attempts, statuses) => {
    const story = startGraph(['T1.1']);
    for (const status of statuses) {
      const effect = story.effect('auto/T1.1/work');
      story.record('attempt_failed', {
        effect,
        id: 'T1.1',
        calls: [],
        seconds: 1,
        mishap: attemptFailure(),
        ...attempts,
      });
      expect(story.task('T1.1').status).toBe(status);
      if (status === 'in_progress') story.outcome('auto/T1.1/wait');
    }
  });

  test('whose merge is red is worked on again, from the start', () => {
    const story = startGraph(['T1.1']).outcome('auto/T1.1/work').fail('T1.1');
    expect(story.task('T1.1')).toMatchObject({ work: null, next: 'wait' });
    expect(story.outcome('auto/T1.1/wait').due()).toEqual(['T1.1/work#2']);
    expect(story.outcome('auto/T1.1/work').due()).toEqual(['T1.1/merge#2']);
  });

  test('in conflict is resolved by an agent and merged after those that came meanwhile', () => {
    const story = startGraph(['T1.1', 'T1.2']).outcome('auto/T1.1/work').outcome('auto/T1.2/work').conflict('T1.1');
    expect(story.due().toSorted()).toEqual(['T1.1/resolve#1', 'T1.2/merge#1']);
    expect(story.task('T1.1')).toMatchObject({ conflict: ['src/a.ts'], work: sha('c') });
    story.outcome('auto/T1.1/resolve');
    expect(story.due()).toEqual(['T1.2/merge#1']);
    expect(story.task('T1.1').conflict).toEqual(['src/a.ts']);
    expect(story.outcome('auto/T1.2/merge').due()).toEqual(['T1.1/merge#2']);
  });

  test('in conflict for the second time has failed an attempt, and the next one may be in conflict again', () => {
    const story = startGraph(['T1.1']).outcome('auto/T1.1/work').conflict('T1.1').outcome('auto/T1.1/resolve');
    story.fail('T1.1', { message: 'conflict' });
    expect(story.task('T1.1')).toMatchObject({ conflict: null, work: null, next: 'wait', mishaps: { count: 1 } });
    expect(story.outcome('auto/T1.1/wait').due()).toEqual(['T1.1/work#2']);
    expect(story.outcome('auto/T1.1/work').conflict('T1.1').due()).toEqual(['T1.1/resolve#2']);
  });

  test('that needs no change is completed without a merge', () => {
    const story = startGraph(['T1.1', 'T1.2: T1.1']);
    const effect = story.effect('auto/T1.1/work');
    story.record('task_completed', { id: 'T1.1', effect, calls: [], seconds: 12, result: 'nothing to do' });
    expect(story.task('T1.1')).toMatchObject({ status: 'completed', seconds: 12, result: 'nothing to do' });
    expect(story.due()).toEqual(['T1.2/work#1']);
  });

  test('counts what its agents took, also for attempts that failed', () => {
    const story = startGraph(['T1.1']);
    const call = { role: 'builder', backend: 'b', model: null, list: 'builder', tries: 1 };
    const used = { input_tokens: 10, output_tokens: 2, cost_usd: 0.5, duration_ms: 100, outcome: 'answered' };
    const effect = story.effect('auto/T1.1/work');
    const data = {
      effect,
      id: 'T1.1',
      calls: [{ ...call, ...used }],
      seconds: 7,
      mishap: attemptFailure(),
      retry_limit: 3,
    };
    story.record('attempt_failed', data);
    expect(story.state.spent['builder']).toMatchObject({ calls: 1, cost_usd: 0.5 });
    expect(story.state.finished).toEqual({ builder: 1 });
    expect(story.state.wasted).toEqual({ cost_usd: 0.5, seconds: 7 });
    // Done, and refuted when it was merged: what was done is in vain, too.
    story.outcome('auto/T1.1/wait');
    const worked = { effect: story.effect('auto/T1.1/work'), id: 'T1.1', work: sha('c'), result: null };
    story.record('worked', { ...worked, calls: [{ ...call, ...used }], seconds: 11 });
    expect(story.state.wasted.seconds).toBe(7);
    story.fail('T1.1');
    expect(story.state.wasted).toEqual({ cost_usd: 1, seconds: 7 + 11 + 5 });
    story.complete('T1.1');
    expect([story.state.wasted.seconds, story.task('T1.1').attempt.seconds]).toEqual([23, 0]);
  });
});

/** Where a task may be when somebody interferes. */
const places: [where: string, there: (story: GraphScenario) => void][] = [
  ['ready', () => {}],
  ['at work', (story) => void story.effect('auto/T1.1/work')],
  ['about to wait', (story) => story.fail('T1.1')],
  ['waiting', (story) => void story.fail('T1.1').effect('auto/T1.1/wait')],
  ['about to be tried again', (story) => story.fail('T1.1').outcome('auto/T1.1/wait')],
  ['about to be merged', (story) => story.outcome('auto/T1.1/work')],
  ['being merged', (story) => void story.outcome('auto/T1.1/work').effect('auto/T1.1/merge')],
  ['in conflict', (story) => story.outcome('auto/T1.1/work').conflict('T1.1')],
  ['being resolved', (story) => void story.outcome('auto/T1.1/work').conflict('T1.1').effect('auto/T1.1/resolve')],
  ['completed', (story) => story.complete('T1.1')],
  ['failed', (story) => story.fail('T1.1', { final: true })],
];

describe.each(places)('a person finds a task %s', (_, there) => {
  const found = () => {
    const story = startGraph(['T1.1', 'T1.2: T1.1', 'T1.3: T1.2', task('T1.4')]);
    there(story);
    return story;
  };

  test.each<[event: AutoEvent['type'] & `task_${string}`, after: Record<string, string>]>([
    ['task_completed', { 'T1.1': 'completed', 'T1.2': 'ready', 'T1.3': 'pending' }],
    ['task_skipped', { 'T1.1': 'completed', 'T1.2': 'ready', 'T1.3': 'pending' }],
    ['task_failed', { 'T1.1': 'failed', 'T1.2': 'blocked', 'T1.3': 'blocked' }],
    ['task_reopened', { 'T1.1': 'ready', 'T1.2': 'pending', 'T1.3': 'pending' }],
  ])('%s', (type, after) => {
    const story = found();
    const before = Object.keys(story.state.in_flight);
    story.happen({ type, data: { id: 'T1.1' } } as AutoEvent);
    expect(story.statuses()).toMatchObject(after);
    expect(story.state.in_flight).toEqual({});
    // Whatever ran for it is not wanted any more, not even when the task is.
    expect(story.due().filter((effect) => before.includes(`auto/${effect}`))).toEqual([]);
    for (const id of story.state.order) if (story.task(id).status === 'failed') story.record('task_reopened', { id });
    for (const id of ['T1.1', 'T1.2', 'T1.3', 'T1.4']) story.complete(id);
    expect(story.due()).toEqual(['phase-merge-1#1']);
  });

  test('that everything is interrupted', () => {
    const story = found();
    const { next, status, work } = story.task('T1.1');
    const effects = Object.keys(story.state.in_flight);
    for (const effect of effects) story.record('effect_interrupted', { effect });
    const wasAtWork = effects.length > 0 && next === 'work';
    expect(story.task('T1.1')).toMatchObject({ next, work, status: wasAtWork ? 'ready' : status });
    // What was begun has the same name again: it comes to one outcome.
    for (const effect of effects) expect(story.due()).toContain(effect.slice('auto/'.length));
  });
});

test('tasks that were interrupted go before their equals, in the order of the plan', () => {
  const story = startGraph(['T1.1', 'T1.2', 'T1.3', 'T1.4']);
  story.capacity = { tasks: 2 };
  const begun = ['T1.1/work#1', 'T1.2/work#1'];
  expect(story.due()).toEqual(begun);
  story.start();
  for (const effect of begun) story.record('effect_interrupted', { effect: `auto/${effect}` });
  expect(story.due()).toEqual(begun);
});

test('a task that is interrupted while what it needs has failed is blocked, and so is what needs it', () => {
  const story = startGraph(['T1.1', 'T1.2: T1.1', 'T1.3: T1.2']).complete('T1.1');
  const effect = story.effect('auto/T1.2/work');
  story.record('task_failed', { id: 'T1.1' });
  expect(story.statuses()).toEqual({ 'T1.1': 'failed', 'T1.2': 'in_progress', 'T1.3': 'pending' });
  story.record('effect_interrupted', { effect });
  expect(story.statuses()).toEqual({ 'T1.1': 'failed', 'T1.2': 'blocked', 'T1.3': 'blocked' });
});

test('a blocked task that is reopened stays blocked, and so does what needs it', () => {
  const story = startGraph(['T1.1', 'T1.2: T1.1', 'T1.3: T1.2']).fail('T1.1', { final: true });
  story.record('task_reopened', { id: 'T1.2' });
  expect(story.statuses()).toEqual({ 'T1.1': 'failed', 'T1.2': 'blocked', 'T1.3': 'blocked' });
});
