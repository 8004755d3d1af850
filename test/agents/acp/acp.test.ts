import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createAcp } from '../../../src/agents/acp/acp.ts';
import { makeCall, makeCallFolders, type CallChange, recordCall } from '../make-call.ts';

const agent = fileURLToPath(new URL('agent.mjs', import.meta.url));

test('files that an agent asks for are handed out and written within the folder alone', async () => {
  const { place, run } = anAgent('files');
  const { outcome } = await run();
  expect(outcome).toMatchObject({ status: 'answered' });
  if (outcome.status !== 'answered') return;
  expect(JSON.parse(outcome.text)).toEqual({
    inside: {},
    back: { content: 'hello\n' },
    outside: { refused: -32602 },
    secret: { refused: -32002 },
    terminal: { refused: -32601 },
  });
  expect(fs.readFileSync(path.join(place.folder, 'a.txt'), 'utf8')).toBe('hello\n');
  expect(fs.existsSync(path.join(place.root, 'b.txt'))).toBe(false);
});

test('a cancelled call is told to the agent before it is ended', async () => {
  const { note, run } = anAgent('waits');
  const controller = new AbortController();
  const running = run({ signal: controller.signal }, (type) => {
    if (type === 'text') controller.abort();
  });
  expect((await running).outcome).toMatchObject({ status: 'cancelled' });
  expect(fs.readFileSync(note, 'utf8')).toBe('cancelled\n');
});

test('a key that an agent tells in pieces is masked', async () => {
  const place = makeCallFolders();
  const backend = createAcp({ spawner: place.spawner, command: [process.execPath, agent, 'tells', '-'] });
  const env = { PATH: process.env['PATH'] ?? '', ANTHROPIC_API_KEY: 'sk-ant-for-nothing' };
  const { events } = await recordCall(backend, makeCall(place, { env }));
  const texts = events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
  expect(texts.join('')).toBe('my key is ***, as you see, s');
});

test('an agent that waits for nothing runs into the limits', async () => {
  const { run } = anAgent('waits');
  const idle = await run({ limits: { idleMs: 700 } });
  expect(idle.outcome).toMatchObject({ status: 'failed', kind: 'idle' });
});

test('an agent that dies in the middle of its turn failed', async () => {
  const { outcome } = await anAgent('dies').run();
  expect(outcome).toMatchObject({ status: 'failed', kind: 'crash', message: 'it is broken', exit: 7 });
});

test('an agent that stays when its turn is over is ended, and its answer stands', async () => {
  const { note, run } = anAgent('deaf');
  const { outcome } = await run();
  expect(outcome).toMatchObject({ status: 'answered', text: 'still here' });
  expect(fs.readFileSync(note, 'utf8')).toBe('ended\n');
  // It knows no way back into a conversation.
  expect(outcome.conversation).toBeUndefined();
});

test('an agent that is not there is not installed', async () => {
  const place = makeCallFolders();
  const backend = createAcp({ spawner: place.spawner, command: ['no-such-agent'] });
  expect((await recordCall(backend, makeCall(place))).outcome).toMatchObject({
    status: 'failed',
    kind: 'not_installed',
  });
});

function anAgent(scenario: string) {
  const place = makeCallFolders();
  const note = path.join(place.root, 'note');
  const backend = createAcp({ spawner: place.spawner, command: [process.execPath, agent, scenario, note] });
  const run = async (change: CallChange = {}, on: (type: string) => void = () => {}) => {
    const outcome = await backend.run(makeCall(place, change), ({ type }) => on(type));
    expect(fs.readdirSync(place.stepFolder)).toEqual([]);
    return { outcome };
  };
  return { place, note, run };
}
