import { describe, expect, test } from 'vitest';
import { apply } from '../../../src/workflows/auto/apply.ts';
import { foresee } from '../../../src/workflows/auto/foresee.ts';
import { type Graph, taskOf } from '../../../src/workflows/auto/graph-state.ts';
import { randomFrom } from '../../support/random.ts';
import { AT, plan, startGraph, GraphScenario, task } from './graph-scenario.ts';
import { cpuMsOf } from '../../support/cpu-time.ts';

const expected = (graph: Graph) => (id: string) => taskOf(graph, id).expected;

describe('what will happen', () => {
  test('is foreseen phase by phase', () => {
    const { state } = new GraphScenario([
      task('T1.1', { expected: 10 }),
      task('T1.2: T1.1', { expected: 30 }),
      task('T1.3', { expected: 20 }),
      task('T1.4', { expected: 5 }),
      task('T2.1: T1.2', { expected: 7 }),
    ]);
    expect(foresee(state, { parallel: 2, seconds: expected(state) })).toEqual({
      makespan: 47,
      starts: new Map([
        ['T1.1', { at: 0, ends: 10 }],
        ['T1.3', { at: 0, ends: 20 }],
        ['T1.2', { at: 10, ends: 40 }],
        ['T1.4', { at: 20, ends: 25 }],
        ['T2.1', { at: 40, ends: 47 }],
      ]),
      phases: [
        { phase: 1, seconds: 40, groups: [['T1.1', 'T1.3'], ['T1.2'], ['T1.4']] },
        { phase: 2, seconds: 7, groups: [['T2.1']] },
      ],
      critical: ['T1.1', 'T1.2', 'T2.1'],
    });
  });

  test('is foreseen from where the graph stands, and leaves it as it is', () => {
    const story = startGraph(['T1.1', 'T1.2', 'T1.3: T1.2', 'T1.4', 'T1.5', 'T2.1: T1.1'], 'normal');
    story.complete('T1.1').fail('T1.2', { final: true }).outcome('auto/T1.4/work').fail('T1.5');
    const before = structuredClone(story.state);
    const { makespan, starts, critical } = foresee(story.state, { parallel: 4, seconds: () => 60 });
    expect(makespan).toBe(120);
    expect([...starts.keys()].toSorted()).toEqual(['T1.4', 'T1.5', 'T2.1']);
    expect(critical).toHaveLength(1);
    expect(story.state).toEqual(before);
  });

  test('keeps tasks apart that touch the same files, and takes one after the other in ralph mode', () => {
    const files = { files: ['a'] };
    const apart = new GraphScenario([task('T1.1', files), task('T1.2', files)]).state;
    expect(foresee(apart, { parallel: 2, seconds: () => 60 }).makespan).toBe(120);
    const ralph = new GraphScenario(['T1.1', 'T1.2'], 'ralph').state;
    expect(foresee(ralph, { parallel: 2, seconds: () => 60 }).makespan).toBe(120);
  });

  test('is nothing when all is done', () => {
    const { state } = new GraphScenario([task('T1.1', { completed: true })]);
    const nothing = { makespan: 0, starts: new Map(), phases: [], critical: [] };
    expect(foresee(state, { parallel: 2, seconds: () => 60 })).toEqual(nothing);
  });

  test('is foreseen for ten thousand tasks while somebody waits', () => {
    const random = randomFrom(1);
    const needs = (index: number) =>
      [1, 2, 3].map(() => index - 1 - Math.floor(random() * 200)).filter((at) => at >= 0);
    const tasks = Array.from({ length: 10_000 }, (_, index) => {
      const names = [...new Set(needs(index))].map((at) => `T1.${at}`);
      return task(`T1.${index}: ${names.join(' ')}`, { expected: 1 + random() * 600 });
    });
    const planned = apply({ kind: 'unplanned' }, planOf(tasks), AT);
    if (planned.kind === 'unplanned') throw new Error('nothing planned');
    const took = cpuMsOf(() => {
      const { starts } = foresee(planned, { parallel: 16, seconds: expected(planned) });
      expect(starts.size).toBe(10_000);
    });
    // Ten times what it takes.
    expect(took).toBeLessThan(10_000);
  });
});

function planOf(tasks: Parameters<typeof plan>[0]) {
  return { type: 'planned', data: { project: 'p', mode: 'ultra-thin', tasks: plan(tasks) } } as const;
}
