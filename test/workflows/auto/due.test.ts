import { describe, expect, test } from 'vitest';
import { due } from '../../../src/workflows/auto/due.ts';
import { startGraph, task } from './graph-scenario.ts';

describe('what is due', () => {
  test('is the longest remaining way first, and what became ready first among equals', () => {
    const story = startGraph([
      task('T1.1', { expected: 10 }),
      'T1.2',
      'T1.3',
      'T1.4: T1.3',
      task('T1.5', { expected: 90 }),
    ]);
    expect(story.due()).toEqual(['T1.3/work#1', 'T1.5/work#1', 'T1.2/work#1', 'T1.1/work#1']);
    story.capacity = { tasks: 2 };
    expect(story.due()).toEqual(['T1.3/work#1', 'T1.5/work#1']);
  });

  test('changes as it is learnt which kinds take longer than was thought', () => {
    const story = startGraph([
      task('T1.1', { kind: 'ui', expected: 10 }),
      task('T1.2', { kind: 'ui', expected: 50 }),
      task('T1.3', { kind: 'db', expected: 60 }),
    ]);
    story.capacity = { tasks: 1 };
    expect(story.due()).toEqual(['T1.3/work#1']);
    // 30 seconds where 10 were expected.
    story.capacity = { tasks: 3 };
    story.complete('T1.1');
    story.capacity = { tasks: 1 };
    expect(story.due()).toEqual(['T1.2/work#1']);
  });

  test('is begun where there is room; what runs goes on where there is less', () => {
    const story = startGraph(['T1.1', 'T1.2', 'T1.3', 'T1.4']);
    story.capacity = { tasks: 3 };
    story.start();
    story.capacity = { tasks: 1 };
    expect(story.due()).toHaveLength(3);
    story.outcome('auto/T1.1/work').outcome('auto/T1.2/work');
    expect(story.due().toSorted()).toEqual(['T1.1/merge#1', 'T1.3/work#1']);
    story.capacity = { tasks: 4, begin: 0 };
    expect(story.due().toSorted()).toEqual(['T1.1/merge#1', 'T1.3/work#1']);
  });

  test('is not begun while twice as many as are worked on at once wait to be merged', () => {
    const story = startGraph(['T1.1', 'T1.2', 'T1.3', 'T1.4', 'T1.5', 'T1.6']);
    story.capacity = { tasks: 2 };
    story.start().outcome('auto/T1.1/work').outcome('auto/T1.2/work').start();
    expect(story.due()).toContain('T1.3/work#1');
    story.outcome('auto/T1.3/work').outcome('auto/T1.4/work');
    expect(story.due()).toEqual(['T1.1/merge#1']);
    story.start().outcome('auto/T1.1/merge');
    expect(story.due().toSorted()).toEqual(['T1.2/merge#1', 'T1.5/work#1']);
  });

  test('goes on with what was begun before it begins anything', () => {
    const story = startGraph(['T1.1', task('T1.2', { expected: 999 })])
      .fail('T1.1')
      .outcome('auto/T1.1/wait');
    story.capacity = { tasks: 1 };
    expect(story.due()).toEqual(['T1.1/work#2']);
    story.capacity = { tasks: 4, begin: 1 };
    expect(story.due()).toEqual(['T1.1/work#2']);
  });

  test('has each its own worktree, and a free one is used again', () => {
    const story = startGraph(['T1.1', 'T1.2', 'T1.3', 'T1.4']);
    story.capacity = { tasks: 3 };
    const slots = () => Object.entries(story.state.in_flight).map(([effect, { slot }]) => `${effect.slice(5)} ${slot}`);
    story.start();
    expect(slots()).toEqual(['T1.1/work#1 1', 'T1.2/work#1 2', 'T1.3/work#1 3']);
    story.outcome('auto/T1.2/work').start();
    expect(slots()).toEqual(['T1.1/work#1 1', 'T1.3/work#1 3', 'T1.2/merge#1 null', 'T1.4/work#1 2']);
    // The merge needs none, but the agent that resolves its conflict does.
    story.outcome('auto/T1.1/work').outcome('auto/T1.3/work').conflict('T1.2').start();
    expect(slots().toSorted()).toEqual(['T1.1/merge#1 null', 'T1.2/resolve#1 1', 'T1.4/work#1 2']);
    const twice = due(story.state, story.capacity).map(({ id, slot }) => `${id.slice(5)} ${slot}`);
    expect(twice.toSorted()).toEqual(slots().toSorted());
  });

  test('is one merge at a time, in the order the work was finished', () => {
    const story = startGraph(['T1.1', 'T1.2', 'T1.3']).start();
    for (const id of ['T1.3', 'T1.1', 'T1.2']) story.outcome(`auto/${id}/work`);
    const merged: string[] = [];
    for (; story.state.merging.length > 0; story.outcome('auto/')) merged.push(...story.due());
    expect(merged).toEqual(['T1.3/merge#1', 'T1.1/merge#1', 'T1.2/merge#1']);
  });

  test.each<[string, string[], string[], boolean]>([
    ['the same file', ['src/a.ts'], ['src/b.ts', 'src/a.ts'], true],
    ['a file in a folder', ['src'], ['src/a.ts'], true],
    ['a folder around a file', ['./src/deep/a.ts'], ['src/'], true],
    ['a file that a pattern could match', ['src/**/*.ts'], ['src/deep/a.ts'], true],
    ['two patterns', ['src/a/*.ts'], ['src/**'], true],
    ['a pattern for everything', ['**/*.md'], ['docs/a.txt'], true],
    ['names that begin alike', ['src/a.ts'], ['src/a.tsx', 'src/a'], false],
    ['other folders', ['src/a/*.ts'], ['src/b/*.ts'], false],
    ['nothing', [], ['src/a.ts'], false],
  ])('keeps apart tasks that touch the same files: %s', (_, some, others, apart) => {
    for (const [first, second] of [
      [some, others],
      [others, some],
    ]) {
      const story = startGraph([
        task('T1.1', { files: first ?? [], expected: 99 }),
        task('T1.2', { files: second ?? [] }),
      ]);
      expect(story.due()).toEqual(apart ? ['T1.1/work#1'] : ['T1.1/work#1', 'T1.2/work#1']);
    }
  });

  test('keeps them apart until the first is merged, also while it waits to be tried again', () => {
    const story = startGraph([
      task('T1.1', { files: ['a'] }),
      task('T1.2', { files: ['a'] }),
      task('T1.3', { files: ['b'] }),
    ]);
    const second = () => story.due().filter((effect) => effect.startsWith('T1.2'));
    story.start().fail('T1.1');
    expect(second()).toEqual([]);
    story.outcome('auto/T1.1/wait').start();
    expect(second()).toEqual([]);
    story.outcome('auto/T1.1/work').conflict('T1.1');
    expect(second()).toEqual([]);
    story.complete('T1.1');
    expect(second()).toEqual(['T1.2/work#1']);
  });

  test('is one task after the other in the order of the file, in ralph mode', () => {
    const story = startGraph(['T1.3', 'T1.1: T1.4', task('T1.2', { expected: 999 }), 'T1.4'], 'ralph');
    story.capacity = { tasks: 1 };
    const begun: string[] = [];
    while (!story.due().includes('phase-merge-1#1')) {
      expect(story.due()).toHaveLength(1);
      const [effect = ''] = story.due();
      if (effect === 'T1.2/work#1') story.fail('T1.2');
      else story.outcome(`auto/${effect}`);
      begun.push(effect);
    }
    expect(begun).toEqual([
      'T1.3/work#1',
      'T1.3/merge#1',
      'T1.2/work#1',
      'T1.2/wait#1',
      'T1.2/work#2',
      'T1.2/merge#1',
      'T1.4/work#1',
      'T1.4/merge#1',
      'T1.1/work#1',
      'T1.1/merge#1',
    ]);
  });
});
