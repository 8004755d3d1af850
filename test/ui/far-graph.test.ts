import { expect, test } from 'vitest';
import { layOutFar } from '../../ui/src/pages/auto/far-layout.ts';
import { tasksInOrder } from '../../ui/src/pages/auto/task-state.ts';
import { takeShot } from './browser.ts';
import { makeAnswers } from './fixture/answers.ts';
import { PROJECT } from './fixture/ids.ts';
import { useFixture } from './use-fixture.ts';

const { open } = useFixture();

test('the critical path has rings at its tasks, and no line leads through others', async () => {
  const graph = makeAnswers()['auto.read']?.({ params: {}, query: new URLSearchParams(), body: undefined });
  if (graph === undefined || 'refused' in graph) throw new Error('there is no graph');
  const page = await open(`/auto/${PROJECT}/graph`);
  const { width = 0, height = 0 } = (await page.locator('canvas').boundingBox()) ?? {};
  const { placed, cell } = layOutFar(tasksInOrder(graph), { width, height });
  /** Whether anything is drawn halfway between two tasks, or at the right edge of a task's glyph where a ring would be. */
  const drawnAt = (x: number, y: number): Promise<boolean> =>
    page.evaluate(
      ([left, top]) => {
        const data =
          document
            .querySelector('canvas')
            ?.getContext('2d')
            ?.getImageData(left - 1, top - 1, 3, 3).data ?? [];
        return [...data].some((value, at) => at % 4 === 3 && value > 60);
      },
      [Math.round(x), Math.round(y)] as const,
    );
  const place = (id: string) => placed.get(id) ?? { x: 0, y: 0 };
  const ring = 0.8 * Math.min(14, cell.height * 0.7);
  await expect.poll(() => drawnAt(place('T2.7').x, place('T2.7').y)).toBe(true);
  await takeShot(page, 'graph-critical-path');
  for (const id of ['T2.1', 'T2.7', 'T3.7']) expect(await drawnAt(place(id).x, place(id).y - ring)).toBe(true);
  for (const id of ['T2.2', 'T2.9', 'T3.3']) {
    const { x, y } = place(id);
    expect(await drawnAt(x, y - cell.height / 2)).toBe(false);
  }
});
