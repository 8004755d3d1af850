import { expect, test } from 'vitest';
import { callLimits, endAfterMs, memoryCapacity, testRunLimits } from '../../../src/workflows/policy/limits.ts';

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
  ['the baseline', { isBaseline: true }, 30 * 60_000],
  ['the baseline, whatever the last one took', { isBaseline: true, baselineMs: 10 }, 30 * 60_000],
  ['the baseline, as configured', { isBaseline: true, configuredMs: 700 }, 700],
  ['a quick suite', { isBaseline: false, baselineMs: 800 }, 120_000],
  ['a slow suite', { isBaseline: false, baselineMs: 60_000, configuredMs: 90_000 }, 600_000],
  ['a suite that nobody knows', { isBaseline: false, configuredMs: 5_000 }, 5_000],
] as const)('tests end after their time: %s', (_, terms, wallMs) => {
  expect(testRunLimits(terms)).toMatchObject({ wallMs, idleMs: 300_000 });
});

test.each([
  ['warn', undefined],
  ['retry', 20],
  ['stop', 20],
] as const)('an agent that takes too long, by %s, is ended after %s', (action, expected) => {
  expect(endAfterMs(20, action)).toBe(expected);
});

test.each([
  ['all that fits', { running: 0, young: 0 }, { free: 4_000, total: 8_000 }, 8],
  ['those that run, and what fits beside them', { running: 3, young: 0 }, { free: 1_400, total: 8_000 }, 5],
  ['no room for those that have just begun', { running: 3, young: 2 }, { free: 1_400, total: 8_000 }, 3],
  ['never more than the machine has', { running: 3, young: 0 }, { free: 8_000, total: 2_000 }, 3],
  ['none stopped for want of memory', { running: 3, young: 0 }, { free: 0, total: 8_000 }, 3],
  ['one where nothing is free', { running: 0, young: 0 }, { free: 0, total: 100 }, 1],
] as const)('agents at once, %s', (_, agents, { free, total }, expected) => {
  const megabytes = 2 ** 20;
  expect(memoryCapacity(agents, { free: () => free * megabytes, total: () => total * megabytes })).toBe(expected);
});
