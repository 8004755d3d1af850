import { describe, expect, test } from 'vitest';
import type { FailureKind } from '../../../src/agents/port.ts';
import { ok } from '../../../src/base/result.ts';
import { readAll, recorded, recordedStreams } from './streams.ts';

/** By recording, and what it must be taken for. */
const answered: Record<string, string> = {
  'ok-text': 'Hello from the stub.',
  'ok-write': 'Done: wrote hello.txt',
  'stdin-big': 'n=4',
  badtool: 'bad tool done',
  mcp: 'mcp done',
  patch: 'written',
  reason: 'reasoned',
  resume1: 'n=4',
  resume2: 'n=6',
  schema: '{"name":"stub","n":7}',
  shellfail: 'shell done',
};

/** With the exit it had (null: a signal). */
const failed: Record<string, [FailureKind, exit?: number | null]> = {
  '400': ['crash'],
  '401': ['auth'],
  '403': ['auth'],
  '404model': ['crash'],
  '429': ['rate_limit'],
  'usage-limit': ['rate_limit'],
  '500': ['overloaded'],
  '503': ['overloaded'],
  failed: ['overloaded'],
  cut: ['overloaded'],
  hangmid: ['overloaded'],
  noserver: ['overloaded'],
  ctx: ['context_too_long'],
  quota: ['billing'],
  'content-filter': ['refused'],
  denied: ['denied', 0],
  hang: ['crash', null],
  'sig-INT-shell': ['crash'],
  'sig-TERM-api': ['crash', null],
  'sig-TERM-shell': ['crash', null],
};

describe('recorded streams', () => {
  test.each(Object.entries(answered))('%s is an answer', (name, text) => {
    const { result } = readAll(recorded(name));
    expect(result).toMatchObject({ status: 'answered', text: expect.stringContaining(text) });
  });

  test.each(Object.entries(failed))('%s is a failure', (name, [kind, exit = 1]) => {
    expect(readAll(recorded(name), { exit }).result).toMatchObject({ status: 'failed', kind });
  });

  test('every recording is judged', () => {
    expect([...Object.keys(answered), ...Object.keys(failed)].sort()).toEqual([...recordedStreams].sort());
  });
});

describe('what happens is told in the words of every backend', () => {
  test('a conversation, a tool, the usage', () => {
    const { events, conversation } = readAll(recorded('ok-write'));
    const types = ['started', 'other', 'text', 'tool_use', 'tool_result', 'text', 'usage'];
    expect(events.map(({ type }) => type)).toEqual(types);
    expect(events[0]).toEqual({ type: 'started', conversation: conversation?.id });
    expect(events[3]).toMatchObject({ tool: 'shell', input: expect.stringContaining('hello.txt') });
  });

  test('a patch', () => {
    const { events } = readAll(recorded('patch'));
    expect(events[1]).toEqual({ type: 'tool_use', tool: 'edit', input: 'add /tmp/project/hello.txt' });
    expect(events[2]).toMatchObject({ type: 'tool_result', ok: true });
  });

  test('a command that fails, a tool that is not allowed', () => {
    expect(readAll(recorded('shellfail')).events).toContainEqual({ type: 'tool_result', ok: false, output: 'oops\n' });
    expect(readAll(recorded('denied')).events).toContainEqual({ type: 'permission_denied', tool: 'stub.echo' });
  });

  test('thoughts, retries, limits', () => {
    expect(readAll(recorded('reason')).events).toContainEqual({ type: 'thought', text: 'thinking about it' });
    expect(readAll(recorded('503')).events).toContainEqual({
      type: 'retry',
      attempt: 1,
      reason: expect.stringContaining('503 Service Unavailable'),
    });
    const limit = { type: 'limit', resume_at: '2026-11-18T06:22:00Z' };
    expect(readAll(recorded('usage-limit')).events).toContainEqual(limit);
  });

  test('the reply of a provider is shown as the sentence in it', () => {
    const { result } = readAll(recorded('400'), { exit: 1 });
    expect(result).toMatchObject({ message: 'bad request (stub)' });
  });
});

describe('usage is told as a sum', () => {
  const first = readAll(recorded('resume1'));
  const call = first.conversation === undefined ? {} : { resume: first.conversation };

  test('and each call is charged the difference', () => {
    expect(first.spent).toEqual({ input_tokens: 100, output_tokens: 20, cost_usd: null });
    const second = readAll(recorded('resume2'), { call });
    expect(second.spent).toEqual(first.spent);
    expect(second.events).toContainEqual({ type: 'usage', spent: first.spent });
    expect(second.conversation?.reported).toMatchObject({ input_tokens: 200, output_tokens: 40 });
  });

  test('a call that failed leaves the sum as it was; another conversation begins at nothing', () => {
    const { spent, conversation } = readAll(recorded('hang'), { exit: null, call });
    expect(spent.input_tokens).toBe(0);
    expect(conversation?.reported.input_tokens).toBe(0);
    const unheard = readAll(Buffer.from(''), { exit: 1, call });
    expect(unheard.conversation).toEqual(first.conversation);
  });
});

test('completed is not enough: the exit must not say otherwise', () => {
  expect(readAll(recorded('ok-text'), { exit: 1 }).result).toMatchObject({ status: 'failed', kind: 'crash' });
  expect(readAll(recorded('ok-text'), { exit: null }).result).toMatchObject({ status: 'answered' });
});

test('what it says before it begins is found among its warnings', () => {
  const stderr = 'WARNING: proceeding\nError: thread/resume failed: no rollout found for thread id 1\n\nbye';
  const message = 'Error: thread/resume failed: no rollout found for thread id 1';
  expect(readAll(Buffer.from(''), { exit: 1, stderr }).result).toEqual({ status: 'failed', kind: 'crash', message });
});

test('a structured answer is the last message, where one is wanted and it is an object', () => {
  const answer = { jsonSchema: { type: 'object' }, check: ok };
  expect(readAll(recorded('schema'), { call: { answer } }).result).toMatchObject({ answer: { name: 'stub', n: 7 } });
  expect(readAll(recorded('schema')).result).not.toHaveProperty('answer');
  expect(readAll(recorded('ok-text'), { call: { answer } }).result).not.toHaveProperty('answer');
});

describe('turns', () => {
  const turns = (items: readonly object[], maxTurns: number) => {
    const lines = items.map((item) => JSON.stringify(item)).join('\n');
    return readAll(Buffer.from(lines), { call: { limits: { maxTurns } } }).exceeded.indexOf('max_turns');
  };
  const begins = (id: string) => ({ type: 'item.started', item: { id, type: 'command_execution' } });
  const ends = (id: string) => ({ type: 'item.completed', item: { id, type: 'command_execution' } });
  const says = { type: 'item.completed', item: { id: 'm', type: 'agent_message', text: '' } };

  test('whatever comes after its tools are done is a new one', () => {
    expect(turns([begins('a'), ends('a'), begins('b'), ends('b'), begins('c')], 2)).toBe(4);
    expect(turns([begins('a'), ends('a'), says], 1)).toBe(2);
  });

  test('tools that run together are one', () => {
    expect(turns([says, begins('a'), begins('b'), ends('a'), begins('c'), ends('b'), ends('c')], 1)).toBe(-1);
  });
});
