import { expect, test } from 'vitest';
import { secondsLeft } from '../../../src/engine/operations/auto/foresee.ts';
import { startGraph } from '../../workflows/auto/graph-scenario.ts';

type Open = Parameters<typeof secondsLeft>[0];

const open = {
  context: { memory: { free: () => 64 * 2 ** 30, total: () => 64 * 2 ** 30 } },
  limits: () => ({ max_parallel: 2 }),
  shared: { services: {} },
} as unknown as Open;

test('what agents have worked already is not to come any more, and what takes too long is nearly over', () => {
  const { state } = startGraph(['T1.1', 'T1.2: T1.1']).start();
  const left = (worked: number) => secondsLeft(open, state, new Map([['T1.1', worked]]));
  expect(left(0)).toBe(120);
  expect(left(40)).toBe(80);
  expect(left(600)).toBe(66);
  expect(secondsLeft(open, state, new Map())).toBe(120);
});
