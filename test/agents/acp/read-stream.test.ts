import { expect, test } from 'vitest';
import { answered, failed, readAll, recorded, recordedStreams } from './streams.ts';

test('every recording is judged', () => {
  expect([...Object.keys(answered), ...Object.keys(failed)].toSorted()).toEqual(recordedStreams.toSorted());
});

test.each(Object.entries(answered))('%s: answered', async (name, text) => {
  const { result, hasLeft } = await readAll(recorded(name));
  expect(result).toEqual({ status: 'answered', text });
  expect(hasLeft).toBe(true);
});

test.each(Object.entries(failed))('%s: failed', async (name, kind) => {
  const { result, hasLeft } = await readAll(recorded(name));
  expect(result).toMatchObject({ status: 'failed', kind });
  expect(hasLeft).toBe(true);
});

test('we say who we are, offer neither files nor terminals, and ask in the folder', async () => {
  const { sent } = await readAll(recorded('claude-write'), { call: { prompt: '/compact is no command here' } });
  expect(sent.map(({ method }) => method)).toEqual(['initialize', 'session/new', 'session/prompt', undefined]);
  expect(sent[0]?.params).toMatchObject({
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  });
  expect(sent[1]?.params).toEqual({ cwd: '/project', mcpServers: [], additionalDirectories: ['/step'] });
  expect(sent[2]?.params).toMatchObject({ prompt: [{ type: 'text', text: '\n/compact is no command here' }] });
});

test.each([
  ['claude-write', ['started', 'text', 'text', 'tool_use', 'tool_result', 'text', 'text', 'usage']],
  ['codex-write', ['other', 'started', 'text', 'text', 'text', 'tool_use', 'tool_result', 'text', 'text']],
  ['gemini-write', ['started', 'text', 'tool_use', 'tool_result', 'text', 'text']],
  ['opencode-write', ['started', 'text', 'text', 'tool_use', 'tool_result', 'text', 'text', 'usage']],
])('%s: what happens is told in order', async (name, types) => {
  const { events } = await readAll(recorded(name));
  expect(events.filter(({ type }) => type !== 'other' || name === 'codex-write').map(({ type }) => type)).toEqual(
    types,
  );
});

test('a tool is told with its whole input, which comes in pieces', async () => {
  const { events } = await readAll(recorded('claude-write'));
  const use = events.find(({ type }) => type === 'tool_use');
  expect(use).toEqual({
    type: 'tool_use',
    tool: 'Write',
    input: JSON.stringify({ file_path: '/project/hello.txt', content: 'hello from stub\n' }),
  });
});

test.each([
  ['claude-write', { input_tokens: 200, output_tokens: 40, cost_usd: 0.0024 }],
  ['codex-write', { input_tokens: 200, output_tokens: 40, cost_usd: null }],
  ['gemini-write', { input_tokens: 200, output_tokens: 40, cost_usd: null }],
  // It counts the last step alone.
  ['opencode-write', { input_tokens: 100, output_tokens: 20, cost_usd: 0.00028 }],
])('%s: what it took', async (name, spent) => {
  const { spent: told } = await readAll(recorded(name));
  expect({ ...told, cost_usd: told.cost_usd && Number(told.cost_usd.toFixed(9)) }).toEqual(spent);
});

test('the cost of a resumed conversation is told by the difference', async () => {
  const first = await readAll(recorded('claude-write'));
  expect(first.conversation?.reported.cost_usd).toBeCloseTo(0.0024, 9);
  const before = { input_tokens: 0, output_tokens: 0, cost_usd: 0.001 };
  const resume = { id: 'f35504ef-9d15-4d9b-b587-7e8b70ea4481', reported: before };
  const second = await readAll(recorded('claude-write'), { call: { resume } });
  expect(second.sent[1]).toMatchObject({ method: 'session/resume', params: { sessionId: resume.id, cwd: '/project' } });
  expect(second.spent.cost_usd).toBeCloseTo(0.0014, 9);
});

test('what an agent asked its model besides is charged once, to the call that hears of it', async () => {
  const first = await readAll(told(0.0004));
  const { conversation } = first;
  // The name it gave the session was answered after the first turn's end: a turn of 0.0004, and a name for as much.
  const second = await readAll(told(0.0012), { call: { ...(conversation && { resume: conversation }) } });
  expect(first.spent.cost_usd).toBeCloseTo(0.0004, 9);
  expect(second.spent.cost_usd).toBeCloseTo(0.0008, 9);
  expect(second.spent.input_tokens).toBe(first.spent.input_tokens);
  expect(second.conversation?.reported.cost_usd).toBeCloseTo(0.0012, 9);
});

test('what is told before our prompt is of earlier turns', async () => {
  const replayed = lines(recorded('gemini-write')).map((line) =>
    line.replace('"method":"session/update"', '"method":"session/update","note":"replayed"'),
  );
  const all = lines(recorded('gemini-write'));
  const resume = { id: 'x', reported: { input_tokens: 0, output_tokens: 0, cost_usd: null } };
  const [init = '', opened = '', ...turn] = all;
  const updates = replayed.filter((line) => line.includes('replayed'));
  const stream = [init, ...updates, opened, ...turn].join('\n').replaceAll(/"sessionId":"[^"]+"/g, '"sessionId":"x"');
  const { events, sent } = await readAll(Buffer.from(stream), { call: { resume } });
  expect(sent[1]).toMatchObject({ method: 'session/load' });
  expect(events.map(({ type }) => type)).toEqual(['started', 'text', 'tool_use', 'tool_result', 'text', 'text']);
});

test('a change elsewhere is not allowed, and an agent that stops there has not done it', async () => {
  for (const name of ['claude-write', 'gemini-write', 'opencode-write']) {
    const { result, events, sent } = await readAll(recorded(name), { call: { folder: '/elsewhere' } });
    const chosen = sent.find(({ result }) => JSON.stringify(result ?? '').includes('outcome'));
    expect(JSON.stringify(chosen)).toMatch(/"optionId":"(reject|cancel)"/);
    expect(events.map(({ type }) => type)).toContain('permission_denied');
    expect(result, name).toMatchObject({ status: 'failed', kind: 'denied' });
  }
});

test('within the folder it is allowed once, never for ever', async () => {
  for (const name of ['claude-write', 'gemini-write', 'opencode-write']) {
    const { sent } = await readAll(recorded(name));
    const chosen = sent.find(({ result }) => JSON.stringify(result ?? '').includes('outcome'));
    expect(JSON.stringify(chosen), name).toMatch(/"optionId":"(allow-once|proceed_once|once)"/);
  }
});

test('a failure after tools that worked is a failure, whatever the turn took', async () => {
  const all = lines(recorded('codex-write'));
  const status = lines(recorded('codex-overloaded')).find((line) => line.includes('systemError')) ?? '';
  const session = /"sessionId":"([^"]+)"/.exec(all.at(-2) ?? '')?.[1] ?? '';
  all.splice(-1, 0, status.replace(/"sessionId":"[^"]+"/, `"sessionId":"${session}"`));
  expect((await readAll(Buffer.from(all.join('\n')))).result).toMatchObject({ status: 'failed' });
});

test('turns that the agent does not count are counted by its tools', async () => {
  const call = { limits: { maxTurns: 1 } };
  expect((await readAll(recorded('claude-write'), { call })).exceeded).toBeUndefined();
  const [init = '', opened = '', ...turn] = lines(recorded('gemini-write'));
  const again = [init, opened, ...turn.slice(0, -1), ...turn].join('\n').replaceAll('tool_call_update', 'tool_call');
  expect((await readAll(Buffer.from(again), { call })).exceeded).toBe('max_turns');
});

test('a model is asked for in the way that the agent offers', async () => {
  const asked = async (name: string, model: string) =>
    (await readAll(recorded(name), { call: { model } })).sent.find(({ method }) => method?.includes('/set_'));
  expect(await asked('claude-write', 'opus')).toMatchObject({
    method: 'session/set_config_option',
    params: { configId: 'model', value: 'opus' },
  });
  expect(await asked('opencode-write', 'stub/stub-model')).toMatchObject({ params: { value: 'stub/stub-model' } });
  expect(await asked('gemini-write', 'gemini-2.5-pro')).toMatchObject({
    method: 'session/set_model',
    params: { modelId: 'gemini-2.5-pro' },
  });
  // None of its models goes by such a name: it stays with its own.
  expect(await asked('gemini-write', 'opus')).toBeUndefined();
});

test('an agent that dies without a word failed with what it complained of', async () => {
  const { result } = await readAll(Buffer.from(''), { exit: 1, stderr: 'Error: no such module\nNode.js v20' });
  expect(result).toEqual({ status: 'failed', kind: 'crash', message: 'Node.js v20' });
});

test('another version of the protocol is not guessed at', async () => {
  const stream = recorded('claude-write').toString().replace('"protocolVersion":1', '"protocolVersion":2');
  const { result, sent } = await readAll(Buffer.from(stream));
  expect(result).toMatchObject({ status: 'failed', kind: 'crash' });
  expect(sent).toHaveLength(1);
});

function told(amount: number): Buffer {
  return Buffer.from(
    recorded('claude-write')
      .toString()
      .replace(/"amount":[\d.]+/, `"amount":${amount}`),
  );
}

function lines(bytes: Buffer): string[] {
  return bytes.toString().split('\n').filter(Boolean);
}
