import { describe, expect, test } from 'vitest';
import type { FailureKind } from '../../../src/agents/port.ts';
import { completedStreams, readAll, recorded, recordedStreams } from './streams.ts';

/** By recording, with the exit it had (null: a signal) and what it must be taken for. */
const answered: Record<string, string> = {
  'ok-text': 'Hello from the stub.',
  'ok-write': 'Done: wrote hello.txt',
  'agents-fg': 'agent done',
  schema: '{"name":"stub","n":7}',
  think: 'thought done',
  cut: 'this stream will be cut half way and never finish properly at all',
  resume1: '',
  resume2: '',
  'v197-write': '',
};

const failed: Record<string, [FailureKind, exit?: number | null]> = {
  '400': ['crash'],
  '400credit': ['billing'],
  '400long': ['context_too_long'],
  '401': ['auth'],
  'v197-401': ['auth'],
  noauth: ['auth'],
  '403': ['auth'],
  '404model': ['crash'],
  '429': ['rate_limit'],
  'usage-limit': ['rate_limit'],
  '500': ['overloaded'],
  '529': ['overloaded'],
  'hang-timeout': ['overloaded'],
  noserver: ['overloaded'],
  cuttool: ['overloaded'],
  refusal: ['refused'],
  maxtok: ['crash'],
  maxturns: ['max_turns'],
  budget: ['budget'],
  schemabad: ['invalid_answer'],
  'denied-write': ['denied', 0],
  'resume4-unknown': ['crash'],
  'sigterm-api': ['crash', 143],
  'v197-term': ['crash', 143],
  // It exits 0 when it is interrupted.
  'sigint-api': ['crash', 0],
  'sigint-tool': ['crash', 0],
  'sigkill-tool': ['crash', null],
};

describe('recorded streams', () => {
  test.each(Object.entries(answered))('%s is an answer', (name, text) => {
    const { result } = readAll(recorded(name));
    expect(result).toMatchObject({ status: 'answered', text: expect.stringContaining(text) });
  });

  test.each(Object.entries(failed))('%s is a failure', (name, [kind, exit = 1]) => {
    const { result } = readAll(recorded(name), { exit });
    expect(result).toMatchObject({ status: 'failed', kind });
  });

  test('every recording is judged', () => {
    expect(Object.keys(answered)).toEqual(completedStreams);
    expect([...completedStreams, ...Object.keys(failed)].sort()).toEqual([...recordedStreams].sort());
  });
});

test('what happens is told in the words of every backend', () => {
  const { events, conversation } = readAll(recorded('ok-write'));
  expect(events.map(({ type }) => type)).toEqual(['started', 'text', 'tool_use', 'tool_result', 'text']);
  expect(events[0]).toEqual({ type: 'started', conversation: conversation?.id, model: 'claude-sonnet-4-5' });
  expect(events[2]).toMatchObject({ tool: 'Write', input: expect.stringContaining('hello.txt') });
});

test('thoughts, retries, denials and limits are told', () => {
  const has = (name: string, event: object) => expect(readAll(recorded(name)).events).toContainEqual(event);
  has('think', { type: 'thought', text: 'hmm' });
  has('429', { type: 'retry', attempt: 1, reason: 'rate_limit' });
  has('denied-write', { type: 'permission_denied', tool: 'Write' });
  has('usage-limit', { type: 'limit', resume_at: expect.stringMatching(/^2026-.*Z$/) });
});

test('what a subagent says is a thought, and what it took is counted', () => {
  const { events, spent } = readAll(recorded('agents-fg'));
  expect(events).toContainEqual({ type: 'thought', text: 'subagent answer 42' });
  expect(spent).toMatchObject({ input_tokens: 300, output_tokens: 60 });
});

test('a usage limit says when it ends, by event, by message, and in the sentence of old versions', () => {
  const { result } = readAll(recorded('usage-limit'), { exit: 1 });
  expect(result).toMatchObject({ resume_at: expect.stringMatching(/^2026-.*Z$/) });
  const line = recorded('429').toString().replaceAll('Rate limited (stub)', 'usage limit reached|1794730437');
  expect(readAll(Buffer.from(line), { exit: 1 }).result).toMatchObject({ resume_at: '2026-11-15T08:13:57.000Z' });
});

test('a structured answer is handed over as it is; without one there is none', () => {
  expect(readAll(recorded('schema')).result).toMatchObject({ answer: { name: 'stub', n: 7 } });
  expect(readAll(recorded('ok-text')).result).not.toHaveProperty('answer');
});

test('an exit code of 0 makes no success, and another one unmakes it', () => {
  for (const name of Object.keys(failed)) expect(readAll(recorded(name)).result.status).toBe('failed');
  for (const name of Object.keys(answered)) {
    expect(readAll(recorded(name), { exit: 1 }).result).toMatchObject({ status: 'failed', kind: 'crash' });
  }
});

test('of several results the last one counts', () => {
  const [good, bad] = [recorded('ok-text'), recorded('401')];
  expect(readAll(Buffer.concat([good, bad])).result.status).toBe('failed');
  expect(readAll(Buffer.concat([bad, good])).result.status).toBe('answered');
});

test('a damaged result of a tool does not make a denial good', () => {
  const text = recorded('denied-write').toString();
  const damaged = text.replace('"is_error":true,"tool_use_id"', '" s_error":true,"tool#use_id"');
  expect(damaged).not.toBe(text);
  expect(readAll(Buffer.from(damaged), { exit: 0 }).result).toMatchObject({ status: 'failed', kind: 'denied' });
});

test('after a denied tool another one that works makes it an answer', () => {
  const [denied, written] = [recorded('denied-write'), recorded('ok-write')];
  expect(readAll(Buffer.concat([denied, written])).result.status).toBe('answered');
});

test('without a result the last words are those on stderr', () => {
  const { result } = readAll(Buffer.from(''), { exit: 1, stderr: `${'x'.repeat(1000)}error: unknown option` });
  expect(result).toMatchObject({ kind: 'crash', message: expect.stringMatching(/^x+error: unknown option$/) });
});

describe('what a call took', () => {
  const first = readAll(recorded('resume1'));

  test('is told by the difference when a conversation goes on', () => {
    const second = readAll(recorded('resume2'), {
      call: { ...(first.conversation && { resume: first.conversation }) },
    });
    expect(first.spent).toEqual({ input_tokens: 100, output_tokens: 20, cost_usd: expect.closeTo(0.0006) });
    expect(second.spent).toEqual({ input_tokens: 100, output_tokens: 20, cost_usd: expect.closeTo(0.0006) });
    expect(second.conversation?.id).toBe(first.conversation?.id);
    expect(second.conversation?.reported).toMatchObject({ input_tokens: 200, output_tokens: 40 });
  });

  test('is all of it when the sum began anew', () => {
    const reported = { input_tokens: 5000, output_tokens: 500, cost_usd: 1 };
    const resume = { id: 'x', reported };
    expect(readAll(recorded('resume1'), { call: { resume } }).spent).toEqual(first.spent);
  });

  test('is nothing when it never got to work, and the sum stays what it was', () => {
    const resume = { id: 'x', reported: { input_tokens: 5000, output_tokens: 500, cost_usd: 1 } };
    const { spent, conversation } = readAll(Buffer.from(''), { exit: 1, call: { resume } });
    expect(spent).toEqual({ input_tokens: 0, output_tokens: 0, cost_usd: null });
    expect(conversation).toEqual(resume);
  });
});
