import { expect, test } from 'vitest';
import { layOutFar } from '../../ui/src/pages/auto/far-layout.ts';
import { autoAnswers } from './fixture/auto.ts';

function tasksOf(total: number) {
  const graph = autoAnswers(total)['auto.read']?.({ params: {}, query: new URLSearchParams(), body: undefined });
  if (graph === undefined || 'refused' in graph) throw new Error('there is no graph');
  return Object.values(graph.tasks);
}

test.for([
  [96, 1340, 700],
  [1000, 1340, 700],
  [96, 390, 400],
  [1000, 390, 400],
] as const)('%i tasks are all seen on %i × %i, none over another', ([total, width, height]) => {
  const { placed, cell } = layOutFar(tasksOf(total), { width, height });
  expect(placed.size).toBe(total);
  const places = [...placed.values()];
  expect(new Set(places.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)).size).toBe(total);
  for (const { x, y } of places) {
    expect(x).toBeGreaterThan(0);
    expect(x + cell.width - cell.height / 2).toBeLessThanOrEqual(width);
    expect(y + cell.height / 2).toBeLessThanOrEqual(height);
  }
  // A graph that has room for ids shows them.
  expect(cell.hasId).toBe(total === 96 && width > 700);
});
