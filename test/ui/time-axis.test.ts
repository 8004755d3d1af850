import { expect, test } from 'vitest';
import { timeAxis } from '../../ui/src/pages/auto/time-axis.ts';

const MIN = 60_000;
const box = { left: 100, right: 644 };

test('times are drawn in proportion', () => {
  const { x, gaps } = timeAxis([{ from: 0, to: 10 * MIN }], box);
  expect([x(0), x(5 * MIN), x(10 * MIN)]).toEqual([100, 372, 644]);
  expect(gaps).toEqual([]);
});

test('more than ten idle minutes are a gap of fixed width, and nothing is drawn out of order', () => {
  const spans = [
    { from: 0, to: 10 * MIN },
    { from: 70 * MIN, to: 80 * MIN },
    { from: 85 * MIN, to: 90 * MIN },
  ];
  const { x, gaps } = timeAxis(spans, box);
  expect(gaps).toMatchObject([{ ms: 60 * MIN, width: 44 }]);
  expect(x(10 * MIN)).toBeCloseTo(100 + 500 / 3);
  expect(x(70 * MIN)).toBeCloseTo(100 + 500 / 3 + 44);
  expect(x(90 * MIN)).toBeCloseTo(644);
  const drawn = [-1, 0, 3, 10, 30, 70, 79, 82, 88, 90, 200].map((minute) => x(minute * MIN));
  expect(drawn).toEqual(drawn.toSorted((a, b) => a - b));
});

test('nothing at all has a place, too', () => {
  expect(timeAxis([], box).x(5)).toBe(100);
});
