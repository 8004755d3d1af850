import { expect, test } from 'vitest';
import { startClaude } from '../../../src/agents/claude/claude.ts';
import { NO_USAGE } from '../../../src/agents/port.ts';
import { ok } from '../../../src/base/result.ts';
import { makeCall, type CallChange } from '../make-call.ts';

const start = (change: CallChange = {}) =>
  startClaude(makeCall({ folder: '/project', stepFolder: '/step' }, change), '/step/tmp-1');

test('only what is asked for is an argument, and the prompt is none', () => {
  expect(start({ prompt: 'x'.repeat(300_000) })).toMatchObject({ stdin: 'x'.repeat(300_000) });
  expect(start().args).toEqual([
    '--print',
    '--verbose',
    '--output-format=stream-json',
    '--permission-mode=acceptEdits',
    '--allowedTools=Bash',
    '--add-dir=/step',
  ]);
});

test.each([
  [0.29, '0.29'],
  [0.011469999999999994, '0.0114'],
  [0.00001, '0.00001'],
])('of %d dollars no more digits are told than mean something, and never more money', (maxCostUsd, told) => {
  const { args } = start({ limits: { maxCostUsd } });
  expect(Number(args[args.indexOf('--max-budget-usd') + 1])).toBe(Number(told));
});

test('model, conversation, limits and schema', () => {
  const jsonSchema = { type: 'object' };
  const { args } = start({
    model: 'opus',
    resume: { id: 'abc', reported: NO_USAGE },
    limits: { maxTurns: 3, maxCostUsd: 0.5 },
    answer: { jsonSchema, check: ok },
  });
  const valueOf = (name: string) => args[args.indexOf(name) + 1];
  expect(valueOf('--model')).toBe('opus');
  expect(valueOf('--resume')).toBe('abc');
  expect(valueOf('--max-turns')).toBe('3');
  expect(valueOf('--max-budget-usd')).toBe('0.5');
  expect(valueOf('--json-schema')).toBe(JSON.stringify(jsonSchema));
});

test('a server that hangs is given up three times before the call counts as idle', () => {
  const patience = (idleMs: number) => Number(start({ limits: { idleMs } }).env['API_TIMEOUT_MS']);
  expect(patience(600_000) * 3).toBeLessThan(600_000);
  expect(patience(3000)).toBe(30_000);
  expect(patience(2 ** 40)).toBe(600_000);
});
