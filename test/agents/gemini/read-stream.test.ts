import { describe, expect, test } from 'vitest';
import { answered, failed, readAll, recorded, recordedErrors, recordedStreams } from './streams.ts';

describe('recorded streams', () => {
  test.each(Object.entries(answered))('%s is an answer', (name, text) => {
    expect(readAll(recorded(name)).result).toEqual({ status: 'answered', text });
  });

  test.each(Object.entries(failed))('%s is a failure', (name, [kind, exit]) => {
    const { result } = readAll(recorded(name), { exit, stderr: recordedErrors(name) });
    expect(result).toMatchObject({ status: 'failed', kind });
  });

  test('every recording is judged', () => {
    expect([...Object.keys(answered), ...Object.keys(failed)].sort()).toEqual([...recordedStreams].sort());
  });
});

test('what happens is told in the words of every backend', () => {
  const { events, conversation } = readAll(recorded('ok-write'));
  expect(events.map(({ type }) => type)).toEqual([
    'started',
    'text',
    'tool_use',
    'tool_result',
    'text',
    'text',
    'usage',
  ]);
  expect(events[0]).toEqual({ type: 'started', conversation: conversation?.id, model: 'gemini-2.5-flash' });
  expect(events[2]).toMatchObject({ tool: 'write_file', input: expect.stringContaining('hello.txt') });
  expect(events[3]).toMatchObject({ ok: true });
});

test('what is not allowed is told, by the name of the tool', () => {
  const { events } = readAll(recorded('denied'));
  expect(events).toContainEqual({ type: 'permission_denied', tool: 'run_shell_command' });
});

test('a denied tool is forgiven when another one worked after it', () => {
  const [init = '', prompt = '', ...denied] = linesOf('denied');
  const worked = linesOf('yolo-shell').slice(2);
  const stream = [init, prompt, ...denied.slice(0, 2), ...worked].join('\n');
  expect(readAll(Buffer.from(stream)).result).toMatchObject({ status: 'answered', text: 'shell done' });
});

test('tokens are of this call alone, thinking included; cost is never told', () => {
  const first = readAll(recorded('resume1'));
  const resume = first.conversation;
  expect(first.spent).toEqual({ input_tokens: 100, output_tokens: 20, cost_usd: null });
  expect(readAll(recorded('resume2'), { call: { ...(resume && { resume }) } }).spent).toEqual(first.spent);
  // 5 of its 125 tokens are thoughts.
  expect(readAll(recorded('max-tokens')).spent).toEqual({ input_tokens: 100, output_tokens: 25, cost_usd: null });
});

test('an exit that is not 0 is no success, whatever was said', () => {
  for (const exit of [1, 54, 130, null])
    expect(readAll(recorded('ok-write'), { exit }).result).toMatchObject({ status: 'failed', kind: 'crash' });
});

test('a result that says no is not taken back by another one', () => {
  const no = Buffer.from('{"type":"result","status":"error"}\n');
  expect(readAll(Buffer.concat([no, recorded('ok-write')])).result.status).toBe('failed');
  expect(readAll(Buffer.concat([recorded('ok-write'), no])).result.status).toBe('failed');
});

describe('tries that failed', () => {
  test('a limit is given up at once, until the time that is named', () => {
    const { events, exceeded, result } = readAll(recorded('brief-rate-limit'), {
      exit: null,
      stderr: recordedErrors('brief-rate-limit'),
    });
    expect(events.at(-1)).toMatchObject({ type: 'retry', attempt: 1, reason: expect.stringContaining('quota') });
    expect(exceeded?.kind).toBe('rate_limit');
    expect(result).toMatchObject({ kind: 'rate_limit', resume_at: '2026-11-15T12:00:20.000Z' });
  });

  test('anything else gets a second try', () => {
    const [one = '', two = ''] = recordedErrors('overloaded').split(/(?=^Attempt 2)/m);
    expect(readAll(recorded('overloaded'), { stderr: one }).exceeded).toBeUndefined();
    const both = readAll(recorded('overloaded'), { exit: null, stderr: one + two });
    expect(both.exceeded?.kind).toBe('overloaded');
    expect(both.result).toMatchObject({
      kind: 'overloaded',
      message: expect.stringContaining('The model is overloaded'),
    });
  });

  test('a server that cannot be reached is waited for like one that is overloaded', () => {
    const stderr =
      'Attempt 2 failed. Retrying with backoff... Error: exception TypeError: fetch failed sending request';
    expect(readAll(recorded('hang'), { exit: null, stderr }).result).toMatchObject({ kind: 'overloaded' });
  });

  test('a second try that works is a success', () => {
    const stderr = recordedErrors('overloaded').split(/^Attempt 2/m)[0] ?? '';
    expect(readAll(recorded('ok-write'), { stderr }).result).toMatchObject({ status: 'answered' });
  });
});

test('the end of a limit is read in every way it is written', () => {
  const [init = '', prompt = '', last = ''] = linesOf('429');
  const until = (words: string) => {
    const changed = last.replace('Quota exceeded (stub)', words);
    const { result } = readAll(Buffer.from([init, prompt, changed].join('\n')), { exit: 173 });
    return result.status === 'failed' ? result.resume_at : 'answered';
  };
  expect(until('Quota exceeded')).toBeUndefined();
  expect(until('Please retry in 34.5s.')).toBe('2026-11-15T12:00:34.500Z');
  expect(until('Suggested retry after 3600s.')).toBe('2026-11-15T13:00:00.000Z');
  expect(until('Your quota will reset after 4h30m12s.')).toBe('2026-11-15T16:30:12.000Z');
  expect(until(`Please retry in ${'9'.repeat(30)}s`)).toBeUndefined();
});

test('money that is missing is not a limit that ends', () => {
  const [init = '', prompt = '', last = ''] = linesOf('429');
  const changed = last.replace('Quota exceeded (stub)', 'Your prepayment credits are depleted.');
  const { result } = readAll(Buffer.from([init, prompt, changed].join('\n')), { exit: 173 });
  expect(result).toMatchObject({ kind: 'billing' });
});

test('megabytes of complaint are judged by their beginning', () => {
  const complaint = (words: string) =>
    Buffer.from(JSON.stringify({ type: 'error', severity: 'error', message: words }));
  const words = `Context window exceeded: ${'insufficient credits '.repeat(500_000)}`;
  expect(readAll(complaint(words), { exit: 173 }).result).toMatchObject({ kind: 'context_too_long' });
  expect(readAll(complaint(words.slice(25)), { exit: 173 }).result).toMatchObject({ kind: 'billing' });
});

test('a message for people holds no chatter', () => {
  const messageOf = (name: string, exit: number) =>
    readAll(recorded(name), { exit, stderr: recordedErrors(name) }).result;
  expect(messageOf('no-auth', 41)).toMatchObject({ message: expect.stringMatching(/^Please set an Auth method/) });
  expect(messageOf('no-yolo', 52)).toMatchObject({ message: expect.not.stringContaining('is enabled') });
  const stderr = 'YOLO mode is enabled. All tool calls will be automatically approved.\n[STARTUP] Phase x\n    at y\n';
  expect(readAll(recorded('hang'), { stderr }).result).toMatchObject({ kind: 'crash', message: '' });
});

test('turns are counted for it: as many requests as are allowed, and not one more', () => {
  const exceeded = (maxTurns: number) =>
    readAll(recorded('repeats-itself'), { call: { limits: { maxTurns } } }).exceeded;
  // Two lines begin the stream, and each turn has two.
  expect(exceeded(1)).toEqual({ kind: 'max_turns', lines: 4 });
  expect(exceeded(2)).toEqual({ kind: 'max_turns', lines: 6 });
  expect(exceeded(5)).toBeUndefined();
});

test('lines that nobody knows are passed on', () => {
  const { events } = readAll(Buffer.from('{"type":"brand_new"}\nnot json\n{"type":"init"}\n'));
  expect(events).toEqual([
    { type: 'other', raw: '{"type":"brand_new"}' },
    { type: 'other', raw: 'not json' },
    { type: 'other', raw: '{"type":"init"}' },
  ]);
});

function linesOf(name: string): string[] {
  return recorded(name).toString().trimEnd().split('\n');
}
