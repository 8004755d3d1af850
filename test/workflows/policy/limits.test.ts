import { expect, test } from 'vitest';
import { callLimits, endAfterMs } from '../../../src/workflows/policy/limits.ts';

const OUTPUT = { outputBytes: 512 * 1024 * 1024 };
const configured = { wall_ms: 5, idle_ms: 6, max_turns: 7, max_cost_usd: 0.5, total_cost_usd: 9 };

test.each([
  ['nobody said anything', undefined, {}, { wallMs: 2_400_000, idleMs: 600_000 }],
  ['a role has its time', undefined, { timeoutMs: 300_000 }, { wallMs: 1_200_000, idleMs: 600_000 }],
  ['it is ended on time', undefined, { timeoutMs: 9, endAfterMs: 9 }, { wallMs: 9, idleMs: 600_000 }],
  ['all is configured', configured, { timeoutMs: 9 }, { wallMs: 5, idleMs: 6, maxTurns: 7, maxCostUsd: 0.5 }],
  ['the sooner end holds', configured, { endAfterMs: 4 }, { wallMs: 4, idleMs: 6, maxTurns: 7, maxCostUsd: 0.5 }],
  [
    'it holds a part of the budget',
    configured,
    { maxCostUsd: 0.1 },
    { wallMs: 5, idleMs: 6, maxTurns: 7, maxCostUsd: 0.1 },
  ],
] as const)('a call has limits: %s', (_, limits, terms, expected) => {
  expect(callLimits(limits, terms)).toEqual({ ...expected, ...OUTPUT });
});

test.each([
  ['warn', undefined],
  ['retry', 20],
  ['stop', 20],
] as const)('an agent that takes too long, by %s, is ended after %s', (action, expected) => {
  expect(endAfterMs(20, action)).toBe(expected);
});
