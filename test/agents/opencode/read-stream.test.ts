import { expect, test } from 'vitest';
import { answered, failed, readAll, recorded, recordedStreams } from './streams.ts';

test('every recording is judged', () => {
  expect([...Object.keys(answered), ...Object.keys(failed)].toSorted()).toEqual(recordedStreams.toSorted());
});

test.each(Object.entries(answered))('%s: answered', (name, text) => {
  expect(readAll(recorded(name)).result).toEqual({ status: 'answered', text });
});

test.each(Object.entries(failed))('%s: failed', (name, [kind, exit]) => {
  expect(readAll(recorded(name), { exit }).result).toMatchObject({ status: 'failed', kind });
});

test('what happens is told in order, with what it takes so far', () => {
  const { events, spent, conversation } = readAll(recorded('ok-write'));
  expect(events.map(({ type }) => type)).toEqual([
    'started',
    'text',
    'tool_use',
    'tool_result',
    'usage',
    'text',
    'usage',
  ]);
  expect(events).toContainEqual({ type: 'tool_result', ok: true, output: 'Wrote file successfully.' });
  expect(events.at(-1)).toEqual({ type: 'usage', spent });
  expect(spent).toEqual({ input_tokens: 200, output_tokens: 40, cost_usd: 0.00028 });
  expect(conversation?.id).toBe('ses_e22bad5beffeAd25yEb9KsAiI7');
});

test('a resumed conversation reports each call alone', () => {
  const first = readAll(recorded('resume1'));
  const second = readAll(recorded('resume2'), { call: first.conversation ? { resume: first.conversation } : {} });
  expect(second.conversation).toEqual(first.conversation);
  expect(second.spent).toEqual(first.spent);
});

test('what was denied is told', () => {
  for (const name of ['denied-asked', 'denied-rule']) {
    expect(readAll(recorded(name)).events).toContainEqual({ type: 'permission_denied', tool: 'write' });
  }
});

test('a rate limit says when it ends', () => {
  const { result } = readAll(recorded('429'), { exit: 1 });
  expect(result).toMatchObject({ kind: 'rate_limit', resume_at: '2026-11-15T03:44:06.883Z' });
});

test('each message of the model is a turn, and one that is tried again is not another', () => {
  expect(readAll(recorded('ok-write'), { call: { limits: { maxTurns: 1 } } }).exceeded).toBe('max_turns');
  expect(readAll(recorded('ok-write'), { call: { limits: { maxTurns: 2 } } }).exceeded).toBeUndefined();
  expect(readAll(recorded('cut'), { call: { limits: { maxTurns: 1 } } }).exceeded).toBeUndefined();
});

test('a failure without a word is told by the last line it complained with', () => {
  const { result } = readAll(Buffer.from(''), { exit: 1, stderr: 'starting\nError: no such session' });
  expect(result).toEqual({ status: 'failed', kind: 'crash', message: 'Error: no such session' });
});

test('a step that was begun after the last word takes it back until it ends', () => {
  const stream = Buffer.concat([recorded('ok-text'), recorded('hangmid')]);
  expect(readAll(stream).result.status).toBe('failed');
});
