import { beforeAll, describe, expect, test } from 'vitest';
import { chains, HANG, killAt, killWhileHanging, pointsPassed, singles } from '../support/killed-conductor.ts';
import { storePoints } from '../support/points.ts';
import { record } from '../support/scorecard.ts';
import { byTier } from '../support/tier.ts';
import { prepared, trialFor, undisturbed } from './auto-scene.ts';

/** A run passes those of the store every day. */
const points = pointsPassed({
  last: ['work.delivered', 'worktree.removed'],
  elsewhere: ['files.written', 'pack.written', ...byTier({ usual: storePoints, full: ['segment.kept'] })],
});

/** A conflict, three kinds of failed attempts, a failed task and one that is blocked by it. */
const FEW = ['T1.2', 'T1.3', 'T1.4', 'T1.5', 'T2.1', 'T2.2', 'T2.3'];

describe('a few tasks', () => {
  let tree = '';
  const kills: string[] = [];
  const trial = trialFor(() => tree);

  beforeAll(async () => {
    tree = await undisturbed(FEW);
  });

  test.concurrent.each(
    byTier({ usual: chains(points, 1), full: [...chains(points, 2), ...singles(points, [1, 2, 5, 9])] }),
  )('killed at %s and gone on with, come to the same, and nothing recorded runs again', async (chain) => {
    kills.push(...(await killAt(trial, prepared({ only: FEW }), chain)));
  });

  test('killed while agents work, what they left behind is ended', async () => {
    await killWhileHanging(trial, prepared({ only: FEW, also: HANG }), { effect: '/work#1', agents: 4 });
  });

  test('every point was passed', () => {
    expect(new Set(kills.map((kill) => kill.split(':')[0]))).toEqual(new Set(points));
    record({
      promise: 'a task graph killed at every named point and gone on with',
      asked: 'ends with the same tree, nothing recorded runs again, nothing of the user’s differs',
      measured: `${kills.length} kills at ${points.length} points, all so`,
    });
  });
});
